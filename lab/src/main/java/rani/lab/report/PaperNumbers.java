// SPDX-License-Identifier: Apache-2.0
package rani.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/** Puts what a paper prints beside what was measured, metric by metric, each in words. */
public final class PaperNumbers {
  /** Before a metric's name: its value over that of the baseline with the same seed. */
  static final String RELATIVE = "relative.";

  private static final String TRIGGER = "lgc.trigger.";
  private static final String LATER_TRIGGER = "lgc.trigger-";

  private PaperNumbers() {}

  /**
   * One comparison per printed value, in the order printed.
   *
   * @param printed the paper's values by metric: a number, a percentage, or a bound such as {@code
   *     <10}
   * @param metrics ours
   * @throws IllegalArgumentException if a printed value is none of these
   */
  public static List<Comparison> compare(
      SequencedMap<String, String> printed, Map<String, Double> metrics) {
    var comparisons = new ArrayList<Comparison>();
    printed.forEach(
        (metric, value) ->
            comparisons.add(Comparison.of(inWords(metric), metric, value, metrics.get(metric))));
    return comparisons;
  }

  /** The same over several trials. */
  static List<Comparison> compareAll(
      SequencedMap<String, String> printed, List<? extends Map<String, Double>> trials) {
    var comparisons = new ArrayList<Comparison>();
    printed.forEach(
        (metric, value) -> {
          double[] ours =
              trials.stream()
                  .map(metrics -> metrics.get(metric))
                  .filter(Objects::nonNull)
                  .mapToDouble(Double::doubleValue)
                  .toArray();
          comparisons.add(Comparison.ofAll(inWords(metric), metric, value, ours));
        });
    return comparisons;
  }

  /** What a metric measures; its name, if nothing better is known. */
  static String inWords(String metric) {
    if (metric.startsWith(RELATIVE)) {
      return inWords(metric.substring(RELATIVE.length())) + ", relative to the baseline";
    }
    String[] parts = metric.split("\\.", 3);
    if (metric.startsWith(LATER_TRIGGER) && parts.length == 3) {
      String number = parts[1].substring(parts[1].indexOf('-') + 1);
      return inWords(TRIGGER + parts[2]) + ", trigger " + number;
    }
    if (metric.startsWith("rdp.") && !metric.endsWith(".total") && !metric.endsWith(".mean")) {
      return ofConnections(metric);
    }
    if (metric.startsWith("link.utilisation.")) {
      return "utilisation of " + metric.substring("link.utilisation.".length());
    }
    if (metric.startsWith("delay.")) {
      return ofDelay(metric);
    }
    if (metric.startsWith("filter.")) {
      return ofFilter(metric);
    }
    if (parts.length == 3
        && metric.startsWith("queue.")
        && parts[2].startsWith("entered-after-filter.")) {
      return "filtered packets that entered " + parts[1];
    }
    if (metric.startsWith("lgc.trigger.entered.")) {
      String of = metric.substring("lgc.trigger.entered.".length());
      return of.equals("total")
          ? "packets that had arrived at the trigger"
          : "of them, packets of " + of;
    }
    if (metric.startsWith("queue.") && parts.length == 3) {
      return switch (parts[2]) {
        case "average-max" -> "greatest average queue at " + parts[1];
        case "queued-max" -> "greatest queue at " + parts[1];
        case "tail-drops" -> "packets lost to the full buffer of " + parts[1];
        default -> metric;
      };
    }
    return switch (metric) {
      case "lgc.triggers" -> "triggers of LGC";
      case "lgc.misses" -> "triggers that found nobody above r";
      case "lgc.trigger.p" -> "packets in the queue at the trigger (p)";
      case "lgc.trigger.n" -> "connections among them (n)";
      case "lgc.trigger.r" -> "packets one connection may hold (r)";
      case "lgc.trigger.held" -> "packets that the greediest holds";
      case "lgc.trigger.share" -> "permissible share of the queue (qo)";
      case "lgc.trigger.source" -> "number of the source that is filtered";
      case "lgc.trigger.at-seconds" -> "time of the trigger";
      case "lgc.trigger.held-share" -> "share of the queue that the greediest holds";
      case "lgc.miss.at-seconds" -> "time of the first miss";
      case "lgc.miss.source" -> "number of the greediest source, at the miss";
      case "schedule.done" -> "scheduled orders carried out";
      case "schedule.refused" -> "scheduled orders refused";
      case "lgc.miss.p" -> "packets in the queue at the miss (p)";
      case "lgc.miss.n" -> "connections among them (n), at the miss";
      case "lgc.miss.r" -> "packets one connection may hold (r), at the miss";
      case "lgc.miss.held" -> "packets that the greediest holds, at the miss";
      case "lgc.miss.share" -> "permissible share of the queue (qo), at the miss";
      case "lgc.miss.held-share" -> "share of the queue that the greediest holds, at the miss";
      case "lgc.decision-spacing-seconds" -> "least time between two decisions of LGC";
      case "lgc.crossings-while-resting" -> "times the average passed max_th while LGC rested";
      case "lgc.active-filter-messages-to-sources" -> "messages that went to a source";
      case "lgc.gap-seconds" -> "time from A to B (T)";
      case "lgc.filter-seconds" -> "time the filter is set for";
      case "lgc.active-filter-messages" -> "messages that move the filter";
      case "rdp.goodput.total" -> "goodput of all connections";
      case "rdp.retransmissions.total" -> "segments sent again";
      case "rdp.timeouts.total" -> "retransmission timeouts";
      case "rdp.fast-retransmits.total" -> "fast retransmits";
      case "rdp.closes.total" -> "times that windows were closed";
      case "rdp.closes-per-second.mean" -> "closes per second of a source's window";
      case "rdp.close-size.mean" -> "packets by which a close closes a window";
      case "acc.actions.total" -> "losses that ACC answered";
      case "acc.filters.total" -> "filters that ACC installed";
      case "acc.discarded.total" -> "packets that ACC's filters discarded";
      case "acc.let-go.total" -> "segments that senders took as lost for ACC";
      case "acc.requests-taken.total" -> "requests of ACC that senders followed";
      case "abcd.shortened.total" -> "packets that routers shortened";
      case "abcd.removed-bytes.total" -> "bytes that routers took off packets";
      case "rdp.queue-drops.total" -> "packets of connections that queues dropped";
      case "rdp.delivered.total" -> "data that sinks took";
      case "abcd.requests.total" -> "words of ABCD to senders";
      case "abcd.triplet.mean" -> "available bandwidth by triplets";
      case "abcd.residual.mean" -> "available bandwidth by what is left";
      case "abcd.packet-bytes.mean" -> "packet size that ABCD allows";
      case "abcd.window-packets.mean" -> "window of ABCD's senders, in packets";
      case "ufc.drops.total" -> "packets of precedence 0 that queues dropped";
      case "ufc.reports.total" -> "reports of drops";
      case "ufc.shaped.total" -> "packets that shapers dropped";
      case "cpu.seconds.total" -> "CPU seconds of all nodes";
      case "cpu.seconds-per-megabyte" -> "CPU seconds for each MB delivered";
      case "live.runs" -> "times that the trial was run";
      case "live.doubtful" -> "trials that remain doubtful";
      case "delivered.total" -> "packets delivered in all";
      case "drops.total" -> "packets dropped in all";
      case "duration-seconds" -> "duration";
      default -> ofNode(metric, parts);
    };
  }

  private static String ofDelay(String metric) {
    String of = metric.substring("delay.".length());
    int dot = of.lastIndexOf('.');
    String node = dot < 0 ? of : of.substring(0, dot);
    return switch (dot < 0 ? "" : of.substring(dot + 1)) {
      case "mean" -> "mean delay of packets of " + node;
      case "p50" -> "median delay of packets of " + node;
      case "p95" -> "95th percentile of the delay of packets of " + node;
      case "p99" -> "99th percentile of the delay of packets of " + node;
      case "max" -> "longest delay of packets of " + node;
      case "percentile-error" -> "relative error of percentiles of the delay of packets of " + node;
      case "error" -> "error of delays of packets of " + node + ", for clocks of several hosts";
      default -> metric;
    };
  }

  private static String ofFilter(String metric) {
    String[] parts = metric.split("\\.", 3);
    if (parts.length < 3) {
      return metric;
    }
    boolean all = parts[2].equals("total");
    return switch (parts[1]) {
      case "caught" -> "packets that filters caught" + (all ? " in all" : " at " + parts[2]);
      case "installs" -> "filters installed" + (all ? " in all" : " at " + parts[2]);
      case "refreshes" -> "times that the filter at " + parts[2] + " was set again";
      case "at-seconds" -> "time of the filter at " + parts[2];
      case "seconds" -> "time that the filter at " + parts[2] + " is set for";
      case "first" -> "first packet that the filter at " + parts[2] + " caught";
      case "last" -> "last packet that the filter at " + parts[2] + " caught";
      case "passed-after" -> "packets of " + parts[2] + " that came through after a filtered one";
      case "steps-back" -> "times that the filter of " + parts[2] + " caught further down again";
      default -> metric;
    };
  }

  private static String ofConnections(String metric) {
    int dot = metric.lastIndexOf('.');
    String node = metric.substring(dot + 1);
    return switch (metric.substring(0, dot)) {
      case "rdp.connections" -> "connections of " + node;
      case "rdp.broken" -> "connections of " + node + " that broke";
      case "rdp.retransmissions" -> "segments that " + node + " sent again";
      case "rdp.timeouts" -> "retransmission timeouts of " + node;
      case "rdp.fast-retransmits" -> "fast retransmits of " + node;
      case "rdp.goodput" -> "goodput of " + node + "";
      case "rdp.closes" -> "times that a window of " + node + " was closed";
      case "rdp.close-size" -> "packets by which a close closes a window of " + node;
      case "rdp.responses" -> "responses to " + node;
      case "rdp.response-mean-seconds" -> "mean time of a response to " + node;
      case "rdp.response-max-seconds" -> "longest time of a response to " + node;
      case "rdp.sawtooth.cuts" -> "times that a window of " + node + " was cut";
      case "rdp.sawtooth.packets" -> "packets that " + node + " sends from cut to cut";
      default -> metric;
    };
  }

  private static String ofNode(String metric, String[] parts) {
    if (parts.length < 2) {
      return metric;
    }
    String rest = metric.substring(parts[0].length() + 1);
    return switch (parts[0]) {
      case "filtered" -> "packets filtered of " + rest;
      case "retransmitted" -> "packets that " + rest + " sent again";
      case "last-delivery-seconds" -> "time when the last packet of " + rest + " arrived";
      case "delivered-or-dropped" -> "packets delivered or dropped of " + rest;
      case "cpu" -> "CPU seconds of " + parts[parts.length - 1];
      case "through" -> "throughput of " + rest;
      case "throughput" -> "what arrives of " + rest;
      case "dropped-per-second" -> "packets dropped of " + rest + " in a second";
      case "ufc" -> "packets that the shaper at " + parts[parts.length - 1] + " dropped";
      case "offered" -> "packets offered by " + rest;
      case "delivered" -> "packets delivered of " + rest;
      case "drops" -> "packets dropped: " + rest;
      case "dropped" -> "packets dropped of " + rest;
      default -> metric;
    };
  }
}
