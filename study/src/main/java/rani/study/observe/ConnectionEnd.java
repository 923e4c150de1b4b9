// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * Closing summary of one end of a connection.
 *
 * @param timeNanos since the start of the run
 * @param reason such as {@code closed} or {@code timed-out}
 * @param messagesSent number that the application has passed for sending
 * @param messagesAcknowledged number of sent messages that are known to have arrived
 * @param messagesReceived number delivered to the application
 * @param bytesAcknowledged data in the acknowledged messages
 * @param retransmissions number of retransmitted segments
 * @param timeouts number of expiries of the retransmission timer
 * @param fastRetransmits number of losses that acknowledgements reported
 * @param goodputBitsPerSecond data acknowledged over the time since the connection opened
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
