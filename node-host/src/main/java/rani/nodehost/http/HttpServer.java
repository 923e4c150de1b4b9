// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Listens, and gives those whom it does not know little: few connections at a time, of which the
 * oldest go first, a short head, no body, and not much time. What it admits is served on virtual
 * threads, one request of a connection after the other.
 */
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 128;
  private static final long HANDLERS_END_SECONDS_MAX = 1;

  private final EventLoopGroup loop;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpAddress address;
  private final Channel listening;

  /** Closes at once what comes after it was closed itself. */
  private final ChannelGroup open;

  /** Who is connected to a server; on its loop's thread alone. */
  static final class Connections {
    private final HttpLimits limits;
    private final SequencedSet<ChannelHandlerContext> strangers = new LinkedHashSet<>();
    private int count;

    Connections(HttpLimits limits) {
      this.limits = limits;
    }

    /** Whether one more has room; of strangers the oldest makes room for it. */
    boolean come(ChannelHandlerContext connection) {
      count++;
      if (strangers.size() == limits.strangers()) {
        strangers.removeFirst().close();
      }
      strangers.add(connection);
      return count <= limits.connections();
    }

    /** One of its requests was admitted. */
    void admitted(ChannelHandlerContext connection) {
      strangers.remove(connection);
    }

    void gone(ChannelHandlerContext connection) {
      count--;
      strangers.remove(connection);
    }
  }

  /**
   * Listens.
   *
   * @param address where; of port 0, at any free one
   * @throws IOException if it cannot
   */
  public HttpServer(HttpAddress address, HttpLimits limits, HttpHandler handler)
      throws IOException {
    loop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("rani-http", true), NioIoHandler.newFactory());
    open = new DefaultChannelGroup(loop.next(), true);
    Connections connections = new Connections(limits);
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loop)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    open.add(channel);
                    channel
                        .pipeline()
                        .addLast(new HttpServerCodec(decoding(limits)))
                        .addLast(new FlowControlHandler()) // holds what was read with a request
                        .addLast(new HttpConnection(connections, limits, handler, threads));
                  }
                });
    bootstrap =
        switch (address) {
          case HttpAddress.Unix _ -> bootstrap.channel(NioServerDomainSocketChannel.class);
          case HttpAddress.Tcp _ -> bootstrap.channel(NioServerSocketChannel.class);
        };
    try {
      listening = bootstrap.bind(address.socket()).syncUninterruptibly().channel();
    } catch (Exception e) { // Netty throws what bind(2) said as it is, checked or not
      loop.shutdownGracefully();
      throw new IOException("cannot listen at " + address.text() + ": " + e.getMessage(), e);
    }
    this.address =
        listening.localAddress() instanceof InetSocketAddress bound
            ? new HttpAddress.Tcp(bound)
            : address;
  }

  private static HttpDecoderConfig decoding(HttpLimits limits) {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(limits.lineBytes())
        .setMaxHeaderSize(limits.headBytes());
  }

  /** Where it listens. */
  public HttpAddress address() {
    return address;
  }

  /** The loop tells them that their clients have gone, so that it goes last. */
  private void endHandlers() {
    threads.shutdownNow();
    try {
      boolean _ = threads.awaitTermination(HANDLERS_END_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes every connection, and removes the socket's file. */
  @Override
  public void close() {
    if (!listening.isOpen()) {
      return;
    }
    listening.close().syncUninterruptibly();
    open.close().awaitUninterruptibly(); // a loop that ends may forget one, and its client waits
    endHandlers();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    if (address instanceof HttpAddress.Unix unix) {
      try {
        Files.deleteIfExists(unix.path());
      } catch (IOException e) {
        return; // it goes with its folder
      }
    }
  }
}
