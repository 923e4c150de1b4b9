// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import rani.lab.file.Location;
import rani.lab.file.Nearest;
import rani.lab.file.Problems;
import rani.lab.file.Quoted;
import rani.lab.observe.MetricRow;
import rani.lab.observe.MetricSheet;

/**
 * The names that metrics of a run may have, as the {@link MetricSheet} has them. Which of them a
 * run has is known when it is over; but what is none of them no run will ever have.
 */
public final class MetricNames {
  /** Before the name of a metric: over what the baseline has. */
  private static final String RELATIVE = "relative.";

  private static final Pattern CAPITALS = Pattern.compile("[A-Z]+");

  private MetricNames() {}

  /** Whether a run may have a metric of that name. */
  public static boolean isKnown(String metric) {
    return MetricSheet.find(bare(metric)).isPresent();
  }

  /** Whether it is over what the baseline has, which the report works out. */
  public static boolean isRelative(String metric) {
    return metric.startsWith(RELATIVE);
  }

  /** Without what makes it relative. */
  public static String bare(String metric) {
    return isRelative(metric) ? metric.substring(RELATIVE.length()) : metric;
  }

  /** Reports a name that no metric can have, with the nearest that one can. */
  public static void check(String metric, Location at, Problems problems) {
    if (!metric.isEmpty() && !isKnown(metric)) {
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
