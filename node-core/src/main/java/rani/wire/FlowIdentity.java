// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import java.util.Locale;

/** The definition of a flow. It is configurable, because the papers differ. */
public enum FlowIdentity {
  /** The source node alone: the greedy connection identifier, GCI, of papers' RANI §3.1. */
  SOURCE_NODE,
  FIVE_TUPLE;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  public String text() {
    return text;
  }

  /** Returns the upper half of the frame's key; see {@link FlowKey}. */
  public long high(ByteBuf frame) {
    return high(frame, Frame.ipv4(frame));
  }

  /** Returns the upper half of the key, if the index of the IPv4 packet is known. */
  public long high(ByteBuf frame, int ip) {
    long source = (long) Ipv4Header.source(frame, ip) << 32;
    return this == SOURCE_NODE
        ? source
        : source | (Ipv4Header.destination(frame, ip) & 0xFFFF_FFFFL);
  }

  /** Returns the lower half of the frame's key; see {@link FlowKey}. */
  public long low(ByteBuf frame) {
    return low(frame, Frame.ipv4(frame));
  }

  /** Returns the lower half of the key, if the index of the IPv4 packet is known. */
  public long low(ByteBuf frame, int ip) {
    if (this == SOURCE_NODE) {
      return 0;
    }
    int protocol = Ipv4Header.protocol(frame, ip);
    return (long) protocol << 32 | Math.max(0, Frame.ports(frame, ip, protocol));
  }

  public FlowKey of(ByteBuf frame) {
    return new FlowKey(high(frame), low(frame));
  }
}
