// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The two UDP sockets of one end of a virtual link, independent of the transport. They are bound on
 * creation, and receive nothing before {@link #connect}. Frames are written, and the sockets
 * closed, on the event loop.
 */
interface SocketPair {
  /** Receives the events of a pair, on its event loop. */
  interface Incoming {
    /** Begins a batch of datagrams, which had arrived by now. */
    void arrived();

    /** Receives a datagram, truncated to the size of its buffer. Takes over the reference. */
    void datagram(ByteBuf datagram);

    /** Ends the batch, and the turn. */
    void turnEnds();

    /** Receives an error of one of the sockets; both stay open. */
    void failed(Throwable cause);
  }

  /** Returns the sockets as the neighbour must know them. */
  LinkSockets local();

  /** Returns the neighbour's sockets; null before {@link #connect}. */
  @Nullable LinkSockets peer();

  /**
   * Connects both sockets to the neighbour's, so that datagrams of others are refused, and begins
   * to read. Must be called on another thread than the event loop's.
   */
  void connect(LinkSockets peer) throws IOException, InterruptedException;

  /**
   * Writes a frame, which is sent with the next {@link #flush} or sooner. Takes over the reference.
   * Returns false if the frame was dropped, because the kernel has not accepted all flushed frames.
   */
  boolean write(ByteBuf frame);

  /** Passes the written frames to the kernel. */
  void flush();

  /** Releases both ports, and frames that were not flushed. */
  void close();
}
