// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

/**
 * Parameters of a SYN's sender (RFC 908 §4.3).
 *
 * @param maxOutstanding RCV.MAX: largest number of unacknowledged segments on the way to the
 *     sender, 0…65,535
 * @param maxSegmentBytes RBUF.MAX: largest packet that the sender accepts, IPv4 and RDP headers
 *     included, 0…65,535
 * @param options a sum of {@link #SEQUENCED} and {@link #ECN}
 */
public record SynParameters(int maxOutstanding, int maxSegmentBytes, int options) {
  /** Sequenced delivery mode (SDM): messages are delivered in order (RFC 908 §4.3). */
  public static final int SEQUENCED = 0x0001;

  /** The sender understands congestion marks and echoes them (RFC 3168); an extension of rani. */
  public static final int ECN = 0x0002;

  public boolean has(int option) {
    return (options & option) != 0;
  }
}
