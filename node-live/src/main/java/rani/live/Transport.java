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
  /** Linux epoll, and recvmmsg and sendmmsg without Netty channels: see {@link MmsgPair}. */
  MMSG,
  /** Netty's channels over Linux epoll. */
  EPOLL,
  /** The JDK's own channels, on every platform. */
  NIO;

  private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

  IoHandlerFactory ioHandler() {
    return this == NIO ? NioIoHandler.newFactory() : EpollIoHandler.newFactory();
  }

  /** Creates a UDP socket for the family of an address, not bound. */
  public DatagramChannel datagramChannel(InetAddress address) {
    return this == NIO
        ? new NioDatagramChannel(family(address))
        : new EpollDatagramChannel(family(address));
  }

  static SocketProtocolFamily family(InetAddress address) {
    return address instanceof Inet6Address ? SocketProtocolFamily.INET6 : SocketProtocolFamily.INET;
  }

  /** Creates a TCP socket, not connected. */
  public SocketChannel streamChannel() {
    return this == NIO ? new NioSocketChannel() : new EpollSocketChannel();
  }

  /** Creates a listening TCP socket, not bound. */
  public ServerSocketChannel serverChannel() {
    return this == NIO ? new NioServerSocketChannel() : new EpollServerSocketChannel();
  }

  /** Returns why this transport cannot be used on this machine; null if it can. */
  public @Nullable String unavailable() {
    Throwable cause = this == NIO ? null : Epoll.unavailabilityCause();
    if (cause == null) {
      return null;
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }

  /** Returns the best available transport, and logs why that is not {@link #MMSG}. */
  public static Transport best() {
    String unavailable = MMSG.unavailable();
    if (unavailable != null) {
      LOG.info("no {} here, but {}: {}", MMSG.text(), NIO.text(), unavailable);
    }
    return unavailable == null ? MMSG : NIO;
  }

  /** Returns the name in options and reports: {@code mmsg}, {@code epoll} or {@code nio}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
