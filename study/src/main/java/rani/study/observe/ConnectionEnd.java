// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * Closing summary of one end of a connection. Its time is since the start of the run, its reason
 * such as {@code closed} or {@code timed-out}. Acknowledged bytes are the data of acknowledged
 * messages; the goodput is these bytes over the time since the connection opened.
 */
public record ConnectionEnd(
    long timeNanos,
    String reason,
    long messagesSent,
    long messagesAcknowledged,
    long messagesReceived,
    long bytesAcknowledged,
    long retransmissions,
    long timeouts,
    long fastRetransmits,
    double goodputBitsPerSecond) {}
