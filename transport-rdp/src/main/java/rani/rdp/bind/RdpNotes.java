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

/** Writes what happens to connections as notes, each with {@code conn}, this end first. */
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
    note(nowNanos, "connection", connection, "state=" + state.text());
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
      note(nowNanos, "retransmit", connection, "sequence=" + Integer.toUnsignedString(sequence));
    }
  }

  @Override
  public void requested(long nowNanos, RdpConnection connection, int sequence, RouterState asked) {
    note(
        nowNanos,
        "request",
        connection,
        "sequence="
            + Integer.toUnsignedString(sequence)
            + " epoch="
            + asked.epoch()
            + " cwnd="
            + asked.cwnd()
            + " ssthresh="
            + asked.ssthresh()
            + " lost="
            + asked.lost());
  }

  @Override
  public void paced(
      long nowNanos, RdpConnection connection, int segmentBytes, long rateBitsPerSecond) {
    if (windows) {
      note(nowNanos, "pace", connection, "bytes=" + segmentBytes + " rate=" + rateBitsPerSecond);
    }
  }

  @Override
  public void shortened(long nowNanos, RdpConnection connection, int sequence, int bytes) {
    note(
        nowNanos,
        "shortened",
        connection,
        "sequence=" + Integer.toUnsignedString(sequence) + " bytes=" + bytes);
  }

  @Override
  public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
    windowNotes.remove(connection);
    RdpStatistics end = connection.statistics(nowNanos);
    note(
        nowNanos,
        "closed",
        connection,
        "reason="
            + reason.text()
            + " sent="
            + end.messagesSent()
            + " acknowledged="
            + end.messagesAcknowledged()
            + " received="
            + end.messagesReceived()
            + " bytes="
            + end.bytesAcknowledged()
            + " retransmissions="
            + end.retransmissions()
            + " timeouts="
            + end.timeouts()
            + " fast-retransmits="
            + end.fastRetransmits()
            + " goodput="
            + Math.round(end.goodputBitsPerSecond()));
  }

  private void note(long nowNanos, String event, RdpConnection connection, String detail) {
    context.note(nowNanos, event, "conn=" + RdpHost.name(connection) + " " + detail);
  }
}
