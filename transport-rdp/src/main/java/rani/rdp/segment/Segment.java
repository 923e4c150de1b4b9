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
 * @param sequence of this segment; of the next one where this takes none (RFC 908 §4.4)
 * @param acknowledgement the last one received in sequence; means nothing without {@link #ACK}
 * @param syn the parameters of a SYN; null without {@link #SYN}
 * @param eacks received out of sequence; empty without {@link #EACK}
 * @param routerState what the sender shows to routers, or a router asks of an endpoint; or null
 * @param data what it carries; empty but in data segments. As received, a slice of the frame
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

  /** The acknowledgement number counts. */
  public static final int ACK = 0x40;

  /** Names segments received out of sequence. */
  public static final int EACK = 0x20;

  /** Closes or refuses a connection. */
  public static final int RST = 0x10;

  /** Takes a sequence number and carries nothing: "are you there?" */
  public static final int NUL = 0x08;

  /** No numbers. */
  public static final int[] NO_EACKS = {};

  /** A segment that carries nothing but its header. */
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

  /** Whether all of these flags are set. */
  public boolean has(int flag) {
    return (flags & flag) == flag;
  }

  /** Whether it takes a sequence number of its own: SYN, NUL and data do. */
  public boolean takesSequence() {
    return has(SYN) || has(NUL) || data.isReadable();
  }

  /** Whether this is a router's request to an endpoint: see {@link RouterState}. */
  public boolean isRequest() {
    return flags == 0 && routerState != null && routerState.has(RouterState.SET);
  }
}
