// SPDX-License-Identifier: Apache-2.0
package rani.model.capture;

import io.netty.buffer.ByteBuf;
import rani.wire.Frame;
import rani.wire.Ipv4Header;

/**
 * Link type of a capture, which says what it keeps of a frame (numbers of the <a
 * href="https://www.tcpdump.org/linktypes.html">list of link types</a>).
 */
public enum LinkType {
  /** USER0, which is reserved for private use: whole frames. */
  RANI(147),

  /**
   * RAW: the IPv4 packet alone, without RANI header and trailer, for programs that know no RANI.
   * The messages of nodes and services, and frames that nodes refuse, are left out.
   */
  IPV4(101);

  private final int number;

  LinkType(int number) {
    this.number = number;
  }

  /** Returns the number in a pcapng interface description. */
  public int number() {
    return number;
  }

  /** Returns {@link #IPV4} for captures of inner packets, {@link #RANI} for those of frames. */
  public static LinkType of(boolean inner) {
    return inner ? IPV4 : RANI;
  }

  /** Returns whether captures of this type keep the IPv4 packet alone. */
  public boolean isInner() {
    return this == IPV4;
  }

  /** Returns whether a frame has what a capture of this type keeps. */
  public boolean takes(ByteBuf frame) {
    return this == RANI
        || Frame.check(frame) == null
            && Ipv4Header.protocol(frame, Frame.ipv4(frame)) != Ipv4Header.PROTOCOL_SERVICE;
  }

  /** Returns the index in a frame of the first byte that is kept. */
  public int from(ByteBuf frame) {
    return this == RANI ? frame.readerIndex() : Frame.ipv4(frame);
  }

  /** Returns the number of bytes of a frame that are kept. */
  public int length(ByteBuf frame) {
    return this == RANI ? frame.readableBytes() : Frame.length(frame);
  }
}
