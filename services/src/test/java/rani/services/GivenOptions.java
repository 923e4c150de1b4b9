// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
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
  private final SequencedSet<String> asked = new LinkedHashSet<>();

  private GivenOptions(Map<String, Object> values) {
    this.values = values;
  }

  public static GivenOptions of(Map<String, Object> values) {
    return new GivenOptions(values);
  }

  public static GivenOptions none() {
    return of(Map.of());
  }

  /** Every option that was read. */
  public SequencedSet<String> asked() {
    return asked;
  }

  @Override
  public <P> List<P> providers(Class<P> kind) {
    return ServiceLoader.load(kind).stream().map(ServiceLoader.Provider::get).toList();
  }

  @Override
  public long durationNanos(String name, long defaultNanos, String meaning) {
    return within((Long) given(name, defaultNanos), name, 0, Long.MAX_VALUE);
  }

  @Override
  public long count(String name, long defaultCount, long min, long max, String meaning) {
    Number count = (Number) given(name, defaultCount);
    return within(count.longValue(), name, min, max);
  }

  @Override
  public long sizeBytes(String name, long defaultBytes, long min, long max, String meaning) {
    Number bytes = (Number) given(name, defaultBytes);
    return within(bytes.longValue(), name, min, max);
  }

  @Override
  public double fraction(String name, double defaultValue, double min, double max, String meaning) {
    return (Double) given(name, defaultValue);
  }

  @Override
  public Rate rate(String name, Rate defaultRate, String meaning) {
    return (Rate) given(name, defaultRate);
  }

  @Override
  public boolean flag(String name, boolean defaultValue, String meaning) {
    return (Boolean) given(name, defaultValue);
  }

  @Override
  public String text(String name, String defaultText, String meaning) {
    return (String) given(name, defaultText);
  }

  @Override
  public String oneOf(String name, String defaultWord, List<String> words, String meaning) {
    String word = (String) given(name, defaultWord);
    if (!words.contains(word)) {
      throw new IllegalArgumentException(name + " is one of " + words + ", not " + word);
    }
    return word;
  }

  @Override
  public boolean has(String name) {
    asked.add(name);
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
          if (!options.asked.contains(name)) {
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
    return (Integer) given(name, 0);
  }

  @Override
  @SuppressWarnings("unchecked") // the test gives what it means
  public List<OptionReader> each(String name, String meaning) {
    return (List<OptionReader>) given(name, List.of());
  }

  private Object given(String name, Object fallback) {
    asked.add(name);
    return values.getOrDefault(name, fallback);
  }

  private static long within(long value, String name, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(name + " is " + min + "…" + max + ", not " + value);
    }
    return value;
  }
}
