// SPDX-License-Identifier: Apache-2.0
package rani.rdp.bind;

import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import rani.rdp.RdpConnection;
import rani.rdp.RdpStatistics;
import rani.rdp.SenderState;
import rani.world.AsciiLine;
import rani.world.NoteDetail;

/**
 * What a note of a connection's window says: {@code conn state cwnd ssthresh srtt rto flight}.
 * There may be as many as there are segments, so each connection has one and uses it again, and
 * asks what it says when someone wants to know.
 */
public final class WindowNote implements NoteDetail {
  private static final int PACKET_DECIMALS = 3;
  private static final int SECOND_DECIMALS = 6;

  private final String connection;
  private final byte[] beginning;
  private @Nullable RdpConnection unread;
  private long nowNanos;
  private SenderState state = SenderState.IDLE;
  private long cwndThousandths;
  private long ssthreshThousandths;
  private long srttMicros;
  private long rtoMicros;
  private int flight;

  WindowNote(String connection) {
    this.connection = connection;
    this.beginning = ("conn=" + connection + " state=").getBytes(StandardCharsets.US_ASCII);
  }

  /** From now on it is about this moment. */
  void of(long now, RdpConnection itsConnection) {
    nowNanos = now;
    unread = itsConnection;
  }

  void read(SenderState senderState, RdpStatistics now) {
    unread = null;
    state = senderState;
    cwndThousandths = Math.round(now.cwnd() * 1000);
    ssthreshThousandths = Math.round(now.ssthresh() * 1000);
    srttMicros = micros(now.srttNanos());
    rtoMicros = micros(now.rtoNanos());
    flight = now.inFlight();
  }

  private WindowNote known() {
    if (unread != null) {
      read(unread.senderState(), unread.statistics(nowNanos));
    }
    return this;
  }

  private static long micros(long nanos) {
    return (nanos + 500) / 1000;
  }

  @Override
  public void writeTo(AsciiLine line) {
    known();
    line.append(beginning).append(state.text());
    line.append(" cwnd=").decimal(cwndThousandths, PACKET_DECIMALS);
    line.append(" ssthresh=").decimal(ssthreshThousandths, PACKET_DECIMALS);
    line.append(" srtt=").decimal(srttMicros, SECOND_DECIMALS);
    line.append(" rto=").decimal(rtoMicros, SECOND_DECIMALS);
    line.append(" flight=").append(flight);
  }

  @Override
  public @Nullable String word(String name) {
    return switch (name) {
      case "conn" -> connection;
      case "state" -> state().text();
      default -> NoteDetail.super.word(name);
    };
  }

  @Override
  public OptionalDouble decimal(String name) {
    return switch (name) {
      case "cwnd" -> OptionalDouble.of(cwnd());
      case "ssthresh" -> OptionalDouble.of(ssthresh());
      case "srtt" -> OptionalDouble.of(known().srttMicros / 1e6);
      case "rto" -> OptionalDouble.of(known().rtoMicros / 1e6);
      case "flight" -> OptionalDouble.of(flight());
      default -> OptionalDouble.empty();
    };
  }

  /** The connection's name: {@link RdpHost#name}. */
  public String connection() {
    return connection;
  }

  /** The sender's state. */
  public SenderState state() {
    return known().state;
  }

  /** The congestion window in packets, as it is written. */
  public double cwnd() {
    return known().cwndThousandths / 1e3;
  }

  /** The slow-start threshold in packets, as it is written. */
  public double ssthresh() {
    return known().ssthreshThousandths / 1e3;
  }

  /** The smoothed round trip, as it is written, in nanoseconds; 0 before there is one. */
  public long srttNanos() {
    return known().srttMicros * 1000;
  }

  /** The retransmission timer's value, as it is written, in nanoseconds. */
  public long rtoNanos() {
    return known().rtoMicros * 1000;
  }

  /** Segments sent and neither acknowledged nor taken as lost. */
  public int flight() {
    return known().flight;
  }
}
