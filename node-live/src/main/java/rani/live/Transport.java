// SPDX-License-Identifier: Apache-2.0
package rani.live;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The interface between this JVM and the kernel for the datagrams of a node's links. */
public enum Transport {
  /** Linux epoll, and recvmmsg and sendmmsg without channels in between: see {@link MmsgPair}. */
  MMSG {
    @Override
    IoHandlerFactory ioHandler() {
      return EPOLL.ioHandler();
    }

    @Override
    DatagramChannel channel(SocketProtocolFamily family) {
      return EPOLL.channel(family);
    }

    @Override
    public SocketChannel streamChannel() {
      return EPOLL.streamChannel();
    }

    @Override
    public ServerSocketChannel serverChannel() {
      return EPOLL.serverChannel();
    }

    @Override
    public @Nullable String unavailable() {
      return EPOLL.unavailable();
    }
  },
  /** Netty's channels over Linux epoll. */
  EPOLL {
    @Override
    IoHandlerFactory ioHandler() {
      return EpollIoHandler.newFactory();
    }

    @Override
    DatagramChannel channel(SocketProtocolFamily family) {
      return new EpollDatagramChannel(family);
    }

    @Override
    public SocketChannel streamChannel() {
      return new EpollSocketChannel();
    }

    @Override
    public ServerSocketChannel serverChannel() {
      return new EpollServerSocketChannel();
    }

    @Override
    public @Nullable String unavailable() {
      Throwable cause = Epoll.unavailabilityCause();
      if (cause == null) {
        return null;
      }
      return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
  },
  /** The JDK's own channels, on every platform. */
  NIO {
    @Override
    IoHandlerFactory ioHandler() {
      return NioIoHandler.newFactory();
    }

    @Override
    DatagramChannel channel(SocketProtocolFamily family) {
      return new NioDatagramChannel(family);
    }

    @Override
    public SocketChannel streamChannel() {
      return new NioSocketChannel();
    }

    @Override
    public ServerSocketChannel serverChannel() {
      return new NioServerSocketChannel();
    }

    @Override
    public @Nullable String unavailable() {
      return null;
    }
  };

  private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

  abstract IoHandlerFactory ioHandler();

  abstract DatagramChannel channel(SocketProtocolFamily family);

  /** A UDP socket for an address of a family, not bound. */
  public DatagramChannel datagramChannel(InetAddress address) {
    return channel(
        address instanceof Inet6Address ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET);
  }

  /** A TCP socket, not connected. */
  public abstract SocketChannel streamChannel();

  /** A TCP socket that listens, not bound. */
  public abstract ServerSocketChannel serverChannel();

  /** Why this transport cannot be used here; null if it can. */
  public abstract @Nullable String unavailable();

  /** The best transport that is available here. A warning is logged if the best of all is not. */
  public static Transport best() {
    String unavailable = MMSG.unavailable();
    if (unavailable != null) {
      LOG.info("no {} here, but {}: {}", MMSG.text(), NIO.text(), unavailable);
    }
    return unavailable == null ? MMSG : NIO;
  }

  /** Its name in options, status and reports: {@code mmsg}, {@code epoll} or {@code nio}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
