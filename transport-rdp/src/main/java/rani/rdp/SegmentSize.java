// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.SynParameters;

/**
 * The segment size of a connection, IPv4 header included: the minimum of path MTU, configuration
 * and peer's limit, and of what its application or a router asks for.
 */
final class SegmentSize {
  private static final int SATURATED = 0xFFFF;

  private final RdpNetwork network;
  private final int remoteAddress;
  private final int configured;

  private int peerMax = Integer.MAX_VALUE;
  private int announced;
  private int bytes;

  /**
   * As large as can be.
   *
   * @param configured 0 for what the path takes
   */
  SegmentSize(RdpNetwork network, int remoteAddress, int configured) {
    this.network = network;
    this.remoteAddress = remoteAddress;
    this.configured = configured;
    this.bytes = max();
  }

  /** The largest that goes now. */
  int bytes() {
    return bytes;
  }

  /** The largest that ever could. */
  int max() {
    int path = network.pathMtuBytes(remoteAddress);
    return Math.min(configured == 0 ? path : Math.min(configured, path), peerMax);
  }

  /** What this end's SYN says that it takes, from now on. */
  int announce() {
    announced = Math.min(max(), SATURATED);
    return announced;
  }

  /** What this end's last SYN said. */
  int announced() {
    return announced;
  }

  /** The other end's SYN has come. */
  void heed(SynParameters syn) {
    peerMax = syn.maxSegmentBytes();
    bytes = max();
  }

  /** Makes them smaller or larger; whether that changed anything. */
  boolean limit(int wanted) {
    int before = bytes;
    bytes = Math.clamp(wanted, Math.min(RdpConnection.SEGMENT_BYTES_MIN, max()), max());
    return bytes != before;
  }
}
