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
import rani.service.metric.MetricRow;
import rani.study.observe.MetricSheet;
import rani.study.statistics.Harm;

/**
 * The names that metrics of a run may have, as the {@link MetricSheet} has them. Which of them a
 * run has is known when it is over; but what is none of them no run will ever have.
 */
public final class MetricNames {
  /** Prefix of a metric: its ratio to the baseline's. */
  private static final String RELATIVE = "relative.";

  /** Prefix of a metric: its harm, relative to the baseline. */
  private static final String HARM = "harm.";

  private static final Pattern CAPITALS = Pattern.compile("[A-Z]+");

  private MetricNames() {}

  /** Whether a run may have a metric of that name. */
  public static boolean isKnown(String metric) {
    return MetricSheet.find(bare(metric)).isPresent() && (!isHarm(metric) || harm(metric) != null);
  }

  /** Whether it is relative to the baseline, as computed by the report. */
  public static boolean isRelative(String metric) {
    return metric.startsWith(RELATIVE) || isHarm(metric);
  }

  /** Whether it is {@link Harm}. */
  public static boolean isHarm(String metric) {
    return metric.startsWith(HARM);
  }

  /** The name without prefix. */
  public static String bare(String metric) {
    return isRelative(metric) ? metric.substring(metric.indexOf('.') + 1) : metric;
  }

  /** Adds one that is looked at; of harm what it is done to, as well. */
  public static void addTo(Collection<String> names, String metric) {
    names.add(metric);
    if (isHarm(metric)) {
      names.add(bare(metric));
    }
  }

  /** The harm to a metric. */
  public static String harmTo(String metric) {
    return HARM + metric;
  }

  /**
   * What a relative metric is, of one pair of trials.
   *
   * @param baseline what the baseline's trial has of it
   * @param own what the trial with the same seed has
   * @return NaN where the baseline's says nothing
   */
  public static double overBaseline(String metric, double baseline, double own) {
    Harm harm = harm(metric);
    return harm != null ? harm.of(baseline, own) : baseline > 0 ? own / baseline : Double.NaN;
  }

  private static @Nullable Harm harm(String metric) {
    return isHarm(metric) ? Harm.to(bare(metric)).orElse(null) : null;
  }

  /** Reports a name that no metric can have, with the nearest that one can. */
  public static void check(String metric, Location at, Problems problems) {
    if (isHarm(metric) && harm(metric) == null && MetricSheet.find(bare(metric)).isPresent()) {
      problems.report(
          at,
          "there is no " + Quoted.of(metric) + ": nothing says which way it is better",
          () -> "harm is to throughput, goodput, deliveries, delays and times of responses");
    } else if (!metric.isEmpty() && !isKnown(metric)) {
      problems.report(at, "there is no metric " + Quoted.of(metric), hint(metric));
    }
  }

  private static Supplier<String> hint(String metric) {
    return () ->
        Nearest.to(metric, likely(metric))
            .map(name -> "did you mean " + Quoted.of(name) + "?")
            .orElse("`rani metrics --explain` and docs/metrics.md have them all");
  }

  /** The known names about the same node as the one that was written. */
  private static List<String> likely(String metric) {
    List<String> said = List.of(metric.split("\\.", -1));
    List<String> likely = new ArrayList<>();
    for (MetricRow row : MetricSheet.rows()) {
      List<String> parts = new ArrayList<>(List.of(row.pattern().split("\\.", -1)));
      for (int k = 0; k < parts.size(); k++) {
        if (CAPITALS.matcher(parts.get(k)).matches() && k < said.size()) {
          parts.set(k, said.get(k));
        }
      }
      likely.add(String.join(".", parts));
    }
    return likely;
  }
}
