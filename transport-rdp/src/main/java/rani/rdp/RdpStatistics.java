// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/**
 * What a connection has counted and estimated.
 *
 * @param messagesSent handed over by the application
 * @param messagesAcknowledged of them, known to have arrived
 * @param bytesAcknowledged the data in them
 * @param messagesReceived handed to the application
 * @param bytesReceived the data in them
 * @param segmentsSent data and NUL, retransmissions included
 * @param retransmissions of them, sent again
 * @param timeouts expiries of the retransmission timer
 * @param fastRetransmits times that duplicate acknowledgements or EACKs told of a loss
 * @param spuriousTimeouts timeouts that were found to have been none (RFC 5682)
 * @param ecnCuts times the window was cut for a mark
 * @param requestsTaken routers' requests followed
 * @param paceRequestsTaken routers' requests about size and rate of segments followed
 * @param segmentsLetGo segments that routers said they let go, and that were taken as lost for it
 * @param closes times the window was closed, for whatever reason
 * @param closedPackets by how much in all, in packets
 * @param srttNanos smoothed round trip; 0 before the first sample
 * @param rtoNanos the retransmission timer's current value
 * @param cwnd the congestion window, in packets
 * @param ssthresh the slow-start threshold, in packets
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
