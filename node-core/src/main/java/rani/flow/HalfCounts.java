// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import org.jspecify.annotations.Nullable;

/** Counts of one direction, of one flow or of many; see {@link FlowFacts.Half}. */
final class HalfCounts {
  private static final double NANOS_PER_SECOND = 1e9;

  private long packets;
  private long bytes;
  private long ce;
  private long ece;
  private long acknowledgedBytes;
  private long retransmissions;
  private long roundTrips;
  private long roundTripsNanos;
  private long roundTripMinNanos = Long.MAX_VALUE;

  void packet(int lengthBytes, boolean isMarked) {
    packets++;
    bytes += lengthBytes;
    ce += isMarked ? 1 : 0;
  }

  void congestionEcho() {
    ece++;
  }

  void acknowledged(int dataBytes) {
    acknowledgedBytes += dataBytes;
  }

  void retransmission() {
    retransmissions++;
  }

  void roundTrip(long nanos) {
    roundTrips++;
    roundTripsNanos += nanos;
    roundTripMinNanos = Math.min(roundTripMinNanos, nanos);
  }

  void add(HalfCounts more) {
    packets += more.packets;
    bytes += more.bytes;
    ce += more.ce;
    ece += more.ece;
    acknowledgedBytes += more.acknowledgedBytes;
    retransmissions += more.retransmissions;
    roundTrips += more.roundTrips;
    roundTripsNanos += more.roundTripsNanos;
    roundTripMinNanos = Math.min(roundTripMinNanos, more.roundTripMinNanos);
  }

  FlowSums.Half sums() {
    return new FlowSums.Half(
        packets,
        bytes,
        ce,
        ece,
        acknowledgedBytes,
        retransmissions,
        roundTrips,
        roundTripsNanos / NANOS_PER_SECOND,
        rttMinSeconds());
  }

  private @Nullable Double rttMinSeconds() {
    return roundTrips == 0 ? null : roundTripMinNanos / NANOS_PER_SECOND;
  }

  FlowFacts.Half ofTcp(double goodputBitsPerSecond, double smoothedNanos) {
    return new FlowFacts.Half(
        packets,
        bytes,
        ce,
        acknowledgedBytes,
        goodputBitsPerSecond,
        retransmissions,
        ece,
        roundTrips == 0 ? null : smoothedNanos / NANOS_PER_SECOND,
        rttMinSeconds());
  }

  FlowFacts.Half ofUdp(long dataBytes, double goodputBitsPerSecond) {
    return new FlowFacts.Half(
        packets, bytes, ce, dataBytes, goodputBitsPerSecond, null, null, null, null);
  }

  /** Returns bit/s of data over a time; 0 if that is none. */
  static double rate(long dataBytes, long nanos) {
    return nanos > 0 ? Byte.SIZE * dataBytes * NANOS_PER_SECOND / nanos : 0;
  }

  long bytes() {
    return bytes;
  }

  long acknowledgedBytes() {
    return acknowledgedBytes;
  }
}
