// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * One RDP segment as a value. Sequence numbers are 32 bits and wrap; they count segments, not
 * octets (RFC 908 §3.4.1).
 *
 * @param flags a sum of {@link #SYN}, {@link #ACK}, {@link #EACK}, {@link #RST}, {@link #NUL}
 * @param sourcePort 0…65,535
 * @param destinationPort 0…65,535
 * @param sequence of this segment; of the next one if this segment takes none (RFC 908 §4.4)
 * @param acknowledgement last sequence number received in sequence; invalid without {@link #ACK}
 * @param syn the parameters of a SYN; null without {@link #SYN}
 * @param eacks received out of sequence; empty without {@link #EACK}
 * @param routerState the sender's state for routers, or a router's request to an endpoint; or null
 * @param data empty except in data segments. In received segments, a slice of the frame
 */
public record Segment(
    int flags,
    int sourcePort,
    int destinationPort,
    int sequence,
    int acknowledgement,
    @Nullable SynParameters syn,
    int[] eacks,
    @Nullable RouterState routerState,
    ByteBuf data) {
  /** Opens a connection. */
  public static final int SYN = 0x80;

  /** The acknowledgement number is valid. */
  public static final int ACK = 0x40;

  /** Names segments received out of sequence. */
  public static final int EACK = 0x20;

  /** Closes or refuses a connection. */
  public static final int RST = 0x10;

  /** Takes a sequence number and carries nothing, to probe the peer. */
  public static final int NUL = 0x08;

  /** Empty array of EACKs. */
  public static final int[] NO_EACKS = {};

  /** Creates a segment without variable header and data. */
  public static Segment bare(
      int flags, int sourcePort, int destinationPort, int sequence, int acknowledgement) {
    return new Segment(
        flags,
        sourcePort,
        destinationPort,
        sequence,
        acknowledgement,
        null,
        NO_EACKS,
        null,
        Unpooled.EMPTY_BUFFER);
  }

  /** Returns true if all of these flags are set. */
  public boolean has(int flag) {
    return (flags & flag) == flag;
  }

  /** Returns true for SYN, NUL and data, which take a sequence number of their own. */
  public boolean takesSequence() {
    return has(SYN) || has(NUL) || data.isReadable();
  }

  /** Returns true for a router's request to an endpoint: see {@link RouterState}. */
  public boolean isRequest() {
    return flags == 0 && routerState != null && routerState.has(RouterState.SET);
  }
}
