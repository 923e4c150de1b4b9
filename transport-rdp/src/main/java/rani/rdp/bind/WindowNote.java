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
 * Note of a connection's window: {@code conn state cwnd ssthresh srtt rto flight}. There may be one
 * note per segment. Each connection therefore reuses one object, which reads the connection's
 * values only when a consumer asks for them.
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

  /** Makes the note refer to this moment. */
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

  /** Returns the connection's name: {@link RdpHost#name}. */
  public String connection() {
    return connection;
  }

  public SenderState state() {
    return known().state;
  }

  /** Returns the congestion window in packets, rounded as in the note. */
  public double cwnd() {
    return known().cwndThousandths / 1e3;
  }

  /** Returns the slow-start threshold in packets, rounded as in the note. */
  public double ssthresh() {
    return known().ssthreshThousandths / 1e3;
  }

  /** Returns the smoothed round trip in ns, rounded as in the note; 0 before the first sample. */
  public long srttNanos() {
    return known().srttMicros * 1000;
  }

  /** Returns the retransmission timer's value in nanoseconds, rounded as in the note. */
  public long rtoNanos() {
    return known().rtoMicros * 1000;
  }

  /** Returns the number of segments sent and neither acknowledged nor taken as lost. */
  public int flight() {
    return known().flight;
  }
}
