// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.rdp.LossRecoveryState.SpuriousCheck;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.CongestionControl;

/**
 * Transmission scheduling of a sender: as much as congestion window, receive window and pacing
 * allow, retransmissions before new data.
 */
final class Transmission {
  private static final int LIMITED_TRANSMIT_MAX = 2; // RFC 3042 §2

  private final CongestionConfig congestion;
  private final CongestionControl control;
  private final InFlight inFlight;
  private final SendQueue queue;
  private final SenderCounts counts;
  private final SenderTimers times;
  private final LossRecoveryState loss;
  private final Sender.Output output;

  private int maxOutstanding = 1;

  Transmission(
      Sender sender,
      CongestionConfig congestion,
      CongestionControl control,
      LossRecoveryState loss,
      Sender.Output output) {
    this.congestion = congestion;
    this.control = control;
    this.inFlight = sender.inFlight;
    this.queue = sender.queue;
    this.counts = sender.counts;
    this.times = sender.times;
    this.loss = loss;
    this.output = output;
  }

  /** Sets the number of segments that the receiver takes at a time. */
  void begin(int peerMaxOutstanding) {
    maxOutstanding = Math.min(peerMaxOutstanding, RdpConfig.WINDOW_SEGMENTS_MAX);
  }

  /** Sends what windows and pacing allow: retransmissions first, then new data. */
  void transmitWhatFits(long nowNanos) {
    while (mayTransmit(nowNanos)) {
      // While a timeout may be spurious, only its first segment is retransmitted.
      InFlight.Entry again = loss.spurious == SpuriousCheck.NONE ? inFlight.firstLost() : null;
      if (again != null) {
        retransmit(nowNanos, again);
      } else if (!queue.isEmpty() && mayAdd()) {
        restartAfterIdle(nowNanos);
        transmitNew(nowNanos, queue.remove());
      } else {
        InFlight.Entry hole = nextHole();
        if (hole == null) {
          break;
        }
        retransmit(nowNanos, hole);
      }
    }
    transmitLimited(nowNanos);
  }

  private boolean mayTransmit(long nowNanos) {
    if (flight() >= window()) {
      return false;
    }
    boolean hasSegments = inFlight.lost() > 0 || (!queue.isEmpty() && mayAdd());
    return !hasSegments || !times.holdsBack(nowNanos);
  }

  /**
   * Returns a hole that may be lost, else once per recovery a rescue retransmission (RFC 6675 §4,
   * NextSeg (3) and (4)).
   */
  private InFlight.@Nullable Entry nextHole() {
    if (!loss.recovering || !control.recoversByScoreboard()) {
      return null;
    }
    InFlight.Entry hole = inFlight.firstHole();
    if (hole != null || loss.rescued || inFlight.isEmpty()) {
      return hole;
    }
    loss.rescued = true;
    InFlight.Entry last = inFlight.at(inFlight.next() - 1);
    return last.eacked || last.resent ? null : last;
  }

  /**
   * Sends one new segment beyond the window for each of the first two duplicates (RFC 3042). With a
   * scoreboard the duplicates have made room in the pipe already.
   */
  private void transmitLimited(long nowNanos) {
    int limit = Math.min(loss.duplicates, LIMITED_TRANSMIT_MAX);
    while (congestion.limitedTransmit()
        && !control.recoversByScoreboard()
        && loss.state == SenderState.OUT_OF_SEQUENCE
        && loss.limitedSent < limit
        && flight() < window() + limit
        && !queue.isEmpty()
        && mayAdd()) {
      transmitNew(nowNanos, queue.remove());
    }
  }

  /** Returns true if receiver (RFC 908 §3.5) and limited transmit allow a new segment. */
  boolean mayAdd() {
    return inFlight.size() - inFlight.eacked() < maxOutstanding
        && inFlight.size() < 2 * maxOutstanding
        && (congestion.limitedTransmit() || !isBeyondWindow());
  }

  /** Returns true if the next new segment would be one of limited transmit. */
  private boolean isBeyondWindow() {
    return loss.state == SenderState.OUT_OF_SEQUENCE && outstanding() >= window();
  }

  private void restartAfterIdle(long nowNanos) {
    if (inFlight.isEmpty() && loss.state != SenderState.IDLE && times.isIdle(nowNanos)) {
      control.restartedAfterIdle(nowNanos);
      loss.open(control);
    }
  }

  /** Sends a message, or a NUL if null, for the first time. */
  void transmitNew(long nowNanos, @Nullable ByteBuf message) {
    loss.limitedSent += isBeyondWindow() ? 1 : 0;
    InFlight.Entry entry = inFlight.add(nowNanos, message);
    if (loss.state == SenderState.IDLE && message != null) {
      loss.open(control);
    }
    send(nowNanos, entry, false);
  }

  /** Retransmits regardless of window and pacing. */
  void retransmit(long nowNanos, InFlight.Entry entry) {
    counts.retransmissions++;
    inFlight.resent(nowNanos, entry);
    send(nowNanos, entry, true);
  }

  private void send(long nowNanos, InFlight.Entry entry, boolean again) {
    counts.segmentsSent++;
    times.sent(nowNanos, control.cwnd(), entry.bytes);
    output.transmit(nowNanos, entry, again);
  }

  int window() {
    return (int) Math.min(control.cwnd(), RdpConfig.WINDOW_SEGMENTS_MAX);
  }

  /**
   * Returns the number of segments that count against the window. Without a scoreboard, segments
   * received out of sequence count as well, because each of them inflates the window (RFC 5681
   * §3.2).
   */
  int flight() {
    return control.recoversByScoreboard() || loss.afterTimeout ? inFlight.pipe() : outstanding();
  }

  /** Returns the number of segments in flight that are not known to be lost. */
  int outstanding() {
    return inFlight.size() - inFlight.lost();
  }
}
