// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import rani.rdp.segment.SynParameters;

/**
 * Segment size of a connection, IPv4 header included: the minimum of path MTU, configuration and
 * peer's limit, and of the requests of application and routers.
 */
final class SegmentSize {
  private static final int SATURATED = 0xFFFF;

  private final RdpNetwork network;
  private final int remoteAddress;
  private final int configured;

  private int peerMax = Integer.MAX_VALUE;

  /** Segment size that this end's last SYN announced. */
  int announced;

  /** Present segment size. */
  int bytes;

  /** Starts with the largest possible size; {@code configured} is 0 for the path MTU. */
  SegmentSize(RdpNetwork network, int remoteAddress, int configured) {
    this.network = network;
    this.remoteAddress = remoteAddress;
    this.configured = configured;
    this.bytes = max();
  }

  /** Returns the largest segment size without the requests of application and routers. */
  int max() {
    int path = network.pathMtuBytes(remoteAddress);
    return Math.min(configured == 0 ? path : Math.min(configured, path), peerMax);
  }

  /** Returns the segment size that this end's SYN announces, and remembers it. */
  int announce() {
    announced = Math.min(max(), SATURATED);
    return announced;
  }

  /** Applies the limit in the other end's SYN. */
  void heed(SynParameters syn) {
    peerMax = syn.maxSegmentBytes();
    bytes = max();
  }

  /** Changes the segment size; returns true if the size is different from before. */
  boolean limit(int wanted) {
    int before = bytes;
    bytes = Math.clamp(wanted, Math.min(RdpConnection.SEGMENT_BYTES_MIN, max()), max());
    return bytes != before;
  }
}
