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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sockets whose datagrams are received and sent in batches by {@link DatagramCalls}, when the event
 * loop says that there are some: one clock reading and, within the node, no copy and no object for
 * each.
 */
final class MmsgPair implements SocketPair {
  /** From so many datagrams in one turn on, another looks whether more have come. */
  private static final int DATAGRAMS_TO_LOOK_AGAIN = 32;

  /** Looks in a row; then timers and other links have theirs. */
  private static final int ROUNDS_MAX = 4;

  /** Nor does it look again after so many datagrams, which few trains may hold. */
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

  /** One socket's place in the event loop. */
  private record Handle(FileDescriptor fd, Consumer<EpollIoOps> action) implements EpollIoHandle {
    @Override
    public void handle(IoRegistration registration, IoEvent event) {
      action.accept(((EpollIoEvent) event).ops());
    }

    @Override
    public void close() throws IOException {
      fd.close();
    }
  }

  /**
   * Takes both sockets, and closes them in the end.
   *
   * @param datagramBytes that are read of a datagram
   */
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
    receiving = loop.register(new Handle(receiver, ops -> receive())).sync().getNow();
    sending = loop.register(new Handle(sender, this::look)).sync().getNow();
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
    sending.submit(EpollIoOps.EPOLLIN); // its only datagrams are the kernel's errors
    receiving.submit(EpollIoOps.EPOLLIN);
  }

  private static void connect(UdpSocket socket, InetSocketAddress to) throws IOException {
    try {
      socket.connect(to);
    } catch (IOException e) {
      throw new IOException("cannot connect to " + to, e);
    }
  }

  /**
   * Some have come by the receive socket, or an error. Where many have, more may have come by the
   * time these are dealt with: looking again costs less than being told.
   */
  private void receive() {
    int taken = 0;
    int last = DATAGRAMS_TO_LOOK_AGAIN;
    for (int round = 0;
        round < ROUNDS_MAX && last >= DATAGRAMS_TO_LOOK_AGAIN && taken < TURN_DATAGRAMS_MAX;
        round++) {
      last = receiveSome();
      taken += last;
    }
  }

  /** One turn: how many datagrams came. */
  private int receiveSome() {
    ReceiveSlots slots = inTrains ? mmsg.trainSlots() : mmsg.datagrams(datagramBytes);
    int count = slots.receive(receiver);
    if (count < 0) {
      failed(count);
      return 0;
    }
    incoming.arrived();
    mmsg.lending(slots);
    int datagrams = 0;
    for (int slot = 0; slot < count; slot++) {
      datagrams += slots.deliver(slot, datagramBytes, incoming);
    }
    incoming.turnEnds();
    mmsg.lendingEnds();
    if (slots.isFull(count) && mmsg.trains() && !inTrains) {
      askForTrains();
    }
    return datagrams;
  }

  /** There is so much to receive that it pays to have it in trains, if any come. */
  private void askForTrains() {
    try {
      receiver.setIntOpt(DatagramCalls.SOL_UDP, DatagramCalls.UDP_GRO, 1);
      inTrains = true;
    } catch (IOException e) {
      mmsg.withoutTrains(); // a kernel before 5.0
    }
  }

  /** The send socket has room again, or an error, or someone writes to it, which is nothing. */
  private void look(EpollIoOps ops) {
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
    mmsg.add(frame, ahead);
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

  /** Whether to be told when there is room. */
  private void wait(boolean forRoom) {
    if (full != forRoom) {
      full = forRoom;
      sending.submit(forRoom ? EpollIoOps.EPOLLIN.with(EpollIoOps.EPOLLOUT) : EpollIoOps.EPOLLIN);
    }
  }

  @Override
  public void close() {
    receiving.cancel();
    sending.cancel();
    receiver.closeQuietly();
    sender.closeQuietly();
  }
}
