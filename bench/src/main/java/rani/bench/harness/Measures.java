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
 * The result of a variant, such as {@code 1000 packets/s}, with several figures for each contender.
 * It is void if the control deviates from the reference.
 */
public record Measures(
    String bench, String variant, int rounds, boolean isVoid, List<Row> rows, Facts others)
    implements Finding {

  /** The unit of a figure. */
  public enum Kind {
    NANOS("-nanos"),
    BYTES("-bytes"),
    /** Events per second. */
    PER_SECOND("-per-second"),
    COUNT(""),
    /** A share; 1 is all. */
    PART(""),
    /** A quotient of two figures. */
    RATIO("");

    private final String suffix;

    Kind(String suffix) {
      this.suffix = suffix;
    }
  }

  /** One figure of one contender, such as {@code p50}, with a value for each window. */
  public record Figure(String name, Kind kind, Spread values) {
    public static Figure of(String name, Kind kind, List<Double> values) {
      return new Figure(name, kind, Spread.of(values));
    }

    /** Returns the JSON key, such as {@code p50-nanos}. */
    private String key() {
      return name.toLowerCase(Locale.ROOT).replace(' ', '-').replace("/", "-per-") + kind.suffix;
    }
  }

  public record Row(String contender, List<Figure> figures) {
    /** Returns the figure of a name; empty if the contender has none. */
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

  /** The goal of a case in words, such as {@code p50 ratio ≤ 1.15}. */
  public record Goal(String goal) implements Facts {}

  /** Returns the names of all figures, in order of first appearance. */
  public SequencedSet<String> names() {
    SequencedSet<String> names = new LinkedHashSet<>();
    rows.forEach(row -> row.figures().forEach(each -> names.add(each.name())));
    return names;
  }

  /** Adds figures of the whole variant. */
  public Measures with(Facts figures) {
    return new Measures(bench, variant, rounds, isVoid, rows, figures);
  }

  @Override
  public Facts contenders() {
    return new Contenders(rows.stream().map(Row::facts).toList());
  }
}
