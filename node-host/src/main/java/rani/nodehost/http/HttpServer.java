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
import java.net.SocketAddress;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LogRate;

/**
 * HTTP server with {@link HttpLimits}, which are tight before a connection's first admitted
 * request. Handlers run on virtual threads, one request of a connection at a time.
 */
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
  private static final int BACKLOG = 128;
  private static final long HANDLERS_END_SECONDS_MAX = 1;

  private final EventLoopGroup loop;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpAddress address;
  private final Channel listening;

  /** Open connections. The group closes connections that are added after its own end. */
  private final ChannelGroup open;

  /** Counts a server's connections; only the event loop's thread uses it. */
  static final class Connections {
    private final HttpLimits limits;
    private final SequencedSet<ChannelHandlerContext> strangers = new LinkedHashSet<>();
    private final LogRate lines = new LogRate();
    private int count;

    Connections(HttpLimits limits) {
      this.limits = limits;
    }

    /** Adds a connection, and closes the oldest stranger if there are too many; false if full. */
    boolean come(ChannelHandlerContext connection) {
      count++;
      if (strangers.size() == limits.strangers()) {
        ChannelHandlerContext oldest = strangers.removeFirst();
        log(oldest, "the oldest of " + limits.strangers() + " without an admitted request");
        oldest.close();
      }
      strangers.add(connection);
      if (count > limits.connections()) {
        log(connection, "more than " + limits.connections() + " connections");
      }
      return count <= limits.connections();
    }

    /** Logs that a client is refused. What it sent is not quoted. */
    void log(ChannelHandlerContext connection, String why) {
      if (lines.mayLog()) {
        SocketAddress client = connection.channel().remoteAddress();
        LOG.warn(
            "refused {}: {}",
            client instanceof InetSocketAddress tcp
                ? tcp.getAddress().getHostAddress() + " port " + tcp.getPort()
                : "a client of the Unix socket",
            why);
      }
    }

    void admitted(ChannelHandlerContext connection) {
      strangers.remove(connection);
    }

    void gone(ChannelHandlerContext connection) {
      count--;
      strangers.remove(connection);
    }
  }

  /** Starts to listen; throws if the address cannot be bound. */
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
                        // Holds back the next request while one is served.
                        .addLast(new FlowControlHandler())
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
    } catch (Exception e) { // Netty throws the exception of bind(2) itself, checked or not
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

  /** Returns the bound address. */
  public HttpAddress address() {
    return address;
  }

  /** Ends the handlers before the event loop, which tells them that their clients have gone. */
  private void endHandlers() {
    threads.shutdownNow();
    try {
      boolean _ = threads.awaitTermination(HANDLERS_END_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes all connections, and removes the file of a Unix socket. */
  @Override
  public void close() {
    if (!listening.isOpen()) {
      return;
    }
    listening.close().syncUninterruptibly();
    // An event loop that ends may leave connections open, and their clients waiting.
    open.close().awaitUninterruptibly();
    endHandlers();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    if (address instanceof HttpAddress.Unix unix) {
      try {
        Files.deleteIfExists(unix.path());
      } catch (IOException e) {
        return; // the file is removed with its folder
      }
    }
  }
}
