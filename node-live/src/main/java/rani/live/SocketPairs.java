// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoEventLoop;
import io.netty.channel.epoll.EpollChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import rani.wire.KeyedTrailer;
import rani.wire.RaniHeader;
import rani.world.LinkId;

/**
 * Binds the two sockets of a link end. With {@link Transport#EPOLL} one recvmmsg receives up to
 * {@link #BATCH_DATAGRAMS} datagrams into one buffer, of which each frame is a slice.
 */
final class SocketPairs {
  /** Limit of the datagrams that one system call of a channel receives. */
  static final int BATCH_DATAGRAMS = 16;

  /** Limit of the buffer for a batch, in bytes; two datagrams fit in any case. */
  static final int BATCH_BYTES = 256 << 10;

  /** Limit of the datagrams that one channel delivers in one turn. */
  static final int TURN_DATAGRAMS = 64;

  /** The buffer size requested for each socket; the kernel may grant less. */
  static final int SOCKET_BUFFER_BYTES = 1 << 20;

  private final String node;
  private final Transport transport;
  private final IoEventLoop loop;
  private final ByteBufAllocator buffers;
  private final Mmsg mmsg;

  SocketPairs(String node, Transport transport, IoEventLoop loop, ByteBufAllocator buffers) {
    this.node = node;
    this.transport = transport;
    this.loop = loop;
    this.buffers = buffers;
    this.mmsg = new Mmsg();
  }

  /** Returns one byte more than the largest frame, to detect longer datagrams. */
  static int datagramBytes(LiveLinkConfig config) {
    return RaniHeader.WORDS_MAX * 4 + config.receiveMtuBytes() + KeyedTrailer.LENGTH + 1;
  }

  /** Binds both sockets, which receive nothing yet. */
  SocketPair bind(LinkId id, LiveLinkConfig config, SocketPair.Incoming incoming)
      throws BindFailure, InterruptedException {
    return transport == Transport.MMSG
        ? sockets(id, config, incoming)
        : channels(id, config, incoming);
  }

  /** Releases the state that the pairs share, on the event loop, after the last pair's end. */
  void close() {
    mmsg.close();
  }

  private SocketPair sockets(LinkId id, LiveLinkConfig config, SocketPair.Incoming incoming)
      throws BindFailure, InterruptedException {
    UdpSocket receiver = socket(id, config, true);
    UdpSocket sender = null;
    try {
      sender = socket(id, config, false);
      return new MmsgPair(receiver, sender, loop, mmsg, datagramBytes(config), incoming);
    } finally {
      if (sender == null) {
        receiver.closeQuietly();
      }
    }
  }

  private UdpSocket socket(LinkId id, LiveLinkConfig config, boolean receiving) throws BindFailure {
    int port = receiving ? config.receivePort() : config.sendPort();
    try {
      return UdpSocket.bound(
          new InetSocketAddress(config.bindAddress(), port), SOCKET_BUFFER_BYTES);
    } catch (IOException e) {
      throw failure(id, config, receiving, e);
    }
  }

  private SocketPair channels(LinkId id, LiveLinkConfig config, SocketPair.Incoming incoming)
      throws BindFailure, InterruptedException {
    ChannelFuture receiving =
        channel(config, config.receivePort(), new ChannelPair.Receiver(incoming));
    if (!receiving.isSuccess()) {
      throw failure(id, config, true, receiving.cause());
    }
    ChannelFuture sending = channel(config, config.sendPort(), new ChannelPair.Sender(incoming));
    if (!sending.isSuccess()) {
      receiving.channel().close().sync();
      throw failure(id, config, false, sending.cause());
    }
    return new ChannelPair(receiving.channel(), sending.channel());
  }

  private ChannelFuture channel(LiveLinkConfig config, int port, ChannelHandler handler)
      throws InterruptedException {
    int datagramBytes = datagramBytes(config);
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channelFactory(() -> transport.datagramChannel(config.bindAddress()))
            .handler(handler)
            .option(ChannelOption.ALLOCATOR, buffers)
            .option(ChannelOption.AUTO_READ, false)
            .option(ChannelOption.SO_RCVBUF, SOCKET_BUFFER_BYTES)
            .option(ChannelOption.SO_SNDBUF, SOCKET_BUFFER_BYTES);
    int batch = 1;
    if (transport == Transport.EPOLL) {
      batch = Math.clamp(BATCH_BYTES / datagramBytes, 2, BATCH_DATAGRAMS);
      bootstrap.option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, datagramBytes);
    }
    FixedRecvByteBufAllocator receive = new FixedRecvByteBufAllocator(batch * datagramBytes);
    receive.maxMessagesPerRead(TURN_DATAGRAMS);
    bootstrap.option(ChannelOption.RECVBUF_ALLOCATOR, receive);
    return bootstrap.bind(new InetSocketAddress(config.bindAddress(), port)).await();
  }

  private BindFailure failure(
      LinkId id, LiveLinkConfig config, boolean receiving, @Nullable Throwable cause) {
    String reason = cause == null || cause.getMessage() == null ? "refused" : cause.getMessage();
    BindFailure failure = new BindFailure(node, id, config, receiving, reason);
    if (cause != null) {
      failure.initCause(cause);
    }
    return failure;
  }
}
