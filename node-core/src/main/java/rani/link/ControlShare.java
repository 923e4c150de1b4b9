// SPDX-License-Identifier: Apache-2.0
package rani.link;

import rani.queue.Rate;

/**
 * What control packets may take of a port's rate beside its queue: a bucket of tokens of a byte of
 * IPv4 total length each, full at first, and filled at {@value #PERCENT} % of the rate. So a port
 * of R bit/s sends R · 1.05 in the long run, however much says of itself that it is control.
 *
 * <p>The lower half is kept for what the node itself says to its neighbour, so that a flood of
 * others' control packets does not keep a node from telling where a link has gone. A hello passes
 * in any case, since its own interval bounds it; its bytes are taken off the others' share.
 */
public final class ControlShare {
  /** How much of the rate. */
  public static final int PERCENT = 5;

  /** The share where a port has no rate, or a very high one. */
  public static final long BITS_PER_SECOND_MAX = 100_000_000;

  /** How long the share may be saved up. */
  public static final long BURST_NANOS = 250_000_000;

  /** The bucket's size at least: on a slow link, too, some link states pass at once. */
  public static final int BURST_BYTES_MIN = 8192;

  /** What a packet counts for where a rate is one of packets. */
  public static final int PACKET_BYTES = 1500;

  private static final long NANOBITS_PER_BYTE = Byte.SIZE * 1_000_000_000L;
  private static final int PER_CENT = 100;

  private long bitsPerSecond;
  private long sizeNanobits;
  private long nanobits;
  private long filledNanos;
  private long besidePackets;
  private long queuedPackets;

  /** What a control packet is to a port. */
  public enum Kind {
    /** What a node says to its neighbour at its own interval. */
    HELLO(0),
    /** What else it says to its neighbour. */
    LINK_STATE(0),
    /** What it forwards, and what services send. */
    FORWARDED(2);

    /** The part of the bucket that is not for it, as 1 / n; 0 for none. */
    private final int keptPart;

    Kind(int keptPart) {
      this.keptPart = keptPart;
    }
  }

  /** A full bucket. */
  ControlShare(Rate rate) {
    drainedAt(rate);
    nanobits = sizeNanobits;
  }

  /** The port has another rate from now on. */
  void drainedAt(Rate rate) {
    bitsPerSecond = bitsPerSecond(rate);
    sizeNanobits = Math.max(cost(BURST_BYTES_MIN), bitsPerSecond * BURST_NANOS);
    nanobits = Math.min(nanobits, sizeNanobits);
  }

  /** The share of a rate, in whole bits per second. */
  public static long bitsPerSecond(Rate rate) {
    double share = rate.bitsPerSecondOf(PACKET_BYTES) * PERCENT / PER_CENT;
    return (long) Math.clamp(share, 1, BITS_PER_SECOND_MAX);
  }

  /**
   * Whether a packet may pass beside; if not, it is counted as one that goes the way of data.
   *
   * @param lengthBytes IPv4 total length
   */
  boolean has(long nowNanos, int lengthBytes, Kind kind) {
    fill(nowNanos);
    long keptNanobits = kind.keptPart == 0 ? 0 : sizeNanobits / kind.keptPart;
    boolean has = kind == Kind.HELLO || nanobits - cost(lengthBytes) >= keptNanobits;
    queuedPackets += has ? 0 : 1;
    return has;
  }

  /** Takes the tokens of a packet that passes beside; of a hello what there is. */
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

  /** Control packets that passed beside the queue. */
  public long besidePackets() {
    return besidePackets;
  }

  /** Control packets that went the way of data, since the share was used up. */
  public long queuedPackets() {
    return queuedPackets;
  }
}
