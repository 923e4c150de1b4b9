// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * A line of {@code rani top}: a link of a node, or the node's own queue.
 *
 * @param node its name
 * @param place {@code link-K}, or {@code node}
 * @param peer the node at the other end; empty for the node's own queue
 * @param state {@code up}, {@code down} or {@code cut}; empty for the node's own queue
 * @param inPackets a second
 * @param inBits a second
 * @param outPackets a second
 * @param outBits a second
 * @param utilisation of the rate out, 0…1; negative if the rate has no limit
 * @param queued packets that wait now
 * @param average the discipline's
 * @param limit of the queue
 * @param lateP99Millis how late its departures are, since the node began
 * @param dropsPerSecond of the node, by reason; on its first line alone
 */
record TopRow(
    String node,
    String place,
    String peer,
    String state,
    double inPackets,
    double inBits,
    double outPackets,
    double outBits,
    double utilisation,
    double queued,
    double average,
    double limit,
    double lateP99Millis,
    Map<String, Double> dropsPerSecond) {
  static final double NO_LIMIT = -1;

  private static final String OWN_QUEUE = "node";
  private static final int BITS = 8;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * The lines of a node.
   *
   * @param names of nodes by their addresses
   */
  static List<TopRow> of(
      String name,
      TopSample.Node before,
      TopSample.Node now,
      double seconds,
      Map<String, String> names) {
    List<TopRow> rows = new ArrayList<>();
    Map<String, Double> drops = new LinkedHashMap<>();
    now.drops()
        .forEach(
            (reason, count) -> {
              double more = (count - before.drops().getOrDefault(reason, 0.0)) / seconds;
              if (more > 0) {
                drops.put(reason, more);
              }
            });
    Map<String, Object> own = now.queues().get(OWN_QUEUE);
    if (own != null) {
      rows.add(row(name, OWN_QUEUE, "", "", Map.of(), Map.of(), own, seconds, drops));
    }
    now.links()
        .forEach(
            (link, facts) -> {
              String address = String.valueOf(facts.getOrDefault("neighbour", ""));
              String state = Boolean.TRUE.equals(facts.get("up")) ? "up" : "down";
              rows.add(
                  row(
                      name,
                      link,
                      names.getOrDefault(address, address),
                      Boolean.TRUE.equals(facts.get("cut")) ? "cut" : state,
                      before.links().getOrDefault(link, Map.of()),
                      facts,
                      facts,
                      seconds,
                      rows.isEmpty() ? drops : Map.of()));
            });
    return rows;
  }

  private static TopRow row(
      String node,
      String place,
      String peer,
      String state,
      Map<String, Object> before,
      Map<String, Object> traffic,
      Map<String, Object> queue,
      double seconds,
      Map<String, Double> drops) {
    double outPackets = rate(before, traffic, "packets-out", seconds);
    double outBits = BITS * rate(before, traffic, "bytes-out", seconds);
    return new TopRow(
        node,
        place,
        peer,
        state,
        rate(before, traffic, "packets-in", seconds),
        BITS * rate(before, traffic, "bytes-in", seconds),
        outPackets,
        outBits,
        utilisation(String.valueOf(traffic.getOrDefault("rate", "")), outPackets, outBits),
        TopSample.number(queue, "queued-frames"),
        TopSample.number(queue, "average-frames"),
        TopSample.number(queue, "limit-frames"),
        TopSample.number(queue, "late-p99-nanos") / NANOS_PER_MILLI,
        drops);
  }

  private static double rate(
      Map<String, Object> before, Map<String, Object> now, String key, double seconds) {
    return Math.max(0, TopSample.number(now, key) - TopSample.number(before, key)) / seconds;
  }

  private static double utilisation(String rate, double packets, double bits) {
    if (!rate.matches("\\d+(\\.\\d+)?(bit|packet)/s")) {
      return NO_LIMIT;
    }
    double limit = Double.parseDouble(rate.replaceAll("[a-z/]+$", ""));
    return (rate.endsWith("bit/s") ? bits : packets) / limit;
  }

  /** All drops a second. */
  double drops() {
    return dropsPerSecond.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The line for programs. */
  SequencedMap<String, Object> json() {
    SequencedMap<String, Object> object = new LinkedHashMap<>();
    object.put("node", node);
    object.put("place", place);
    if (!peer.isEmpty()) {
      object.put("peer", peer);
      object.put("state", state);
      object.put("in-packets-per-second", inPackets);
      object.put("in-bits-per-second", inBits);
      object.put("out-packets-per-second", outPackets);
      object.put("out-bits-per-second", outBits);
    }
    if (utilisation != NO_LIMIT) {
      object.put("utilisation", utilisation);
    }
    object.put("queued-packets", queued);
    object.put("average-packets", average);
    object.put("limit-packets", limit);
    object.put("late-p99-milliseconds", lateP99Millis);
    object.put("drops-per-second", dropsPerSecond);
    return object;
  }
}
