// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.NodeTrace;
import rani.world.NoteDetail;

/**
 * The congestion windows of a node's open RDP connections, from the notes in its trace. The node's
 * thread writes, any thread may read.
 */
public final class ConnectionWindows implements NodeTrace {
  /** The most connections that are kept; beyond it, the one that changed longest ago is dropped. */
  public static final int CONNECTIONS_MAX = 256;

  private final SequencedMap<String, Window> windows = new LinkedHashMap<>();

  /** Congestion control of one connection's sender; the SRTT is 0 before the first sample. */
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
   * Windows by {@code LOCAL:PORT-REMOTE:PORT}, in virtual addresses; the latest changed is last.
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
      synchronized (this) {
        windows.remove(word(detail, "conn"));
      }
    }
  }

  private static String word(NoteDetail detail, String name) {
    return Objects.requireNonNullElse(detail.word(name), "");
  }

  private synchronized void put(String name, Window window) {
    windows.putLast(name, window);
    if (windows.size() > CONNECTIONS_MAX) {
      windows.pollFirstEntry();
    }
  }

  public synchronized Open open() {
    return new Open(new LinkedHashMap<>(windows));
  }
}
