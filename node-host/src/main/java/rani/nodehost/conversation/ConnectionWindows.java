// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.NodeTrace;
import rani.world.NoteDetail;

/**
 * The congestion window of each open RDP connection of a node, by its last note. The node's thread
 * writes, any other may read.
 */
public final class ConnectionWindows implements NodeTrace {
  /** The most connections that are kept: those whose windows changed last. */
  public static final int CONNECTIONS_MAX = 256;

  private final Map<String, Window> windows = new LinkedHashMap<>();

  /**
   * One connection.
   *
   * @param service the service that it belongs to
   * @param its sender's phase of congestion control
   * @param srttSeconds smoothed round-trip time; 0 before the first sample
   * @param rtoSeconds its retransmission timeout
   * @param flightSegments in flight
   */
  public record Window(
      String service,
      String phase,
      double cwndPackets,
      double ssthreshPackets,
      double srttSeconds,
      double rtoSeconds,
      double flightSegments)
      implements Facts {}

  /**
   * The open connections, the one whose window changed longest ago first.
   *
   * @param windows by name, {@code LOCAL:PORT-REMOTE:PORT} of virtual addresses
   */
  public record Open(@Inline SequencedMap<String, Window> windows) implements Facts {}

  @Override
  public void note(long nowNanos, String service, String event, NoteDetail detail) {
    if (event.equals("window")) {
      put(
          word(detail, "conn"),
          new Window(
              service,
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

  private synchronized void put(String name, Window window) {
    windows.remove(name);
    windows.put(name, window);
    if (windows.size() > CONNECTIONS_MAX) {
      windows.remove(windows.keySet().iterator().next());
    }
  }

  private synchronized void forget(String name) {
    windows.remove(name);
  }

  /** The open connections. */
  public synchronized Open open() {
    return new Open(new LinkedHashMap<>(windows));
  }
}
