// SPDX-License-Identifier: Apache-2.0
package rani.study.expectation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.model.file.Location;
import rani.model.file.Nearest;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.study.observe.MetricSheet;
import rani.study.series.SeriesName;
import rani.study.statistics.Harm;

/**
 * Checks names of metrics against the patterns of {@link MetricSheet}: a name without pattern is
 * wrong for every run, though which metrics a run has is known only at its end.
 */
public final class MetricNames {
  /** Prefix of a metric's ratio to the baseline. */
  private static final String RELATIVE = "relative.";

  /** Prefix of a metric's {@link Harm} relative to the baseline. */
  private static final String HARM = "harm.";

  private static final String LINK = "A->B";
  private static final Pattern CAPITALS = Pattern.compile("[A-Z]+");

  private MetricNames() {}

  /** Returns whether a run may have a metric of that name. */
  public static boolean isKnown(String metric) {
    return MetricSheet.find(bare(metric)).isPresent() && (!isHarm(metric) || harm(metric) != null);
  }

  /** Returns whether the report computes the metric relative to the baseline. */
  public static boolean isRelative(String metric) {
    return metric.startsWith(RELATIVE) || isHarm(metric);
  }

  public static boolean isHarm(String metric) {
    return metric.startsWith(HARM);
  }

  public static String bare(String metric) {
    return isRelative(metric) ? metric.substring(metric.indexOf('.') + 1) : metric;
  }

  /** Adds a metric's name and, for harm, also the name of the harmed metric. */
  public static void addTo(Collection<String> names, String metric) {
    names.add(metric);
    if (isHarm(metric)) {
      names.add(bare(metric));
    }
  }

  public static String harmTo(String metric) {
    return HARM + metric;
  }

  /**
   * Returns the value of a relative metric for two trials with the same seed, the baseline's and
   * another. NaN if the baseline's value is not positive.
   */
  public static double overBaseline(String metric, double baseline, double own) {
    Harm harm = harm(metric);
    return harm != null ? harm.of(baseline, own) : baseline > 0 ? own / baseline : Double.NaN;
  }

  private static @Nullable Harm harm(String metric) {
    return isHarm(metric) ? Harm.to(bare(metric)).orElse(null) : null;
  }

  /** Reports a name that no metric can have, with the nearest known name. */
  public static void check(String metric, Location at, Problems problems) {
    check(metric, at, List.of(), problems);
  }

  /** Reports a name that neither a metric nor a series can have, with the nearest known name. */
  public static void checkBesideSeries(String metric, Location at, Problems problems) {
    check(metric, at, SeriesName.patterns(), problems);
  }

  private static void check(String metric, Location at, List<String> besides, Problems problems) {
    if (isHarm(metric) && harm(metric) == null && MetricSheet.find(bare(metric)).isPresent()) {
      problems.report(
          at,
          "there is no " + Quoted.of(metric) + ": nothing says which way it is better",
          () -> "harm is to throughput, goodput, deliveries, delays and times of responses");
    } else if (!metric.isEmpty() && !isKnown(metric)) {
      problems.report(at, "there is no metric " + Quoted.of(metric), hint(metric, besides));
    }
  }

  private static Supplier<String> hint(String metric, List<String> besides) {
    return () ->
        Nearest.to(metric, likely(metric, besides))
            .map(name -> "did you mean " + Quoted.of(name) + "?")
            .orElse("`rani metrics --explain` and docs/metrics.md have them all");
  }

  /** Returns all known names, with the given name's node in place of placeholders such as NODE. */
  private static List<String> likely(String metric, List<String> besides) {
    List<String> said = List.of(metric.split("\\.", -1));
    List<String> likely = new ArrayList<>();
    List<String> patterns = new ArrayList<>(besides);
    MetricSheet.rows().forEach(row -> patterns.add(row.pattern()));
    for (String pattern : patterns) {
      String[] parts = pattern.split("\\.", -1);
      for (int k = 0; k < Math.min(parts.length, said.size()); k++) {
        if (CAPITALS.matcher(parts[k]).matches() || parts[k].equals(LINK)) {
          parts[k] = said.get(k);
        }
      }
      likely.add(String.join(".", parts));
    }
    return likely;
  }
}
