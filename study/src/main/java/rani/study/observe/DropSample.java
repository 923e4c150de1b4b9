// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * A dropped packet.
 *
 * @param timeNanos since the beginning of the experiment
 * @param node where
 * @param source virtual address of its source; empty if the frame could not be read
 * @param reason name of the drop reason
 */
public record DropSample(long timeNanos, String node, String source, String reason) {}
