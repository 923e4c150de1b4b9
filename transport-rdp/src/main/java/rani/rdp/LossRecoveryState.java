// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.CongestionControl;

/** The state of a sender's loss recovery: written by {@link Sender}, read by both its halves. */
final class LossRecoveryState {
  /** State that traces and router state show. */
  SenderState state = SenderState.IDLE;

  /** Duplicate acknowledgements in a row. */
  int duplicates;

  /** New segments sent by limited transmit (RFC 3042); not part of FlightSize. */
  int limitedSent;

  /** The last sequence number sent when the window was cut; its acknowledgement ends recovery. */
  int recover;

  boolean recovering;
  boolean firstPartial;
  boolean rescued;

  /** The first segment known to be missing; earlier acknowledgements indicate no further loss. */
  int missing;

  boolean afterTimeout;
  SpuriousCheck spurious = SpuriousCheck.NONE;

  /** The state of the detection of spurious timeouts (RFC 5682 §2.1). */
  enum SpuriousCheck {
    NONE,
    /** The segment that timed out was retransmitted; no acknowledgement has arrived yet. */
    RETRANSMITTED,
    /** The retransmission was acknowledged, and new segments were sent. */
    SENT_NEW
  }

  /** Leaves recovery for slow start or congestion avoidance. */
  void open(CongestionControl control) {
    state = SenderState.growing(control.cwnd(), control.ssthresh());
  }
}
