// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * What one link end has received and sent since the node started: packets, and their bytes as the
 * frame has them after its RANI header of 16 bytes, which is the IPv4 total length of everything
 * well formed.
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

  /** Frames received, whether or not they were dropped later. */
  public long packetsIn() {
    return packetsIn;
  }

  /** Their bytes. */
  public long bytesIn() {
    return bytesIn;
  }

  /** Frames that were handed to the wire. */
  public long packetsOut() {
    return packetsOut;
  }

  /** Their bytes. */
  public long bytesOut() {
    return bytesOut;
  }
}
