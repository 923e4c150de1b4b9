// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;

/** The definition of a flow. The papers differ, so it is configurable. */
public enum FlowIdentity {
  /** The source node alone, as a greedy connection identifier (GCI, papers' RANI §3.1) has it. */
  SOURCE_NODE("source-node"),
  /** Source and destination address, protocol, and the ports of UDP and RDP. */
  FIVE_TUPLE("five-tuple");

  private static final int RDP_PORTS = 2;

  private final String text;

  FlowIdentity(String text) {
    this.text = text;
  }

  /** The name in topology files. */
  public String text() {
    return text;
  }

  /** The upper half of the frame's key; see {@link FlowKey}. */
  public long high(ByteBuf frame) {
    return high(frame, Frame.ipv4(frame));
  }

  /** The same, for a caller that knows where the IPv4 packet begins. */
  public long high(ByteBuf frame, int ip) {
    long source = (long) Ipv4Header.source(frame, ip) << 32;
    return this == SOURCE_NODE
        ? source
        : source | (Ipv4Header.destination(frame, ip) & 0xFFFF_FFFFL);
  }

  /** The lower half of the frame's key; see {@link FlowKey}. */
  public long low(ByteBuf frame) {
    return low(frame, Frame.ipv4(frame));
  }

  /** The same, for a caller that knows where the IPv4 packet begins. */
  public long low(ByteBuf frame, int ip) {
    if (this == SOURCE_NODE) {
      return 0;
    }
    int body = ip + Ipv4Header.LENGTH;
    int protocol = Ipv4Header.protocol(frame, ip);
    long ports =
        switch (protocol) {
          case Ipv4Header.PROTOCOL_UDP -> frame.getUnsignedInt(body);
          case Ipv4Header.PROTOCOL_RDP -> frame.getUnsignedInt(body + RDP_PORTS);
          default -> 0;
        };
    return (long) protocol << 32 | ports;
  }

  /** The frame's flow as a value, for messages and reports. */
  public FlowKey of(ByteBuf frame) {
    return new FlowKey(high(frame), low(frame));
  }
}
