// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * How often and how far congestion closed the windows of sources, and what Active Congestion
 * Control and ABCD did, by what the services said at the end of the run.
 */
final class ClosingMetrics {
  private final SequencedMap<String, Closes> closesByNode = new LinkedHashMap<>();
  private double actions;
  private double filters;
  private double discarded;
  private double letGo;
  private double requestsTaken;
  private double shortened;
  private double removedBytes;
  private double deliveredBytes;
  private final List<Map<?, ?>> abcdMonitors = new ArrayList<>();

  /** Of one source, over all its connections. */
  private record Closes(double count, double packets) {}

  /**
   * Reads the facts.
   *
   * @param facts node → service → its facts, as {@link Observations#metrics} has them
   */
  ClosingMetrics(Map<String, ? extends Map<String, ?>> facts) {
    facts.forEach(
        (node, services) -> {
          Object source = services.get("source");
          if (has(source, "closes")) {
            closesByNode.put(
                node, new Closes(number(source, "closes"), number(source, "closed-packets")));
          }
          letGo += number(source, "let-go");
          requestsTaken += number(source, "requests-taken");
          actions += number(services.get("acc-monitor"), "actions");
          filters += number(services.get("acc-filter"), "installed");
          discarded += number(services.get("acc-filter"), "discarded");
          shortened += number(services.get("abcd-splitter"), "shortened");
          removedBytes += number(services.get("abcd-splitter"), "removed-bytes");
          deliveredBytes += number(services.get("sink"), "message-bytes");
          if (services.get("abcd-monitor") instanceof Map<?, ?> monitor) {
            abcdMonitors.add(monitor);
          }
        });
  }

  /** Over a run of so many seconds. */
  void addTo(Map<String, Double> metrics, double seconds) {
    double count = 0;
    double packets = 0;
    for (Map.Entry<String, Closes> one : closesByNode.entrySet()) {
      Closes closes = one.getValue();
      count += closes.count();
      packets += closes.packets();
      metrics.put("rdp.closes." + one.getKey(), closes.count());
      if (closes.count() > 0) {
        metrics.put("rdp.close-size." + one.getKey(), closes.packets() / closes.count());
      }
    }
    if (!closesByNode.isEmpty()) {
      metrics.put("rdp.closes.total", count);
      if (seconds > 0) {
        metrics.put("rdp.closes-per-second.mean", count / seconds / closesByNode.size());
      }
      if (count > 0) {
        metrics.put("rdp.close-size.mean", packets / count);
      }
    }
    metrics.put("acc.actions.total", actions);
    metrics.put("acc.filters.total", filters);
    metrics.put("acc.discarded.total", discarded);
    metrics.put("acc.let-go.total", letGo);
    metrics.put("acc.requests-taken.total", requestsTaken);
    metrics.put("abcd.shortened.total", shortened);
    metrics.put("abcd.removed-bytes.total", removedBytes);
    if (deliveredBytes > 0 && seconds > 0) {
      metrics.put("rdp.delivered.total", 8 * deliveredBytes / seconds);
    }
    double requests = 0;
    for (Map<?, ?> monitor : abcdMonitors) {
      requests += number(monitor, "requests");
    }
    metrics.put("abcd.requests.total", requests);
    if (abcdMonitors.size() == 1) { // means of several do not add up to one
      Map<?, ?> monitor = abcdMonitors.getFirst();
      metrics.put("abcd.triplet.mean", number(monitor, "triplet-mean-bits-per-second"));
      metrics.put("abcd.residual.mean", number(monitor, "residual-mean-bits-per-second"));
      metrics.put("abcd.packet-bytes.mean", number(monitor, "packet-mean-bytes"));
      metrics.put("abcd.window-packets.mean", number(monitor, "window-mean-packets"));
    }
  }

  private static boolean has(@Nullable Object facts, String name) {
    return facts instanceof Map<?, ?> values && values.get(name) instanceof Number;
  }

  private static double number(@Nullable Object facts, String name) {
    return facts instanceof Map<?, ?> values && values.get(name) instanceof Number number
        ? number.doubleValue()
        : 0;
  }
}
