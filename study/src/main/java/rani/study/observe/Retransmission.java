// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * A segment was sent again.
 *
 * @param timeNanos since the beginning of the experiment
 * @param sequence of the segment; the first with data has 1
 */
public record Retransmission(long timeNanos, long sequence) {}
