// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import rani.lab.file.Location;
import rani.lab.file.Nearest;
import rani.lab.file.Problems;
import rani.lab.file.Quoted;

/**
 * The names that metrics of a run may have. Which of them a run has is known when it is over; but
 * what is none of them no run will ever have.
 *
 * <p>A word in capitals stands for anything: a node, a direction of a link, a reason, a number.
 */
public final class MetricNames {
  private static final List<String> KNOWN =
      List.of(
          "through.NODE",
          "offered.NODE",
          "delivered.NODE",
          "delivered.total",
          "retransmitted.NODE",
          "last-delivery-seconds.NODE",
          "queue.NODE.average-max",
          "queue.NODE.queued-max",
          "queue.NODE.tail-drops",
          "queue.NODE.entered-after-filter.NODE",
          "schedule.done",
          "schedule.refused",
          "drops.total",
          "drops.REASON",
          "lgc.triggers",
          "lgc.misses",
          "lgc.trigger.FIGURE",
          "lgc.trigger.entered.NODE",
          "lgc.trigger-K.FIGURE",
          "lgc.trigger-K.entered.NODE",
          "lgc.miss.FIGURE",
          "lgc.gap-seconds",
          "lgc.decision-spacing-seconds",
          "lgc.crossings-while-resting",
          "lgc.filter-seconds",
          "lgc.active-filter-messages",
          "lgc.active-filter-messages-to-sources",
          "filter.installs.NODE",
          "filter.refreshes.NODE",
          "filter.caught.NODE",
          "filter.at-seconds.NODE",
          "filter.seconds.NODE",
          "filter.installs.total",
          "filter.caught.total",
          "filter.passed-after.NODE",
          "filter.steps-back.NODE",
          "filter.first.NODE",
          "filter.last.NODE",
          "filtered.NODE",
          "dropped.NODE",
          "delivered-or-dropped.NODE",
          "delay.NODE.mean",
          "delay.NODE.p50",
          "delay.NODE.p95",
          "delay.NODE.p99",
          "delay.NODE.max",
          "delay.NODE.percentile-error",
          "delay.NODE.error",
          "rdp.goodput.NODE",
          "rdp.retransmissions.NODE",
          "rdp.timeouts.NODE",
          "rdp.fast-retransmits.NODE",
          "rdp.connections.NODE",
          "rdp.broken.NODE",
          "rdp.responses.NODE",
          "rdp.response-mean-seconds.NODE",
          "rdp.response-max-seconds.NODE",
          "rdp.sawtooth.cuts.NODE",
          "rdp.sawtooth.packets.NODE",
          "rdp.delivered.total",
          "rdp.queue-drops.total",
          "rdp.closes.NODE",
          "rdp.close-size.NODE",
          "rdp.closes-per-second.mean",
          "rdp.close-size.mean",
          "acc.FIGURE",
          "abcd.FIGURE",
          "ufc.drops.total",
          "ufc.reports.total",
          "ufc.shaped.NODE",
          "ufc.shaped.total",
          "throughput.NODE",
          "dropped-per-second.NODE",
          "cpu.FIGURE",
          "live.FIGURE",
          "link.utilisation.DIRECTION",
          "duration-seconds");

  /** Before the name of a metric: over what the baseline has. */
  private static final String RELATIVE = "relative.";

  private static final Pattern ANYTHING = Pattern.compile("[A-Z]+");

  private static final Pattern PATTERN =
      Pattern.compile(
          KNOWN.stream()
              .map(name -> ANYTHING.matcher(name.replace(".", "\\.")).replaceAll(".+"))
              .collect(Collectors.joining("|")));

  private MetricNames() {}

  /** Whether a run may have a metric of that name. */
  public static boolean isKnown(String metric) {
    return PATTERN.matcher(bare(metric)).matches();
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
  static void check(String metric, Location at, Problems problems) {
    if (!metric.isEmpty() && !isKnown(metric)) {
      problems.report(at, "there is no metric " + Quoted.of(metric), hint(metric));
    }
  }

  private static Supplier<String> hint(String metric) {
    return () ->
        Nearest.to(metric, likely(metric))
            .map(name -> "did you mean " + Quoted.of(name) + "?")
            .orElse("docs/files.md has a table of all");
  }

  /** The known names about the same node as the one that was written. */
  private static List<String> likely(String metric) {
    List<String> said = List.of(metric.split("\\.", -1));
    List<String> likely = new ArrayList<>();
    for (String name : KNOWN) {
      List<String> parts = new ArrayList<>(List.of(name.split("\\.", -1)));
      for (int k = 0; k < parts.size(); k++) {
        if (ANYTHING.matcher(parts.get(k)).matches() && k < said.size()) {
          parts.set(k, said.get(k));
        }
      }
      likely.add(String.join(".", parts));
    }
    return likely;
  }
}
