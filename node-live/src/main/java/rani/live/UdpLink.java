// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.channel.unix.Errors;
import io.netty.channel.unix.Errors.NativeIoException;
import java.io.IOException;
import java.net.PortUnreachableException;
import org.jspecify.annotations.Nullable;
import rani.link.WireImpairment;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.Wire;

/**
 * The sending direction of a virtual link: delay line and socket; and the counters of both its
 * sockets. Used on its event loop alone.
 */
final class UdpLink implements Wire {
  private final LinkId id;
  private final SocketPair sockets;
  private final LoopClock clock;
  private final DelayLine delayLine;
  private long socketFull;
  private long portUnreachable;
  private long socketErrors;
  private boolean closed;

  /** The sockets of a link. */
  UdpLink(LinkId id, SocketPair sockets, LoopClock clock, DelayLine delayLine) {
    this.id = id;
    this.sockets = sockets;
    this.clock = clock;
    this.delayLine = delayLine;
  }

  LinkId id() {
    return id;
  }

  @Override
  public void deliver(LinkEnd end, long dueNanos, ByteBuf frame) {
    if (dueNanos > clock.turn()) {
      delayLine.add(dueNanos, end, this, frame);
    } else if (closed) {
      frame.release(); // it was still on the wire as the link was removed
    } else if (!sockets.write(end.seal(frame))) {
      socketFull++;
    }
  }

  @Override
  public boolean serveAt(LinkEnd end, long dueNanos, int lengthBytes) {
    return delayLine.serveAt(dueNanos, end, this, lengthBytes);
  }

  /** Counts an error of one of the sockets; both stay open. */
  void socketFailed(Throwable cause) {
    if (isRefused(cause)) {
      portUnreachable++;
    } else {
      socketErrors++;
    }
  }

  private static boolean isRefused(Throwable cause) {
    return cause instanceof PortUnreachableException
        || (cause instanceof NativeIoException error
            && error.expectedErr() == Errors.ERROR_ECONNREFUSED_NEGATIVE);
  }

  LinkSockets sockets() {
    return sockets.local();
  }

  /** The socket that it writes to. */
  SocketPair pair() {
    return sockets;
  }

  /** Opens the link to the neighbour's sockets. */
  void connect(LinkSockets peer) throws IOException, InterruptedException {
    sockets.connect(peer);
  }

  /** Whether its ports are released. */
  boolean isClosed() {
    return closed;
  }

  /** Releases both ports. */
  void close() {
    closed = true;
    sockets.close();
  }

  /**
   * Facts about this link.
   *
   * @param impairment of the node's end; null if it has none yet
   */
  LiveFacts.Link facts(@Nullable WireImpairment impairment) {
    LinkSockets local = sockets.local();
    LinkSockets peer = sockets.peer();
    return new LiveFacts.Link(
        String.valueOf(local.receive()),
        String.valueOf(local.send()),
        String.valueOf(peer == null ? null : peer.receive()),
        String.valueOf(peer == null ? null : peer.send()),
        socketErrors(),
        LiveFacts.Wire.of(impairment));
  }

  /** Counts of what its sockets did not accept. */
  LiveFacts.SocketErrors socketErrors() {
    return new LiveFacts.SocketErrors(socketFull, portUnreachable, socketErrors);
  }
}
