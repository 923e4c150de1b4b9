// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * A dropped packet.
 *
 * @param timeNanos since the start of the run
 * @param node that dropped the packet
 * @param source virtual address of the packet's source; empty if the frame could not be read
 * @param reason name of the drop reason
 */
public record DropSample(long timeNanos, String node, String source, String reason) {}
