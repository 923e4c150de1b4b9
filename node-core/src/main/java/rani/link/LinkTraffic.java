// SPDX-License-Identifier: Apache-2.0
package rani.link;

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

  /** Returns the number of frames received, whether or not they were dropped later. */
  public long packetsIn() {
    return packetsIn;
  }

  public long bytesIn() {
    return bytesIn;
  }

  public long packetsOut() {
    return packetsOut;
  }

  public long bytesOut() {
    return bytesOut;
  }
}
