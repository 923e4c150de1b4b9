// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The two UDP sockets of one end of a virtual link, whatever carries their datagrams. Bound when it
 * comes about; reads nothing before {@link #connect}. Written to and closed on its event loop.
 */
interface SocketPair {
  /** What comes by a pair, on its event loop. */
  interface Incoming {
    /** Whatever is delivered from now on had come by now. */
    void arrived();

    /**
     * A datagram came by the receive socket, of which at most so many bytes were read as its buffer
     * was made for. Takes the reference.
     */
    void datagram(ByteBuf datagram);

    /** That was all for this turn. */
    void turnEnds();

    /** Something went wrong on one of the sockets; both stay open. */
    void failed(Throwable cause);
  }

  /** The sockets as the neighbour must know them. */
  LinkSockets local();

  /** The neighbour's; null before {@link #connect}. */
  @Nullable LinkSockets peer();

  /**
   * Takes datagrams from the neighbour's sockets alone, and begins to read. On any other thread.
   */
  void connect(LinkSockets peer) throws IOException, InterruptedException;

  /**
   * Writes a frame, which goes with the next {@link #flush}, or sooner. Takes the reference.
   *
   * @return false if it was dropped, because the kernel has not taken all that was flushed
   */
  boolean write(ByteBuf frame);

  /** Hands what was written to the kernel. */
  void flush();

  /** Lets go of both ports, and of what was not flushed. */
  void close();
}
