// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * A retransmitted segment.
 *
 * @param timeNanos since the start of the run
 * @param sequence of the segment; the first with data has 1
 */
public record Retransmission(long timeNanos, long sequence) {}
