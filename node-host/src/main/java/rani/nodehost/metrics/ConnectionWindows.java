// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import rani.world.NodeTrace;
import rani.world.NoteDetail;

/**
 * The window of each of a node's connections of RDP, as its notes last told; those that have closed
 * are forgotten. The node's own thread tells, any other may ask.
 */
public final class ConnectionWindows implements NodeTrace {
  /** Connections that are remembered; of more, those whose windows changed last. */
  public static final int CONNECTIONS_MAX = 256;

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
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    if (event.equals("window")) {
      put(
          new Window(
              service,
              word(detail, "conn"),
              word(detail, "state"),
              detail.decimal("cwnd").orElse(0),
              detail.decimal("ssthresh").orElse(0),
              detail.decimal("srtt").orElse(0),
              detail.decimal("rto").orElse(0),
              detail.decimal("flight").orElse(0)));
    } else if (event.equals("closed")) {
      forget(word(detail, "conn"));
    }
  }

  private static String word(NoteDetail detail, String name) {
    return Objects.requireNonNullElse(detail.word(name), "");
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
