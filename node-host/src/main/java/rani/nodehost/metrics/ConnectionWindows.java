// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.world.NodeTrace;

/**
 * The window of each of a node's connections of RDP, as its notes last told; those that have closed
 * are forgotten. The node's own thread tells, any other may ask.
 */
public final class ConnectionWindows implements NodeTrace {
  /** Connections that are remembered; of more, those whose windows changed last. */
  public static final int CONNECTIONS_MAX = 256;

  private static final String NUMBER = "\\d{1,12}(\\.\\d{1,12})?";

  private final Map<String, Window> windows = new LinkedHashMap<>();

  /**
   * One connection.
   *
   * @param service whose it is
   * @param name {@code LOCAL:PORT-REMOTE:PORT}, virtual addresses
   * @param state of its sender
   * @param cwnd in packets
   * @param ssthresh in packets
   * @param srttSeconds 0 before there is one
   * @param rtoSeconds its timer
   * @param flight segments on their way
   */
  public record Window(
      String service,
      String name,
      String state,
      double cwnd,
      double ssthresh,
      double srttSeconds,
      double rtoSeconds,
      double flight) {}

  @Override
  public void note(long nowNanos, String service, String event, String detail) {
    if (event.equals("window")) {
      SequencedMap<String, String> values = values(detail);
      String name = values.getOrDefault("conn", "");
      put(
          new Window(
              service,
              name,
              values.getOrDefault("state", ""),
              number(values, "cwnd"),
              number(values, "ssthresh"),
              number(values, "srtt"),
              number(values, "rto"),
              number(values, "flight")));
    } else if (event.equals("closed")) {
      forget(values(detail).getOrDefault("conn", ""));
    }
  }

  private static SequencedMap<String, String> values(String detail) {
    SequencedMap<String, String> values = new LinkedHashMap<>();
    for (String pair : detail.split(" ", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return values;
  }

  private static double number(SequencedMap<String, String> values, String key) {
    String text = values.getOrDefault(key, "");
    return text.matches(NUMBER) ? Double.parseDouble(text) : 0;
  }

  private synchronized void put(Window window) {
    windows.remove(window.name());
    windows.put(window.name(), window);
    if (windows.size() > CONNECTIONS_MAX) {
      windows.remove(windows.keySet().iterator().next());
    }
  }

  private synchronized void forget(String name) {
    windows.remove(name);
  }

  /** Those that are open by their names, as nodes show them. */
  public SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> all = new LinkedHashMap<>();
    for (Window window : open()) {
      SequencedMap<String, Object> facts = new LinkedHashMap<>();
      facts.put("service", window.service());
      facts.put("phase", window.state());
      facts.put("cwnd-packets", window.cwnd());
      facts.put("ssthresh-packets", window.ssthresh());
      facts.put("srtt-seconds", window.srttSeconds());
      facts.put("rto-seconds", window.rtoSeconds());
      facts.put("flight-segments", window.flight());
      all.put(window.name(), facts);
    }
    return all;
  }

  /** Those that are open, the one whose window changed longest ago first. */
  public synchronized List<Window> open() {
    return new ArrayList<>(windows.values());
  }
}
