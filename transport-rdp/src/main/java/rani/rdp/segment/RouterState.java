// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

/**
 * Six words at the end of the header, with header bit 5 set, in which a sender shows its state to
 * routers (papers' Active Congestion Control §4.2.1). Peers may ignore them.
 *
 * <p>With {@link #SET} they are a router's request to an endpoint instead. The segment has no other
 * flag, its sequence number quotes one of the connection's current window, and its acknowledgement
 * number is the virtual address of the connection's other end. {@code lost} segments from the
 * quoted one on are to be taken as lost.
 *
 * <p>With {@link #PACE} as well the request is about segments' size and rate (papers' Available
 * Bandwidth §4.1), and {@code cwnd}, {@code ssthresh} and {@code srttMillis} hold {@link
 * #segmentBytes} and {@link #rateBitsPerSecond}: see {@link #pace}.
 *
 * @param flags a sum of {@link #SET}, {@link #ECE}, {@link #CWR}, {@link #PACE} or {@link #MEDIA}
 * @param phase of the sender: 0 Idle, 1 SS, 2 CA, 3 OOS, 4 FR, 5 PR, 6 RTO
 * @param epoch number of window reductions, modulo 65,536; a request quotes it
 * @param cwnd whole packets, saturated at 65,535
 * @param ssthresh whole packets, saturated at 65,535
 * @param srttMillis smoothed round-trip time, saturated at 65,535; 0 before the first sample
 * @param lost in a request, number of discarded segments; with {@link #MEDIA}, bytes of data that
 *     routers have removed; else 0
 */
public record RouterState(
    int flags, int phase, int epoch, int cwnd, int ssthresh, int srttMillis, int lost) {
  /** A router's request. */
  public static final int SET = 0x1;

  /** The receiver saw a congestion mark (RFC 3168 §6.1.3). */
  public static final int ECE = 0x2;

  /** The sender has reduced its window for a mark (RFC 3168 §6.1.2). */
  public static final int CWR = 0x4;

  /** In a request: it is about the size and rate of segments, not about the window. */
  public static final int PACE = 0x8;

  /**
   * Outside of requests: routers may remove the end of the data, and add the bytes to {@code lost}
   * (papers' Available Bandwidth §3, "media transformation"). The bit is the same as {@link #PACE}.
   */
  public static final int MEDIA = 0x8;

  private static final int ALL = SET | ECE | CWR | PACE;

  /** Largest rate in a request, in bits per second; larger rates saturate. */
  public static final long RATE_BITS_PER_SECOND_MAX = 0xFFFF_FFFFL;

  /** The version that this code writes; others are ignored. */
  public static final int VERSION = 1;

  /** Length in 16-bit words. */
  public static final int WORDS = 6;

  /** Returns the known flags among these bits. */
  static int meant(int bits) {
    return bits & ALL;
  }

  /** Returns true if routers may shorten the data; {@link #lost} then counts removed bytes. */
  public boolean isMedia() {
    return (flags & (SET | MEDIA)) == MEDIA;
  }

  /**
   * Creates a request to limit segments to a packet size, 1…65,535 with 65,535 for the path MTU,
   * and to a rate of such packets; 0 for no limit.
   */
  public static RouterState pace(int segmentBytes, long rateBitsPerSecond) {
    int rate = (int) Math.min(rateBitsPerSecond, RATE_BITS_PER_SECOND_MAX);
    return new RouterState(SET | PACE, 0, 0, segmentBytes, rate >>> 16, rate & 0xFFFF, 0);
  }

  /** Returns the largest IPv4 packet that a {@link #PACE} request allows. */
  public int segmentBytes() {
    return cwnd;
  }

  /** Returns the rate that a {@link #PACE} request allows; 0 for any rate. */
  public long rateBitsPerSecond() {
    return (long) ssthresh << 16 | srttMillis;
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }
}
