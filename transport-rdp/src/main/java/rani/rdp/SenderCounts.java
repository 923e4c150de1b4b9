// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/** Counters of a {@link Sender}; {@link RdpStatistics} explains each. */
final class SenderCounts {
  long segmentsSent;
  long retransmissions;
  long timeouts;
  long fastRetransmits;
  long spuriousTimeouts;
  long ecnCuts;
  long requestsTaken;
  long paceRequestsTaken;
  long segmentsLetGo;
  long closes;
  double closedPackets;
  long messagesAcknowledged;
  long bytesAcknowledged;
}
