// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.congestion.CongestionControl;

/** Where a sender stands with what was lost: written by {@link Sender}, read by both its halves. */
final class LossState {
  /** What is shown of it. */
  SenderState state = SenderState.IDLE;

  /** Duplicate acknowledgements in a row. */
  int duplicates;

  /** New segments that these have let go beyond the window (RFC 3042); no part of FlightSize. */
  int limitedSent;

  /** The last number sent as the window was closed; its acknowledgement ends recovery. */
  int recover;

  boolean recovering;
  boolean firstPartial;
  boolean rescued;

  /** The first one that is known to be missing; acknowledgements before it tell of no other. */
  int missing;

  boolean afterTimeout;
  SpuriousCheck spurious = SpuriousCheck.NONE;

  /** Where the search for a spurious timeout stands (RFC 5682 §2.1). */
  enum SpuriousCheck {
    NONE,
    /** The segment that timed out was sent again; nothing has come yet. */
    RETRANSMITTED,
    /** It was acknowledged, and new segments were sent. */
    SENT_NEW
  }

  /** Nothing is missing: the window opens. */
  void open(CongestionControl control) {
    state =
        control.cwnd() < control.ssthresh()
            ? SenderState.SLOW_START
            : SenderState.CONGESTION_AVOIDANCE;
  }
}
