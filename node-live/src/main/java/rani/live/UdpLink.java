// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.channel.unix.Errors;
import io.netty.channel.unix.Errors.NativeIoException;
import java.net.PortUnreachableException;
import org.jspecify.annotations.Nullable;
import rani.link.WireImpairment;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.Wire;

/**
 * The sending direction of a virtual link, a delay line and a socket, and the counters of both
 * sockets of the link. Used only on the event loop.
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
      frame.release(); // the link was removed while the frame was on the wire
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

  SocketPair pair() {
    return sockets;
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
    sockets.close();
  }

  /** Returns facts about this link; the impairment is null if the node lacks the link. */
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

  LiveFacts.SocketErrors socketErrors() {
    return new LiveFacts.SocketErrors(socketFull, portUnreachable, socketErrors);
  }
}
