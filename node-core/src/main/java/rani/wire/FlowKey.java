// SPDX-License-Identifier: Apache-2.0
package rani.wire;

/**
 * Key of a flow under some {@link FlowIdentity}.
 *
 * @param high source address in the upper 32 bits, destination in the lower; fields that the
 *     identity ignores are 0
 * @param low protocol (8 bits), source port (16) and destination port (16), from bit 39 down
 */
public record FlowKey(long high, long low) {
  /** End of the ports in the payload: bytes 0–3 of UDP and 2–5 of RDP version 2. */
  static final int PORTS_END = 6;

  /** Returns the key of all packets from one source node: the GCI of papers' RANI §3.1. */
  public static FlowKey ofSource(int source) {
    return new FlowKey((long) source << 32, 0);
  }

  public static FlowKey between(int source, int destination) {
    return new FlowKey((long) source << Integer.SIZE | (destination & 0xFFFF_FFFFL), 0);
  }

  public int source() {
    return (int) (high >>> 32);
  }

  /** Returns the destination's virtual address, or 0 if the identity ignores it. */
  public int destination() {
    return (int) high;
  }

  /** Returns the IP protocol, or 0 if the identity ignores it. */
  public int protocol() {
    return (int) (low >>> 32) & 0xFF;
  }

  /** Returns the source port, or 0. */
  public int sourcePort() {
    return (int) (low >>> 16) & 0xFFFF;
  }

  /** Returns the destination port, or 0. */
  public int destinationPort() {
    return (int) low & 0xFFFF;
  }

  /** Formats the key as {@code 10.0.0.1}, or {@code 10.0.0.1:5001>10.0.0.8:7/17}. */
  @Override
  public String toString() {
    if ((int) high == 0 && low == 0) {
      return Address.text(source());
    }
    String from = Address.text(source()) + ":" + sourcePort();
    return from + ">" + Address.text(destination()) + ":" + destinationPort() + "/" + protocol();
  }
}
