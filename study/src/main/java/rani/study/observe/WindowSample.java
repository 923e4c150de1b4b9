// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.rdp.SenderState;

/**
 * A connection's sender after a change of its window.
 *
 * @param timeNanos since the start of the run
 * @param cwnd congestion window, in packets
 * @param ssthresh slow-start threshold, in packets
 * @param srttNanos smoothed round-trip time; 0 before the first sample
 * @param rtoNanos retransmission timeout
 * @param flight segments sent and neither acknowledged nor considered lost
 */
public record WindowSample(
    long timeNanos,
    SenderState state,
    double cwnd,
    double ssthresh,
    long srttNanos,
    long rtoNanos,
    int flight) {}
