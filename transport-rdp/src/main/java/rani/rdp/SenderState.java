// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The seven states of a sender (papers' RED gateway §3, figure 1). */
public enum SenderState {
  /** Nothing has been sent yet. */
  IDLE("Idle"),
  /** Slow start: the window grows by one per acknowledgement. */
  SLOW_START("SS"),
  /** Congestion avoidance: the window grows by one per round trip. */
  CONGESTION_AVOIDANCE("CA"),
  /** One or two duplicate acknowledgements have come. */
  OUT_OF_SEQUENCE("OOS"),
  /** The third has come, and the missing segment was sent again. */
  FAST_RECOVERY("FR"),
  /** An acknowledgement covered a part of what was outstanding then. */
  PARTIAL_RECOVERY("PR"),
  /** The retransmission timer has expired. */
  RETRANSMISSION_TIMEOUT("RTO");

  private static final List<SenderState> ALL = List.of(values());

  private final String text;

  SenderState(String text) {
    this.text = text;
  }

  /**
   * Whether a loss that is learned of in this state closes the window: not in a recovery, nor after
   * a timeout, which have answered the congestion already (RFC 6582 §3.2). It is what {@link
   * Sender} does, and what a router goes by that answers in its place.
   */
  public boolean answersLoss() {
    return switch (this) {
      case SLOW_START, CONGESTION_AVOIDANCE, OUT_OF_SEQUENCE -> true;
      case IDLE, FAST_RECOVERY, PARTIAL_RECOVERY, RETRANSMISSION_TIMEOUT -> false;
    };
  }

  /** The state of a number in a segment's router state; null if there is none. */
  public static @Nullable SenderState ofNumber(int number) {
    return number >= 0 && number < ALL.size() ? ALL.get(number) : null;
  }

  /** The paper's name, as in traces. */
  public String text() {
    return text;
  }
}
