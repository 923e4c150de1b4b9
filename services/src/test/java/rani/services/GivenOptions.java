// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.fixture.Nanos;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.WordReader;
import rani.wire.Address;

/**
 * Options given by a test as plain values of the right type; what is not given has its default, and
 * what is out of range is refused. Remembers what it was asked for.
 */
public final class GivenOptions implements OptionReader {
  private static final Pattern QUANTITY =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(us|ms|s|%|B|packet/s|kbit/s|)");

  private final Map<String, Object> values;
  private final SequencedMap<String, String> asked = new LinkedHashMap<>();

  private GivenOptions(Map<String, Object> values) {
    this.values = values;
  }

  public static GivenOptions of(Map<String, Object> values) {
    return new GivenOptions(values);
  }

  public static GivenOptions none() {
    return of(Map.of());
  }

  /** Every option that was read, with its default as a file would say it. */
  public SequencedMap<String, String> asked() {
    return asked;
  }

  @Override
  public <P> List<P> providers(Class<P> kind) {
    return ServiceLoader.load(kind).stream().map(ServiceLoader.Provider::get).toList();
  }

  @Override
  public long durationNanos(String name, long defaultNanos, String meaning) {
    boolean whole = defaultNanos % Nanos.SECOND == 0;
    String text = whole ? defaultNanos / Nanos.SECOND + "s" : defaultNanos / Nanos.MILLI + "ms";
    return within((Long) given(name, defaultNanos, text), name, 0, Long.MAX_VALUE);
  }

  @Override
  public long count(String name, long defaultCount, long min, long max, String meaning) {
    Number count = (Number) given(name, defaultCount, Long.toString(defaultCount));
    return within(count.longValue(), name, min, max);
  }

  @Override
  public long sizeBytes(String name, long defaultBytes, long min, long max, String meaning) {
    boolean mega = defaultBytes >= 1_000_000 && defaultBytes % 1_000_000 == 0;
    String text = mega ? defaultBytes / 1_000_000 + "MB" : defaultBytes + "B";
    Number bytes = (Number) given(name, defaultBytes, text);
    return within(bytes.longValue(), name, min, max);
  }

  @Override
  public double fraction(String name, double defaultValue, double min, double max, String meaning) {
    return (Double) given(name, defaultValue, Double.toString(defaultValue));
  }

  @Override
  public Rate rate(String name, Rate defaultRate, String meaning) {
    String text =
        switch (defaultRate.unit()) {
          case UNLIMITED -> "unlimited";
          case PACKETS -> (long) defaultRate.perSecond() + "packet/s";
          case BITS -> (long) defaultRate.perSecond() / 1000 + "kbit/s";
        };
    return (Rate) given(name, defaultRate, text);
  }

  @Override
  public boolean flag(String name, boolean defaultValue, String meaning) {
    return (Boolean) given(name, defaultValue, Boolean.toString(defaultValue));
  }

  @Override
  public String text(String name, String defaultText, String meaning) {
    return (String) given(name, defaultText, defaultText);
  }

  @Override
  public String oneOf(String name, String defaultWord, List<String> words, String meaning) {
    String word = (String) given(name, defaultWord, defaultWord);
    if (!words.contains(word)) {
      throw new IllegalArgumentException(name + " is one of " + words + ", not " + word);
    }
    return word;
  }

  @Override
  public boolean has(String name) {
    asked.putIfAbsent(name, "any");
    return values.containsKey(name);
  }

  @Override
  public WordReader words() {
    return new WordReader() {
      @Override
      public <T> T read(List<String> words, Function<OptionReader, T> reading) {
        GivenOptions options = ofWords(words);
        T read = reading.apply(options);
        for (String name : options.values.keySet()) {
          if (!options.asked.containsKey(name)) {
            throw new IllegalArgumentException("unknown key `" + name + "`");
          }
        }
        return read;
      }
    };
  }

  /** Words such as {@code to=10.0.0.8 interval=10ms count=5 loss=1% mode=on}, by their looks. */
  private static GivenOptions ofWords(List<String> words) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String word : words) {
      String[] parts = word.split("=", 2);
      values.put(parts[0], value(parts[1]));
    }
    return of(values);
  }

  private static Object value(String text) {
    if (text.matches("[0-9]+(\\.[0-9]+){3}")) {
      return Address.parse(text);
    }
    Matcher quantity = QUANTITY.matcher(text);
    if (!quantity.matches()) {
      return text.matches("true|false") ? (Object) Boolean.valueOf(text) : text;
    }
    double number = Double.parseDouble(quantity.group(1));
    return switch (quantity.group(2)) {
      case "us" -> Math.round(number * 1_000);
      case "ms" -> Math.round(number * Nanos.MILLI);
      case "s" -> Math.round(number * Nanos.SECOND);
      case "%" -> number / 100;
      case "packet/s" -> Rate.packetsPerSecond(number);
      case "kbit/s" -> Rate.bitsPerSecond(number * 1_000);
      default -> Math.round(number);
    };
  }

  @Override
  public int node(String name, String meaning) {
    return (Integer) given(name, 0, "required");
  }

  @Override
  @SuppressWarnings("unchecked") // the test gives what it means
  public List<OptionReader> each(String name, String meaning) {
    return (List<OptionReader>) given(name, List.of(), "none");
  }

  private Object given(String name, Object fallback, String fallbackText) {
    asked.put(name, fallbackText);
    return values.getOrDefault(name, fallback);
  }

  private static long within(long value, String name, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(name + " is " + min + "…" + max + ", not " + value);
    }
    return value;
  }
}
