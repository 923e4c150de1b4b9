// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The two UDP sockets of one end of a virtual link, independent of the transport. Bound on
 * creation; reads nothing before {@link #connect}. Written to and closed on its event loop.
 */
interface SocketPair {
  /** Receives the events of a pair, on its event loop. */
  interface Incoming {
    /** A batch begins: its datagrams had arrived by now. */
    void arrived();

    /**
     * A datagram arrived at the receive socket, truncated to the size of its buffer. Takes over the
     * reference.
     */
    void datagram(ByteBuf datagram);

    /** The batch ends, and with it the turn. */
    void turnEnds();

    /** One of the sockets reported an error; both stay open. */
    void failed(Throwable cause);
  }

  /** The sockets as the neighbour must know them. */
  LinkSockets local();

  /** The neighbour's sockets; null before {@link #connect}. */
  @Nullable LinkSockets peer();

  /**
   * Connects both sockets to the neighbour's, so that datagrams of others are refused, and begins
   * to read. Called on another thread than the event loop's.
   */
  void connect(LinkSockets peer) throws IOException, InterruptedException;

  /**
   * Writes a frame, which is sent with the next {@link #flush}, or sooner. Takes over the
   * reference.
   *
   * @return false if it was dropped, because the kernel has not taken all that was flushed
   */
  boolean write(ByteBuf frame);

  /** Hands what was written to the kernel. */
  void flush();

  /** Releases both ports, and frames that were not flushed. */
  void close();
}
