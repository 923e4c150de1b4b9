// SPDX-License-Identifier: Apache-2.0
package rani.study.expectation;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.file.Units;

/**
 * A condition that the result of a run must meet. Its name is unique in its file, by default the
 * metric. Live runs do not check a {@code virtualOnly} expectation, because a live run is never
 * exactly on time and cannot promise exact counts.
 */
public record Expectation(String name, String metric, Bound bound, boolean virtualOnly) {
  /**
   * The result of an expectation. The value is null if the run has no such metric; the reason of a
   * failure is one line, and empty if the expectation passed.
   */
  public record Result(
      Expectation expectation, @Nullable Double value, boolean passed, String reason) {}

  /**
   * Evaluates the expectation on a run's metrics. A missing metric fails, with the nearest name.
   */
  public Result judge(SequencedMap<String, Double> metrics) {
    Double value = metrics.get(metric);
    if (value == null) {
      return new Result(this, null, false, missing(metric, metrics));
    }
    List<Double> limits = new ArrayList<>();
    for (Bound.Limit limit : bound.limits()) {
      Double number = limit.number() == null ? metrics.get(limit.text()) : limit.number();
      if (number == null) {
        return new Result(this, value, false, missing(limit.text(), metrics));
      }
      limits.add(number);
    }
    boolean passed = bound.holds(value, limits.getFirst(), limits.getLast());
    return new Result(this, value, passed, passed ? "" : reason(value, limits));
  }

  private String reason(double value, List<Double> limits) {
    List<String> references =
        IntStream.range(0, limits.size())
            .filter(i -> bound.limits().get(i).number() == null)
            .mapToObj(i -> bound.limits().get(i).text() + " is " + Units.printNumber(limits.get(i)))
            .toList();
    String ours = Double.isFinite(value) ? Units.printNumber(value) : Double.toString(value);
    return ours
        + " is not "
        + bound
        + (references.isEmpty() ? "" : " (" + String.join(", ", references) + ")");
  }

  private static String missing(String metric, SequencedMap<String, Double> metrics) {
    return "the run has no metric %s; %s"
        .formatted(Quoted.of(metric), Nearest.hint(metric, metrics.sequencedKeySet()));
  }

  public static List<Result> judge(
      List<Expectation> expectations, SequencedMap<String, Double> metrics) {
    return expectations.stream().map(expectation -> expectation.judge(metrics)).toList();
  }
}
