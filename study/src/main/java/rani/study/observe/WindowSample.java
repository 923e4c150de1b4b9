// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.rdp.SenderState;

/**
 * A connection's sender after a change of its window, in packets; its time is since the start of
 * the run. The smoothed round-trip time is 0 before the first sample. Segments in flight are sent
 * and neither acknowledged nor considered lost.
 */
public record WindowSample(
    long timeNanos,
    SenderState state,
    double cwnd,
    double ssthresh,
    long srttNanos,
    long rtoNanos,
    int flight) {}
