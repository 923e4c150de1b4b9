// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.OptionalDouble;
import rani.wire.Ipv4Header;
import rani.wire.PacketGlance;

/**
 * How far apart a node's windows are cut, counted in packets of RDP that it sends: the period of
 * the saw-tooth, as long as the node has one connection.
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

  /** A window was cut, at a time relative to the epoch. */
  void cut(long timeNanos) {
    if (!span.contains(timeNanos)) {
      return;
    }
    count++;
    sentAtFirst = count == 1 ? sent : sentAtFirst;
    sentAtLast = sent;
  }

  /** Cuts within the measured span. */
  long cuts() {
    return count;
  }

  /** Packets from one cut to the next, in the mean; empty before there are two. */
  OptionalDouble packetsBetween() {
    return count < 2
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) (sentAtLast - sentAtFirst) / (count - 1));
  }
}
