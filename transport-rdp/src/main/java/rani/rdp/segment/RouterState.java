// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

/**
 * Six words at the end of the header, with header bit 5 set, that a sender shows to the routers on
 * its way (papers' Active Congestion Control §4.2.1). A peer may ignore them.
 *
 * <p>With {@link #SET} they are a router's request to an endpoint instead: the segment has no other
 * flag, its sequence number quotes one of the connection's current window, its acknowledgement
 * number is the virtual address of the connection's other end, and {@code lost} segments from the
 * quoted one on are to be taken as lost.
 *
 * <p>With {@link #PACE} as well the request is about segments' size and rate (papers' Available
 * Bandwidth §4.1), and {@code cwnd}, {@code ssthresh} and {@code srttMillis} hold {@link
 * #segmentBytes} and {@link #rateBitsPerSecond}: see {@link #pace}.
 *
 * @param flags a sum of {@link #SET}, {@link #ECE}, {@link #CWR}, {@link #PACE} or {@link #MEDIA}
 * @param phase of the sender: 0 Idle, 1 SS, 2 CA, 3 OOS, 4 FR, 5 PR, 6 RTO
 * @param epoch how often the window has been cut, modulo 65,536; a request quotes it
 * @param cwnd whole packets; 65,535 stands for that and more
 * @param ssthresh whole packets; 65,535 stands for that and more
 * @param srttMillis smoothed round trip; 0 before the first sample; 65,535 for that and more
 * @param lost in a request, how many segments were let go; with {@link #MEDIA}, how many bytes of
 *     data routers have taken off; else 0
 */
public record RouterState(
    int flags, int phase, int epoch, int cwnd, int ssthresh, int srttMillis, int lost) {
  /** A router's request. */
  public static final int SET = 0x1;

  /** The receiver saw congestion marked (RFC 3168 §6.1.3). */
  public static final int ECE = 0x2;

  /** The sender has cut its window for a mark (RFC 3168 §6.1.2). */
  public static final int CWR = 0x4;

  /** In a request: it is about the size and rate of segments, not about the window. */
  public static final int PACE = 0x8;

  /**
   * In what is no request: routers on the way may take the end of the data off, and add the bytes
   * to {@code lost} (papers' Available Bandwidth §3, "media transformation"). It is {@link #PACE}'s
   * bit.
   */
  public static final int MEDIA = 0x8;

  private static final int ALL = SET | ECE | CWR | PACE;

  /** The greatest rate that a request names, in bits per second; a greater one becomes this. */
  public static final long RATE_BITS_PER_SECOND_MAX = 0xFFFF_FFFFL;

  /** The version that this code writes; others are ignored. */
  public static final int VERSION = 1;

  /** 16-bit words it takes in a header. */
  public static final int WORDS = 6;

  /** The flags among these bits that mean anything. */
  static int meant(int bits) {
    return bits & ALL;
  }

  /** Whether routers may shorten the data; then {@link #lost} says by how many bytes they have. */
  public boolean isMedia() {
    return (flags & (SET | MEDIA)) == MEDIA;
  }

  /**
   * A request to make segments no larger, and send them no faster.
   *
   * @param segmentBytes the IPv4 packet's, 1…65,535; 65,535 for as large as the path takes
   * @param rateBitsPerSecond of such packets; 0 for as fast as the window lets them
   */
  public static RouterState pace(int segmentBytes, long rateBitsPerSecond) {
    int rate = (int) Math.min(rateBitsPerSecond, RATE_BITS_PER_SECOND_MAX);
    return new RouterState(SET | PACE, 0, 0, segmentBytes, rate >>> 16, rate & 0xFFFF, 0);
  }

  /** In a request to {@link #PACE}: the largest IPv4 packet of a segment. */
  public int segmentBytes() {
    return cwnd;
  }

  /** In a request to {@link #PACE}: how fast such packets may be sent; 0 for any rate. */
  public long rateBitsPerSecond() {
    return (long) ssthresh << 16 | srttMillis;
  }

  /** Whether a flag is set. */
  public boolean has(int flag) {
    return (flags & flag) != 0;
  }
}
