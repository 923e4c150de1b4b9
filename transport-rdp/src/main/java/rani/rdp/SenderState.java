// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The seven states of a sender (papers' RED gateway §3, figure 1). */
public enum SenderState {
  /** Nothing has been sent yet. */
  IDLE("Idle", "idle"),
  /** Slow start: the window grows by one per acknowledgement. */
  SLOW_START("SS", "slow start"),
  /** Congestion avoidance: the window grows by one per round trip. */
  CONGESTION_AVOIDANCE("CA", "congestion avoidance"),
  /** One or two duplicate acknowledgements have arrived. */
  OUT_OF_SEQUENCE("OOS", "out of sequence"),
  /** The third duplicate has arrived, and the missing segment was retransmitted. */
  FAST_RECOVERY("FR", "fast recovery"),
  /** A partial acknowledgement has arrived in recovery. */
  PARTIAL_RECOVERY("PR", "partial recovery"),
  /** The retransmission timer has expired. */
  RETRANSMISSION_TIMEOUT("RTO", "timeout");

  private static final List<SenderState> ALL = List.of(values());

  private final String text;
  private final String words;

  SenderState(String text, String words) {
    this.text = text;
    this.words = words;
  }

  /**
   * Returns true if a loss detected in this state reduces the window. In a recovery and after a
   * timeout the sender has responded to congestion already (RFC 6582 §3.2). {@link Sender} follows
   * this rule, as does a router that responds in its place.
   */
  public boolean answersLoss() {
    return switch (this) {
      case SLOW_START, CONGESTION_AVOIDANCE, OUT_OF_SEQUENCE -> true;
      case IDLE, FAST_RECOVERY, PARTIAL_RECOVERY, RETRANSMISSION_TIMEOUT -> false;
    };
  }

  /** Returns slow start while cwnd is below ssthresh, else congestion avoidance. */
  static SenderState growing(double cwnd, double ssthresh) {
    return cwnd < ssthresh ? SLOW_START : CONGESTION_AVOIDANCE;
  }

  /** Returns the state of a number in a segment's router state; null if there is none. */
  public static @Nullable SenderState ofNumber(int number) {
    return number >= 0 && number < ALL.size() ? ALL.get(number) : null;
  }

  /** Returns the name in the paper and in traces. */
  public String text() {
    return text;
  }

  /** Returns the name in full, as charts write it: {@code slow start}. */
  public String words() {
    return words;
  }
}
