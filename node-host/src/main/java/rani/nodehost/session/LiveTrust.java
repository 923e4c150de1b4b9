// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** What speaks against believing a live run, found in what a node and its world say of it. */
public final class LiveTrust {
  /** Of departures that have a due time, how many may be late; one may be in any case. */
  static final double LATE_FRACTION_MAX = 0.01;

  /** Under which a node tells what it has counted lately. */
  static final String RECENT = "recent";

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private LiveTrust() {}

  /**
   * The reasons for doubt at one node.
   *
   * @param queues what the node shows of its queues
   * @param live what its world knows of it
   */
  public static List<String> reasons(
      String node, SequencedMap<String, Object> queues, SequencedMap<String, Object> live) {
    List<String> reasons = new ArrayList<>();
    queues.forEach(
        (queue, facts) -> lateness(node, "from queue " + queue, "", (Map<?, ?>) facts, reasons));
    lateness(node, "from its wires", "wire-", live, reasons);
    count(reasons, live, "socket-full", node, "frames dropped because a send socket was full");
    count(
        reasons,
        live,
        "receive-overflow",
        node,
        "frames dropped because a receive socket was full");
    count(reasons, live, "port-unreachable", node, "frames sent to a neighbour who was not there");
    count(reasons, live, "socket-errors", node, "errors of sockets");
    count(reasons, live, "delay-line-dropped", node, "frames dropped because its wires were full");
    count(reasons, live, "failures", node, "failures of the node itself");
    count(reasons, live, "trace-lines-lost", node, "lines of its trace lost");
    long stalls = number(live, "stalls");
    if (stalls > 0) {
      reasons.add(
          String.format(
                  Locale.ROOT, "%s: stood still %s", node, stalls == 1 ? "once" : stalls + " times")
              + upTo(live, "stall-longest-nanos", ", for up to %.0f ms"));
    }
    if (live.get("blocked-longest-nanos") instanceof Map<?, ?> blocked) {
      blocked.forEach(
          (service, nanos) ->
              reasons.add(
                  String.format(
                      Locale.ROOT,
                      "%s: service %s blocked for %.1f s",
                      node,
                      service,
                      number(blocked, String.valueOf(service)) / NANOS_PER_SECOND)));
    }
    if (live.get("trace-failure") instanceof String failure && !failure.isEmpty()) {
      reasons.add(node + ": " + failure);
    }
    return reasons;
  }

  /**
   * The same of the last minute alone.
   *
   * @param live with what {@link RecentCounts} tells
   */
  public static List<String> recentReasons(String node, SequencedMap<String, Object> live) {
    return live.get(RECENT) instanceof Map<?, ?> recent
        ? reasons(node, named(recent.get("queues")), named(recent.get("live")))
        : List.of();
  }

  /** How long what is recent goes back, in seconds; 0 if the node does not say. */
  public static double recentSeconds(SequencedMap<String, Object> live) {
    return live.get(RECENT) instanceof Map<?, ?> recent
            && recent.get("seconds") instanceof Number seconds
        ? seconds.doubleValue()
        : 0;
  }

  private static SequencedMap<String, Object> named(@Nullable Object facts) {
    SequencedMap<String, Object> named = new LinkedHashMap<>();
    if (facts instanceof Map<?, ?> map) {
      map.forEach((name, value) -> named.put(String.valueOf(name), value));
    }
    return named;
  }

  private static void lateness(
      String node, String from, String prefix, Map<?, ?> facts, List<String> reasons) {
    long paced = number(facts, prefix.isEmpty() ? "paced-departures" : prefix + "departures");
    long late = number(facts, prefix + "late-departures");
    if (late > Math.max(1, LATE_FRACTION_MAX * paced)) {
      reasons.add(
          String.format(
                  Locale.ROOT, "%s: %d of %d departures %s were late", node, late, paced, from)
              + upTo(facts, prefix + "late-max-nanos", ", by up to %.1f ms"));
    }
  }

  private static String upTo(Map<?, ?> facts, String name, String text) {
    return facts.containsKey(name)
        ? String.format(Locale.ROOT, text, number(facts, name) / NANOS_PER_MILLI)
        : "";
  }

  private static void count(
      List<String> reasons, Map<?, ?> facts, String name, String node, String what) {
    long count = number(facts, name);
    if (count > 0) {
      reasons.add(node + ": " + count + " " + what);
    }
  }

  private static long number(Map<?, ?> facts, String name) {
    return facts.get(name) instanceof Number number ? number.longValue() : 0;
  }
}
