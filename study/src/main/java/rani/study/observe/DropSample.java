// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * A dropped packet, with its time since the start of the run, the dropping node and the name of the
 * reason. The source is a virtual address; empty if the frame could not be read.
 */
public record DropSample(long timeNanos, String node, String source, String reason) {}
