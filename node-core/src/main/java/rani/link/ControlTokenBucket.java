// SPDX-License-Identifier: Apache-2.0
package rani.link;

import rani.queue.Rate;

/**
 * Token bucket that polices the control packets that bypass a port's queue. One token is one byte
 * of IPv4 total length. The bucket starts full and is filled at {@value #PERCENT} % of the rate. So
 * a port of R bit/s sends at most 1.05 · R in the long run, whatever packets claim to be. The lower
 * half of the bucket is reserved for the node's own messages to its neighbour, so that a flood of
 * forwarded control packets does not delay link states. A hello always passes, because its interval
 * bounds it; its bytes are charged to the bucket.
 */
public final class ControlTokenBucket {
  public static final int PERCENT = 5;

  /** The largest fill rate, used if a port has no rate or a very high one. */
  public static final long BITS_PER_SECOND_MAX = 100_000_000;

  /** The depth of the bucket, as time at the fill rate. */
  public static final long BURST_NANOS = 250_000_000;

  /** The smallest depth, so that a slow link also passes a few link states back to back. */
  public static final int BURST_BYTES_MIN = 8192;

  /** The size that a packet is charged for if the rate is in packets per second. */
  public static final int PACKET_BYTES = 1500;

  private static final long NANOBITS_PER_BYTE = Byte.SIZE * 1_000_000_000L;
  private static final int PER_CENT = 100;

  private long bitsPerSecond;
  private long sizeNanobits;
  private long nanobits;
  private long filledNanos;
  private long besidePackets;
  private long queuedPackets;

  /** Kinds of control packets, by their claim on the bucket. */
  public enum Kind {
    /** A hello, which the node sends at a fixed interval. */
    HELLO(0),
    /** The node's other messages to its neighbour: link states. */
    LINK_STATE(0),
    /** Forwarded control packets, and those of services. */
    FORWARDED(2);

    /** The part of the bucket that this kind must leave, as 1 / n; 0 for none. */
    private final int keptPart;

    Kind(int keptPart) {
      this.keptPart = keptPart;
    }
  }

  ControlTokenBucket(Rate rate) {
    drainedAt(rate);
    nanobits = sizeNanobits;
  }

  void drainedAt(Rate rate) {
    bitsPerSecond = bitsPerSecond(rate);
    sizeNanobits = Math.max(cost(BURST_BYTES_MIN), bitsPerSecond * BURST_NANOS);
    nanobits = Math.min(nanobits, sizeNanobits);
  }

  /** Returns the fill rate for a port's rate, in whole bits per second. */
  public static long bitsPerSecond(Rate rate) {
    double share = rate.bitsPerSecondOf(PACKET_BYTES) * PERCENT / PER_CENT;
    return (long) Math.clamp(share, 1, BITS_PER_SECOND_MAX);
  }

  /** Reports whether a packet may bypass the queue; if not, counts it as queued. */
  boolean has(long nowNanos, int lengthBytes, Kind kind) {
    fill(nowNanos);
    long keptNanobits = kind.keptPart == 0 ? 0 : sizeNanobits / kind.keptPart;
    boolean has = kind == Kind.HELLO || nanobits - cost(lengthBytes) >= keptNanobits;
    queuedPackets += has ? 0 : 1;
    return has;
  }

  /** Charges a packet that bypasses the queue. A hello takes at most the tokens that are left. */
  void take(int lengthBytes) {
    nanobits = Math.max(0, nanobits - cost(lengthBytes));
    besidePackets++;
  }

  private void fill(long nowNanos) {
    long elapsedNanos = Math.max(0, nowNanos - filledNanos);
    filledNanos = Math.max(filledNanos, nowNanos);
    long room = sizeNanobits - nanobits;
    boolean isFull = elapsedNanos > room / bitsPerSecond;
    nanobits = isFull ? sizeNanobits : nanobits + elapsedNanos * bitsPerSecond;
  }

  private static long cost(int lengthBytes) {
    return lengthBytes * NANOBITS_PER_BYTE;
  }

  /** Returns the number of control packets that bypassed the queue. */
  public long besidePackets() {
    return besidePackets;
  }

  /** Returns the number of control packets queued like data, because the bucket was empty. */
  public long queuedPackets() {
    return queuedPackets;
  }
}
