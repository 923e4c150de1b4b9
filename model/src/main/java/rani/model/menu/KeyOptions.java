// SPDX-License-Identifier: Apache-2.0
package rani.model.menu;

import java.util.List;
import java.util.function.Function;
import rani.model.file.Form;
import rani.model.file.Keys;
import rani.model.file.Kind;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.queue.Rate;
import rani.service.OptionReader;

/** Options as {@link Keys}. For printing, the known values are given as defaults. */
public class KeyOptions implements OptionReader {
  private static final Kind<Double> SHARE =
      new Kind<>("a number above 0 and at most 1", KeyOptions::share, Units::printNumber)
          .looking(new Form.Decimal(0.0, 1.0, true));

  private final Keys keys;

  public KeyOptions(Keys keys) {
    this.keys = keys;
  }

  @Override
  public boolean has(String name) {
    return false;
  }

  @Override
  public long durationNanos(String name, long defaultNanos, String meaning) {
    return keys.value(name, Kind.DURATION, meaning, defaultNanos);
  }

  @Override
  public long count(String name, long defaultCount, long min, long max, String meaning) {
    return keys.value(name, Kind.within(Kind.INTEGER, min, max), meaning, defaultCount);
  }

  @Override
  public long sizeBytes(String name, long defaultBytes, long min, long max, String meaning) {
    Kind<Long> bytes =
        new Kind<>("a size such as `1000B`", Units::sizeBytes, each -> each + "B")
            .looking(Kind.SIZE.form());
    return keys.value(name, Kind.within(bytes, min, max), meaning, defaultBytes);
  }

  @Override
  public long packets(String name, long defaultPackets, long min, long max, String meaning) {
    return keys.value(name, Kind.within(Kind.PACKETS, min, max), meaning, defaultPackets);
  }

  @Override
  public double share(String name, double defaultShare, String meaning) {
    return keys.value(name, SHARE, meaning, defaultShare);
  }

  private static double share(String text) throws UnitError {
    double share = Units.number(text);
    if (!(share > 0 && share <= 1)) {
      throw new UnitError(Quoted.of(text) + " must be above 0 and at most 1");
    }
    return share;
  }

  @Override
  public <T> T within(String name, String meaning, Function<OptionReader, T> reading) {
    return keys.within(name, meaning, inner -> reading.apply(new KeyOptions(inner)));
  }

  @Override
  public void refuse(String message, String... names) {
    keys.refuse(message, names);
  }

  @Override
  public double fraction(String name, double defaultValue, double min, double max, String meaning) {
    Kind<Double> share =
        new Kind<>(
            "a number or percentage",
            text -> text.endsWith("%") ? Units.fraction(text) : Units.number(text),
            Units::printNumber);
    Form number = new Form.Decimal(min, max, false);
    return keys.value(
        name,
        Kind.within(share, min, max)
            .looking(new Form.Either(List.of(number, Kind.FRACTION.form()))),
        meaning,
        defaultValue);
  }

  @Override
  public Rate rate(String name, Rate defaultRate, String meaning) {
    return keys.value(name, Kind.RATE.called("a rate such as `40packet/s`"), meaning, defaultRate);
  }

  @Override
  public boolean flag(String name, boolean defaultValue, String meaning) {
    return keys.value(name, Kind.TRUTH, meaning, defaultValue);
  }

  @Override
  public String text(String name, String defaultText, String meaning) {
    return keys.value(name, Kind.TEXT, meaning, defaultText);
  }

  @Override
  public String oneOf(String name, String defaultWord, List<String> words, String meaning) {
    String list = String.join(", ", words);
    Kind<String> word =
        new Kind<>(
            "one of " + list,
            text -> {
              if (!words.contains(text)) {
                throw new UnitError(
                    Quoted.of(text) + " is not one of " + list, Nearest.hint(text, words));
              }
              return text;
            },
            text -> text);
    return keys.value(name, word.looking(new Form.Words(words)), meaning, defaultWord);
  }

  @Override
  public int node(String name, String meaning) {
    throw new IllegalArgumentException("there are no nodes for " + name);
  }

  @Override
  public List<OptionReader> each(String name, String meaning) {
    return List.of();
  }

  @Override
  public <P> List<P> providers(Class<P> kind) {
    return Providers.of(kind);
  }
}
