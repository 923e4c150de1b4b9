// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/** A retransmitted segment, timed from the start of the run. The first data has sequence 1. */
public record Retransmission(long timeNanos, long sequence) {}
