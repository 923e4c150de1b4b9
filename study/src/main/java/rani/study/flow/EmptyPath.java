// SPDX-License-Identifier: Apache-2.0
package rani.study.flow;

import java.util.ArrayList;
import java.util.List;
import rani.queue.Rate;

/**
 * A path without other traffic, and the least time in which it carries a flow: every packet is
 * there from the beginning, is sent as soon as the serializer is free, and passes each node when it
 * has arrived whole. No transport is faster, since that leaves out its handshake and slow start.
 *
 * @param hops the serializers on the path, in order
 */
public record EmptyPath(List<Hop> hops) {
  public EmptyPath {
    hops = List.copyOf(hops);
  }

  /** A serializer, and the propagation delay behind it. */
  public record Hop(Rate rate, long delayNanos) {
    private double serviceNanos(long lengthBytes) {
      return switch (rate.unit()) {
        case BITS -> lengthBytes * 8e9 / rate.perSecond();
        case PACKETS -> 1e9 / rate.perSecond();
        case UNLIMITED -> 0;
      };
    }
  }

  /**
   * Returns the time from the flow's begin until its last packet has arrived.
   *
   * @param bytes data of the flow, at least 1
   * @param segmentBytes IPv4 total length of a full packet
   * @param messageBytes data in a full packet, at least 1
   */
  public double nanos(long bytes, int segmentBytes, int messageBytes) {
    long full = (bytes - 1) / messageBytes; // packets before the last one
    long lastBytes = bytes - full * messageBytes + (segmentBytes - messageBytes);
    double slowest = 0;
    double firstFull = 0; // when the first full packet is there
    double last = 0; // when the last packet is there
    for (Hop hop : hops) {
      double service = hop.serviceNanos(segmentBytes);
      slowest = Math.max(slowest, service);
      firstFull += service;
      double fullHaveLeft = full == 0 ? 0 : firstFull + (full - 1) * slowest;
      last = Math.max(last, fullHaveLeft) + hop.serviceNanos(lastBytes) + hop.delayNanos();
      firstFull += hop.delayNanos();
    }
    return last;
  }

  /** Returns the path with a further serializer at its end. */
  public EmptyPath and(Hop hop) {
    List<Hop> more = new ArrayList<>(hops);
    more.add(hop);
    return new EmptyPath(more);
  }
}
