// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

/**
 * What a SYN says of its sender (RFC 908 §4.3).
 *
 * @param maxOutstanding segments that may be on their way to it unacknowledged: RCV.MAX, 0…65,535
 * @param maxSegmentBytes the largest packet it takes, IPv4 and RDP headers included: RBUF.MAX,
 *     0…65,535
 * @param options a sum of {@link #SEQUENCED} and {@link #ECN}
 */
public record SynParameters(int maxOutstanding, int maxSegmentBytes, int options) {
  /** Sequenced delivery mode (SDM): messages are handed over in order (RFC 908 §4.3). */
  public static final int SEQUENCED = 0x0001;

  /** The sender understands congestion marks and echoes them (RFC 3168); rani's own. */
  public static final int ECN = 0x0002;

  /** Whether an option is set. */
  public boolean has(int option) {
    return (options & option) != 0;
  }
}
