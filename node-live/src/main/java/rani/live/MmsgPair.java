// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.buffer.ByteBuf;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import org.jspecify.annotations.Nullable;

/**
 * A link end's sockets whose datagrams are received and sent in batches by {@link DatagramCalls}
 * when the event loop reports them. There is one clock reading for each batch, and neither a copy
 * nor an object for a datagram.
 */
final class MmsgPair implements SocketPair {
  /** Number of datagrams after which the socket is read again in the same turn. */
  private static final int DATAGRAMS_TO_LOOK_AGAIN = 32;

  /** Limit of reads in a row, after which timers and other links have their turn. */
  private static final int ROUNDS_MAX = 4;

  /** Limit of datagrams in a turn; a few trains are enough to reach it. */
  static final int TURN_DATAGRAMS_MAX = 1024;

  private final UdpSocket receiver;
  private final UdpSocket sender;
  private final IoRegistration receiving;
  private final IoRegistration sending;
  private final Mmsg mmsg;
  private final int datagramBytes;
  private final Incoming incoming;
  private @Nullable SendBatch batch;
  private boolean full;
  private boolean inTrains;
  private volatile @Nullable LinkSockets peer;

  /** The registration of the receive socket with the event loop. */
  private final class Receiving implements EpollIoHandle {
    @Override
    public FileDescriptor fd() {
      return receiver;
    }

    /** Receives, again after a large batch, because a read costs less than another event. */
    @Override
    public void handle(IoRegistration registration, IoEvent event) {
      int taken = 0;
      int last = DATAGRAMS_TO_LOOK_AGAIN;
      for (int round = 0;
          round < ROUNDS_MAX && last >= DATAGRAMS_TO_LOOK_AGAIN && taken < TURN_DATAGRAMS_MAX;
          round++) {
        ReceiveSlots slots = inTrains ? mmsg.trainSlots() : mmsg.datagrams(datagramBytes);
        int count = slots.receive(receiver);
        if (count < 0) {
          failed(count);
          return;
        }
        incoming.arrived();
        mmsg.lend(slots);
        last = 0;
        for (ByteBuf frame = slots.next(datagramBytes);
            frame != null;
            frame = slots.next(datagramBytes)) {
          incoming.datagram(frame);
          last++;
        }
        taken += last;
        incoming.turnEnds();
        mmsg.lendingEnds();
        if (slots.areFull() && mmsg.trains() && !inTrains) {
          askForTrains();
        }
      }
    }

    @Override
    public void close() throws IOException {
      receiver.close();
    }
  }

  /** The registration of the send socket with the event loop. */
  private final class Sending implements EpollIoHandle {
    @Override
    public FileDescriptor fd() {
      return sender;
    }

    /** Handles room in the socket buffer, errors, and received data, which is ignored. */
    @Override
    public void handle(IoRegistration registration, IoEvent event) {
      EpollIoOps ops = ((EpollIoEvent) event).ops();
      if (full && ops.contains(EpollIoOps.EPOLLOUT)) {
        flush();
      }
      if (!ops.equals(EpollIoOps.EPOLLOUT)) {
        int count = mmsg.datagrams(datagramBytes).receive(sender);
        if (count < 0) {
          failed(count);
        }
      }
    }

    @Override
    public void close() throws IOException {
      sender.close();
    }
  }

  /** Takes over both sockets. Longer datagrams are truncated to {@code datagramBytes}. */
  MmsgPair(
      UdpSocket receiver,
      UdpSocket sender,
      IoEventLoop loop,
      Mmsg mmsg,
      int datagramBytes,
      Incoming incoming)
      throws InterruptedException {
    this.receiver = receiver;
    this.sender = sender;
    this.mmsg = mmsg;
    this.datagramBytes = datagramBytes;
    this.incoming = incoming;
    receiving = loop.register(new Receiving()).sync().getNow();
    sending = loop.register(new Sending()).sync().getNow();
  }

  @Override
  public LinkSockets local() {
    return new LinkSockets(receiver.localAddress(), sender.localAddress());
  }

  @Override
  public @Nullable LinkSockets peer() {
    return peer;
  }

  @Override
  public void connect(LinkSockets to) throws IOException {
    connect(sender, to.receive());
    connect(receiver, to.send());
    peer = to;
    sending.submit(EpollIoOps.EPOLLIN); // the send socket receives only errors
    receiving.submit(EpollIoOps.EPOLLIN);
  }

  private static void connect(UdpSocket socket, InetSocketAddress to) throws IOException {
    try {
      socket.connect(to);
    } catch (IOException e) {
      throw new IOException("cannot connect to " + to, e);
    }
  }

  /** Enables trains, when the receive rate makes them worthwhile. */
  private void askForTrains() {
    try {
      receiver.setIntOpt(DatagramCalls.SOL_UDP, DatagramCalls.UDP_GRO, 1);
      inTrains = true;
    } catch (IOException e) {
      mmsg.withoutTrains(); // the kernel is older than 5.0
    }
  }

  private void failed(int error) {
    switch (-error) {
      case DatagramCalls.EAGAIN, DatagramCalls.EINTR -> {}
      case DatagramCalls.ECONNREFUSED -> incoming.failed(new PortUnreachableException());
      default -> incoming.failed(new IOException("errno " + -error));
    }
  }

  @Override
  public boolean write(ByteBuf frame) {
    SendBatch ahead = batch;
    if (ahead == null) {
      ahead = mmsg.batch();
      batch = ahead;
    }
    if (!ahead.fits(frame.readableBytes())) {
      flush();
    }
    if (full) {
      frame.release();
      return false;
    }
    ReceiveSlots slots = mmsg.lending();
    long address = slots == null ? SendBatch.COPY : slots.address(frame);
    ahead.add(frame, address);
    if (slots != null && address != SendBatch.COPY) {
      slots.giveBack();
    } else {
      frame.release();
    }
    return true;
  }

  @Override
  public void flush() {
    SendBatch ahead = batch;
    if (ahead == null || ahead.isEmpty()) {
      return;
    }
    for (int error = ahead.send(sender); error != 0; error = ahead.send(sender)) {
      if (error == -DatagramCalls.EAGAIN) {
        ahead.settle();
        wait(true);
        return;
      }
      failed(error);
      ahead.drop();
    }
    wait(false);
  }

  /** Makes the event loop report when the socket has room, or stop that. */
  private void wait(boolean forRoom) {
    if (full != forRoom) {
      full = forRoom;
      sending.submit(forRoom ? EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLOUT) : EpollIoOps.EPOLLIN);
    }
  }

  @Override
  public void close() {
    batch = null;
    receiving.cancel();
    sending.cancel();
    receiver.closeQuietly();
    sender.closeQuietly();
  }
}
