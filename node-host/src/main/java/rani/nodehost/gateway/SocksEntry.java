// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.socksx.v5.DefaultSocks5CommandResponse;
import io.netty.handler.codec.socksx.v5.DefaultSocks5InitialResponse;
import io.netty.handler.codec.socksx.v5.Socks5AddressType;
import io.netty.handler.codec.socksx.v5.Socks5AuthMethod;
import io.netty.handler.codec.socksx.v5.Socks5CommandRequest;
import io.netty.handler.codec.socksx.v5.Socks5CommandRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5CommandStatus;
import io.netty.handler.codec.socksx.v5.Socks5CommandType;
import io.netty.handler.codec.socksx.v5.Socks5InitialRequest;
import io.netty.handler.codec.socksx.v5.Socks5InitialRequestDecoder;
import io.netty.handler.codec.socksx.v5.Socks5Message;
import io.netty.handler.codec.socksx.v5.Socks5ServerEncoder;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.world.Facts;

/**
 * A SOCKS version 5 proxy (RFC 1928) whose connections leave the network at one node. It supports
 * CONNECT without authentication. The exit resolves host names.
 */
final class SocksEntry implements GatewayLease {
  private static final String NOWHERE = "0.0.0.0";

  private final GatewayContext around;
  private final int exitAddress;
  private final ForwardCounts counts = new ForwardCounts();
  private final ServerSocketChannel server;
  private final ActiveConnections live = new ActiveConnections();
  private final ChannelGroup greeting;

  SocksEntry(GatewayContext around, InetSocketAddress at, int exitAddress) throws LabFailure {
    this.around = around;
    this.exitAddress = exitAddress;
    this.greeting = new DefaultChannelGroup(around.gate().loop());
    this.server = SocketBinder.listen(around, at, counts, this::accept);
  }

  private void accept(long nowNanos, SocketChannel channel) {
    greeting.add(channel);
    channel
        .pipeline()
        .addLast(
            Socks5ServerEncoder.DEFAULT, new Socks5InitialRequestDecoder(), new Handshake(channel));
    ChannelFuture _ = around.gate().loop().register(channel);
  }

  /** Handles the SOCKS negotiation until the destination is known. */
  private final class Handshake extends SimpleChannelInboundHandler<Socks5Message> {
    private final SocketChannel channel;
    private boolean handedOver;
    private boolean over;

    Handshake(SocketChannel channel) {
      this.channel = channel;
      channel.closeFuture().addListener(closed -> around.enter(now -> giveUp()));
    }

    @Override
    public void channelRegistered(ChannelHandlerContext context) {
      var _ =
          context
              .executor()
              .schedule(
                  () -> {
                    if (!handedOver) {
                      ChannelFuture _ = channel.close();
                    }
                  },
                  GatewayLimits.OPENING_MILLIS,
                  TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Socks5Message message) {
      if (message.decoderResult().isFailure()) {
        refuse("not-socks5");
        ChannelFuture _ = channel.close();
      } else if (message instanceof Socks5InitialRequest request) {
        greet(request);
      } else if (message instanceof Socks5CommandRequest request) {
        command(request);
      }
    }

    private void greet(Socks5InitialRequest request) {
      if (!request.authMethods().contains(Socks5AuthMethod.NO_AUTH)) {
        refuse("authentication-wanted");
        ChannelFuture _ =
            channel.write(new DefaultSocks5InitialResponse(Socks5AuthMethod.UNACCEPTED));
        SocketBinder.closeAfterWrites(channel);
        return;
      }
      channel
          .pipeline()
          .replace(Socks5InitialRequestDecoder.class, null, new Socks5CommandRequestDecoder());
      ChannelFuture _ =
          channel.writeAndFlush(new DefaultSocks5InitialResponse(Socks5AuthMethod.NO_AUTH));
    }

    private void command(Socks5CommandRequest request) {
      if (!request.type().equals(Socks5CommandType.CONNECT)) {
        refuse("command-not-supported");
        respond(channel, Socks5CommandStatus.COMMAND_UNSUPPORTED);
        SocketBinder.closeAfterWrites(channel);
      } else if (!ConnectRequest.isHost(request.dstAddr()) || request.dstPort() == 0) {
        refuse("bad-address");
        respond(channel, Socks5CommandStatus.ADDRESS_UNSUPPORTED);
        SocketBinder.closeAfterWrites(channel);
      } else {
        ConnectRequest opening = new ConnectRequest(request.dstAddr(), request.dstPort());
        handedOver = true;
        around.enter(channel, now -> lead(now, opening));
      }
    }

    private void lead(long nowNanos, ConnectRequest opening) {
      greeting.remove(channel);
      over = true; // the relay releases the connection's permit
      EntryRelay relay = new EntryRelay(around, counts, opening, SocksEntry::answered);
      live.add(relay);
      relay.takeOver(channel);
      relay.begin(nowNanos, exitAddress);
    }

    private void refuse(String reason) {
      around.enter(now -> counts.refused(reason));
    }

    private void giveUp() {
      if (!over) {
        over = true;
        around.connections().release();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ChannelFuture _ = context.close();
    }
  }

  /** Sends the SOCKS reply, and removes the SOCKS codec for the raw bytes that follow. */
  private static void answered(SocketChannel channel, ConnectRequest.@Nullable Answer answer) {
    respond(channel, status(answer));
    for (var handler : channel.pipeline().toMap().values()) {
      if (handler instanceof Socks5CommandRequestDecoder
          || handler instanceof Handshake
          || handler == Socks5ServerEncoder.DEFAULT) {
        channel.pipeline().remove(handler);
      }
    }
  }

  private static void respond(SocketChannel channel, Socks5CommandStatus status) {
    ChannelFuture _ =
        channel.writeAndFlush(
            new DefaultSocks5CommandResponse(status, Socks5AddressType.IPv4, NOWHERE, 0));
  }

  private static Socks5CommandStatus status(ConnectRequest.@Nullable Answer answer) {
    return switch (answer) {
      case null -> Socks5CommandStatus.NETWORK_UNREACHABLE;
      case CONNECTED -> Socks5CommandStatus.SUCCESS;
      case NOT_ALLOWED -> Socks5CommandStatus.FORBIDDEN;
      case NO_SUCH_HOST, UNREACHABLE -> Socks5CommandStatus.HOST_UNREACHABLE;
      case REFUSED -> Socks5CommandStatus.CONNECTION_REFUSED;
      case TOO_MANY, BAD_OPENING -> Socks5CommandStatus.FAILURE;
    };
  }

  @Override
  public Facts facts(long nowNanos) {
    return new ForwardCounts.Listening(
        "socks", SocketBinder.text(server.localAddress()), counts.facts("connections"));
  }

  @Override
  public void close(long nowNanos) {
    ChannelFuture _ = server.close();
    var _ = greeting.close();
    live.breakOff(nowNanos);
  }
}
