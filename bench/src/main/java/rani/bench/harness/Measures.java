// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.world.Facts;
import rani.world.Inline;

/**
 * The result of one variant of a case with figures other than units per second: several figures for
 * each contender, each with a value per window.
 *
 * @param bench the case
 * @param variant in words, such as {@code 1000 packets/s}
 * @param isVoid whether the reference did not even agree with itself
 * @param rows one for each contender, in the order of the case
 * @param others figures of the whole variant
 */
public record Measures(
    String bench, String variant, int rounds, boolean isVoid, List<Row> rows, Facts others)
    implements Finding {

  /** The unit of a figure. */
  public enum Kind {
    /** Time, in nanoseconds. */
    NANOS("-nanos"),
    /** Memory, in bytes. */
    BYTES("-bytes"),
    /** Things in a second. */
    PER_SECOND("-per-second"),
    /** Things. */
    COUNT(""),
    /** A part of a whole; 1 is all of it. */
    PART(""),
    /** How many times something else. */
    RATIO("");

    private final String suffix;

    Kind(String suffix) {
      this.suffix = suffix;
    }
  }

  /**
   * One figure of one contender.
   *
   * @param name such as {@code p50}, without a unit
   * @param values one for each window
   */
  public record Figure(String name, Kind kind, Spread values) {
    /** Of those windows. */
    public static Figure of(String name, Kind kind, List<Double> values) {
      return new Figure(name, kind, Spread.of(values));
    }

    /** What programs call it, such as {@code p50-nanos}. */
    private String key() {
      return name.toLowerCase(Locale.ROOT).replace(' ', '-').replace("/", "-per-") + kind.suffix;
    }
  }

  /** The figures of one contender. */
  public record Row(String contender, List<Figure> figures) {
    /** The figure of a name, if it has one. */
    public Optional<Figure> figure(String name) {
      return figures.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private Facts facts() {
      SequencedMap<String, Facts> spreads = new LinkedHashMap<>();
      figures.forEach(each -> spreads.put(each.key(), each.values().facts()));
      return new Shown(contender, spreads);
    }
  }

  private record Shown(String contender, @Inline SequencedMap<String, Facts> figures)
      implements Facts {}

  private record Contenders(List<Facts> contenders) implements Facts {}

  /** What the first contender is to come to beside the reference, in words. */
  public record Goal(String goal) implements Facts {}

  /** The names of all figures, as they come up. */
  public SequencedSet<String> names() {
    SequencedSet<String> names = new LinkedHashSet<>();
    rows.forEach(row -> row.figures().forEach(each -> names.add(each.name())));
    return names;
  }

  /** The same with figures of the whole variant. */
  public Measures with(Facts figures) {
    return new Measures(bench, variant, rounds, isVoid, rows, figures);
  }

  @Override
  public Facts contenders() {
    return new Contenders(rows.stream().map(Row::facts).toList());
  }
}
