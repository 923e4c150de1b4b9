// SPDX-License-Identifier: Apache-2.0
package rani.link;

import rani.world.Facts;

/**
 * Traffic of one link end since the node started. Bytes are those of the frame behind its RANI
 * header of 16 bytes, which for well-formed frames is the IPv4 total length.
 */
public final class LinkTraffic {
  private long packetsIn;
  private long bytesIn;
  private long packetsOut;
  private long bytesOut;

  void in(int bytes) {
    packetsIn++;
    bytesIn += bytes;
  }

  void out(int bytes) {
    packetsOut++;
    bytesOut += bytes;
  }

  /** Numbers of frames, received ones whether or not they were dropped later, and of bytes. */
  public record Shown(long packetsIn, long bytesIn, long packetsOut, long bytesOut)
      implements Facts {}

  public Shown facts() {
    return new Shown(packetsIn, bytesIn, packetsOut, bytesOut);
  }
}
