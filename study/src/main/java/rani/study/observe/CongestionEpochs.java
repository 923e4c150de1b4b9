// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.OptionalDouble;
import rani.wire.Ipv4Header;
import rani.wire.PacketGlance;

/**
 * Measures the number of RDP packets that a node sends between reductions of its congestion
 * windows. If the node has one connection, this is the period of the saw-tooth.
 */
final class CongestionEpochs {
  private final ObservedSpan span;
  private long sent;
  private long count;
  private long sentAtFirst;
  private long sentAtLast;

  CongestionEpochs(ObservedSpan span) {
    this.span = span;
  }

  void origin(PacketGlance packet) {
    sent += packet.protocol() == Ipv4Header.PROTOCOL_RDP ? 1 : 0;
  }

  /** Records a window reduction, at a time relative to the epoch. */
  void cut(long timeNanos) {
    if (!span.contains(timeNanos)) {
      return;
    }
    sentAtFirst = count++ == 0 ? sent : sentAtFirst;
    sentAtLast = sent;
  }

  long cuts() {
    return count;
  }

  /** Returns the mean number of packets between window reductions; empty before the second one. */
  OptionalDouble packetsBetween() {
    return count < 2
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) (sentAtLast - sentAtFirst) / (count - 1));
  }
}
