// SPDX-License-Identifier: Apache-2.0
package rani.rdp.bind;

import java.util.LinkedHashMap;
import java.util.Map;
import rani.rdp.CloseReason;
import rani.rdp.ConnectionState;
import rani.rdp.RdpConnection;
import rani.rdp.RdpStatistics;
import rani.rdp.RdpTrace;
import rani.rdp.segment.RouterState;
import rani.service.ServiceContext;
import rani.world.Note;

/** Writes the events of connections as notes, each with the connection's name as {@code conn}. */
final class RdpNotes implements RdpTrace {
  private final ServiceContext context;
  private final boolean windows;
  private final Map<RdpConnection, WindowNote> windowNotes = new LinkedHashMap<>();

  RdpNotes(ServiceContext context, boolean windows) {
    this.context = context;
    this.windows = windows;
  }

  @Override
  public void state(long nowNanos, RdpConnection connection, ConnectionState state) {
    context.note(nowNanos, "connection", of(connection).and("state", state.text()));
  }

  @Override
  public void window(long nowNanos, RdpConnection connection) {
    if (!windows) {
      return;
    }
    WindowNote note = windowNotes.get(connection);
    if (note == null) {
      note = new WindowNote(RdpHost.name(connection));
      windowNotes.put(connection, note);
    }
    note.of(nowNanos, connection);
    context.note(nowNanos, "window", note);
  }

  @Override
  public void retransmitted(long nowNanos, RdpConnection connection, int sequence) {
    if (windows) {
      context.note(nowNanos, "retransmit", of(connection).and("sequence", unsigned(sequence)));
    }
  }

  @Override
  public void requested(long nowNanos, RdpConnection connection, int sequence, RouterState asked) {
    context.note(
        nowNanos,
        "request",
        of(connection)
            .and("sequence", unsigned(sequence))
            .and("epoch", asked.epoch())
            .and("cwnd", asked.cwnd())
            .and("ssthresh", asked.ssthresh())
            .and("lost", asked.lost()));
  }

  @Override
  public void paced(
      long nowNanos, RdpConnection connection, int segmentBytes, long rateBitsPerSecond) {
    if (windows) {
      Note pace = of(connection).and("bytes", segmentBytes).and("rate", rateBitsPerSecond);
      context.note(nowNanos, "pace", pace);
    }
  }

  @Override
  public void shortened(long nowNanos, RdpConnection connection, int sequence, int bytes) {
    Note detail = of(connection).and("sequence", unsigned(sequence)).and("bytes", bytes);
    context.note(nowNanos, "shortened", detail);
  }

  @Override
  public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
    windowNotes.remove(connection);
    RdpStatistics end = connection.statistics(nowNanos);
    context.note(
        nowNanos,
        "closed",
        of(connection)
            .and("reason", reason.text())
            .and("sent", end.messagesSent())
            .and("acknowledged", end.messagesAcknowledged())
            .and("received", end.messagesReceived())
            .and("bytes", end.bytesAcknowledged())
            .and("retransmissions", end.retransmissions())
            .and("timeouts", end.timeouts())
            .and("fast-retransmits", end.fastRetransmits())
            .and("goodput", Math.round(end.goodputBitsPerSecond())));
  }

  private static Note of(RdpConnection connection) {
    return Note.of("conn", RdpHost.name(connection));
  }

  private static long unsigned(int sequence) {
    return Integer.toUnsignedLong(sequence);
  }
}
