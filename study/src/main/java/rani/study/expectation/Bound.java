// SPDX-License-Identifier: Apache-2.0
package rani.study.expectation;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A condition on a number, with one limit, or two for {@link Relation#BETWEEN}. */
public record Bound(Relation relation, List<Limit> limits) {
  /** Largest relative difference of two numbers that count as equal. */
  private static final double SAME_RELATIVE = 1e-9;

  /** Relation of a number to one or two limits. Files name relations in lower case with hyphens. */
  public enum Relation {
    EQUALS("The same, rounding of the last digits aside."),
    ABOVE("Greater."),
    BELOW("Less."),
    AT_LEAST("The same or greater."),
    AT_MOST("The same or less."),
    BETWEEN("Neither below the first nor above the second.");

    private final String meaning;

    Relation(String meaning) {
      this.meaning = meaning;
    }

    /** Returns the relation in a sentence, for the documentation of files. */
    public String meaning() {
      return meaning;
    }

    int limits() {
      return this == BETWEEN ? 2 : 1;
    }
  }

  /** A number, in the unit of metrics; null if the file names a metric of the same run. */
  public record Limit(String text, @Nullable Double number) {}

  public Bound {
    limits = List.copyOf(limits);
  }

  /** Returns whether a number meets the condition of the first and last limit. NaN never does. */
  public boolean holds(double value, double low, double high) {
    return switch (relation) {
      case EQUALS -> isSame(value, low);
      case ABOVE -> value > low && !isSame(value, low);
      case BELOW -> value < low && !isSame(value, low);
      case AT_LEAST -> value >= low || isSame(value, low);
      case AT_MOST -> value <= low || isSame(value, low);
      case BETWEEN ->
          (value >= low || isSame(value, low)) && (value <= high || isSame(value, high));
    };
  }

  /** Returns the condition in words: {@code at least 2}, {@code between 45% and 60%}. */
  @Override
  public String toString() {
    return relation.name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + " "
        + limits.stream().map(Limit::text).collect(Collectors.joining(" and "));
  }

  private static boolean isSame(double a, double b) {
    return a == b || Math.abs(a - b) <= SAME_RELATIVE * Math.max(Math.abs(a), Math.abs(b));
  }
}
