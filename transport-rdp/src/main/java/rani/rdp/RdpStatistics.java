// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/**
 * Counters and estimates of a connection.
 *
 * @param messagesSent messages taken from the application
 * @param messagesAcknowledged messages known to have arrived
 * @param bytesAcknowledged bytes in the acknowledged messages
 * @param messagesReceived messages delivered to the application
 * @param bytesReceived bytes in the delivered messages
 * @param segmentsSent data and NUL segments, retransmissions included
 * @param retransmissions segments sent again
 * @param timeouts expirations of the retransmission timer
 * @param fastRetransmits losses detected by duplicate acknowledgements or EACKs
 * @param spuriousTimeouts timeouts that were found to be spurious (RFC 5682)
 * @param ecnCuts window reductions for congestion marks
 * @param requestsTaken router requests followed
 * @param paceRequestsTaken router requests about size and rate of segments followed
 * @param segmentsLetGo segments that routers reported as discarded, and that were taken as lost
 * @param closes window reductions for any reason
 * @param closedPackets sum of all window reductions, in packets
 * @param srttNanos smoothed round-trip time; 0 before the first sample
 * @param rtoNanos current value of the retransmission timer
 * @param cwnd congestion window, in packets
 * @param ssthresh slow-start threshold, in packets
 * @param inFlight segments sent and neither acknowledged nor taken as lost
 * @param goodputBitsPerSecond data acknowledged over the time since the connection opened
 */
public record RdpStatistics(
    long messagesSent,
    long messagesAcknowledged,
    long bytesAcknowledged,
    long messagesReceived,
    long bytesReceived,
    long segmentsSent,
    long retransmissions,
    long timeouts,
    long fastRetransmits,
    long spuriousTimeouts,
    long ecnCuts,
    long requestsTaken,
    long paceRequestsTaken,
    long segmentsLetGo,
    long closes,
    double closedPackets,
    long srttNanos,
    long rtoNanos,
    double cwnd,
    double ssthresh,
    int inFlight,
    double goodputBitsPerSecond) {}
