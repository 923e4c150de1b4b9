// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

/**
 * What a connection had done when it ended.
 *
 * @param timeNanos since the beginning of the experiment
 * @param reason why it ended, such as {@code closed} or {@code timed-out}
 * @param messagesSent handed over by the application
 * @param messagesAcknowledged of them, known to have arrived
 * @param messagesReceived handed to the application
 * @param bytesAcknowledged the data in the acknowledged messages
 * @param retransmissions segments sent again
 * @param timeouts expiries of the retransmission timer
 * @param fastRetransmits times that acknowledgements told of a loss
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
