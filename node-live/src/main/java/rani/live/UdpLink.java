// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.channel.unix.Errors;
import io.netty.channel.unix.Errors.NativeIoException;
import java.io.IOException;
import java.net.PortUnreachableException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.link.WireImpairment;
import rani.world.LinkId;

/**
 * One end of a virtual link on its way out: impairment, delay line, socket; and the books of both
 * its sockets. Used on its event loop alone.
 */
final class UdpLink implements DelayLine.Outlet, WireImpairment.Wire {
  /** Frames that are written before they are flushed, within one turn. */
  static final int FLUSH_FRAMES = 64;

  private final LinkId id;
  private final SocketPair sockets;
  private final Supplier<@Nullable WireImpairment> wire;
  private final Function<ByteBuf, ByteBuf> seal;
  private final LoopClock clock;
  private final DelayLine delayLine;

  /** What frames wait in whose delays vary; it stays so as the link is removed. */
  private @Nullable WireImpairment carrier;

  private int unflushed;
  private long socketFull;
  private long portUnreachable;
  private long socketErrors;
  private boolean closed;

  /**
   * The sockets of a link.
   *
   * @param wire gives what happens to frames on the way; nothing while the node has no such link
   * @param seal takes and gives a frame as the last thing before the socket
   */
  UdpLink(
      LinkId id,
      SocketPair sockets,
      Supplier<@Nullable WireImpairment> wire,
      Function<ByteBuf, ByteBuf> seal,
      LoopClock clock,
      DelayLine delayLine) {
    this.id = id;
    this.sockets = sockets;
    this.wire = wire;
    this.seal = seal;
    this.clock = clock;
    this.delayLine = delayLine;
  }

  LinkId id() {
    return id;
  }

  /** Carries a frame towards the neighbour. Takes the reference. */
  void carry(ByteBuf frame) {
    WireImpairment impairment = wire.get();
    if (impairment == null) {
      frame.release(); // a node without the link sends nothing by it
    } else {
      carrier = impairment;
      impairment.carry(clock.turn(), frame, this);
    }
  }

  @Override
  public void deliver(long dueNanos, ByteBuf frame) {
    if (dueNanos <= clock.turn()) {
      write(frame);
    } else {
      delayLine.add(dueNanos, this, frame);
    }
  }

  @Override
  public boolean serveAt(long dueNanos, int lengthBytes) {
    return delayLine.serveAt(dueNanos, this, lengthBytes);
  }

  @Override
  public void serve(long dueNanos) {
    if (carrier != null) {
      carrier.serve(dueNanos);
    }
  }

  @Override
  public void clear() {
    if (carrier != null) {
      carrier.clear();
    }
  }

  /** Writes a frame to the socket. */
  @Override
  public void write(ByteBuf frame) {
    if (closed) {
      frame.release(); // it was still on the wire as the link was removed
      return;
    }
    if (!sockets.write(seal.apply(frame))) {
      socketFull++;
      return;
    }
    unflushed++;
    if (unflushed == FLUSH_FRAMES) {
      flush();
    }
  }

  /** Hands what was written to the kernel. */
  void flush() {
    if (unflushed > 0 && !closed) {
      unflushed = 0;
      sockets.flush();
    }
  }

  /** Something went wrong on one of the sockets; both stay open. */
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

  /** Opens the link to the neighbour's sockets. */
  void connect(LinkSockets peer) throws IOException, InterruptedException {
    sockets.connect(peer);
  }

  /** Whether its ports are let go. */
  boolean isClosed() {
    return closed;
  }

  /** Lets go of both ports. */
  void close() {
    closed = true;
    sockets.close();
  }

  SequencedMap<String, Object> facts() {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    LinkSockets local = sockets.local();
    LinkSockets peer = sockets.peer();
    facts.put("receive", String.valueOf(local.receive()));
    facts.put("send", String.valueOf(local.send()));
    facts.put("peer-receive", String.valueOf(peer == null ? null : peer.receive()));
    facts.put("peer-send", String.valueOf(peer == null ? null : peer.send()));
    facts.put("socket-full", socketFull);
    facts.put("port-unreachable", portUnreachable);
    facts.put("socket-errors", socketErrors);
    WireImpairment impairment = wire.get();
    if (impairment == null) {
      return facts; // prepared for a link that is still to come
    }
    facts.put("cut", impairment.isCut());
    facts.put("lost-by-cut", impairment.cutOff() + impairment.cutOffAtArrival());
    facts.put("lost", impairment.lost());
    facts.put("duplicated", impairment.duplicated());
    facts.put("reordered", impairment.reordered());
    facts.put("corrupted", impairment.corrupted());
    return facts;
  }

  long socketFull() {
    return socketFull;
  }

  long portUnreachable() {
    return portUnreachable;
  }

  long socketErrors() {
    return socketErrors;
  }
}
