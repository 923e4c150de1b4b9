// SPDX-License-Identifier: Apache-2.0
package rani.wire;

/**
 * The name of a flow under some {@link FlowIdentity}.
 *
 * @param high source address in the upper 32 bits, destination in the lower; parts that the
 *     identity does not look at are 0
 * @param low protocol (8 bits), source port (16) and destination port (16), from bit 39 down
 */
public record FlowKey(long high, long low) {
  /** Ports end here in the payload, in UDP (bytes 0–3) and in RDP version 2 (bytes 2–5). */
  static final int PORTS_END = 6;

  /** The flow of everything from one source node: the GCI of papers' RANI §3.1. */
  public static FlowKey ofSource(int source) {
    return new FlowKey((long) source << 32, 0);
  }

  /** The flow of everything from one node to another. */
  public static FlowKey between(int source, int destination) {
    return new FlowKey((long) source << Integer.SIZE | (destination & 0xFFFF_FFFFL), 0);
  }

  /** The source's virtual address. */
  public int source() {
    return (int) (high >>> 32);
  }

  /** The destination's virtual address, or 0 where the identity does not look at it. */
  public int destination() {
    return (int) high;
  }

  /** The IP protocol, or 0. */
  public int protocol() {
    return (int) (low >>> 32) & 0xFF;
  }

  /** The source port, or 0. */
  public int sourcePort() {
    return (int) (low >>> 16) & 0xFFFF;
  }

  /** The destination port, or 0. */
  public int destinationPort() {
    return (int) low & 0xFFFF;
  }

  /** {@code 10.0.0.1}, or {@code 10.0.0.1:5001>10.0.0.8:7/17}. */
  @Override
  public String toString() {
    if ((int) high == 0 && low == 0) {
      return Address.text(source());
    }
    return Address.text(source())
        + ":"
        + sourcePort()
        + ">"
        + Address.text(destination())
        + ":"
        + destinationPort()
        + "/"
        + protocol();
  }
}
