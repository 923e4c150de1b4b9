// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

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

  private final String text;

  SenderState(String text) {
    this.text = text;
  }

  /** The paper's name, as in traces. */
  public String text() {
    return text;
  }
}
