// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.rdp.RdpApplication;
import rani.world.Facts;
import rani.world.Inline;

/**
 * A local TCP port at which one program exchanges messages over RDP connections of this node, in
 * {@link GatewayFrames}. On each TCP connection the program first sends the key that it received
 * with the port. Then the TCP connection carries one RDP connection.
 */
final class MessageSocket implements GatewayLease {
  private static final int KEY_BYTES = 16;

  private final GatewayContext around;
  private final ForwardCounts counts = new ForwardCounts();
  private final ServerSocketChannel server;
  private final byte[] key = new byte[KEY_BYTES];
  private final List<MessageRelay> relays = new ArrayList<>();
  private final ArrayDeque<MessageRelay> waiting = new ArrayDeque<>();
  private final int exitAddress;
  private final int port;
  private final boolean awaits;

  private MessageSocket(GatewayContext around, boolean awaits, int exitAddress, int port)
      throws LabFailure {
    this.around = around;
    this.awaits = awaits;
    this.exitAddress = exitAddress;
    this.port = port;
    new SecureRandom().nextBytes(key);
    this.server =
        SocketBinder.listen(
            around,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            counts,
            this::accept);
  }

  /** Opens a socket whose connections lead to an RDP port of a node. */
  static MessageSocket dialling(GatewayContext around, int address, int port) throws LabFailure {
    return new MessageSocket(around, false, address, port);
  }

  /** Opens a socket whose connections are those that arrive at an RDP port of this node. */
  static MessageSocket awaiting(GatewayContext around, int port) throws LabFailure {
    MessageSocket socket = new MessageSocket(around, true, 0, port);
    try {
      around
          .endpoint()
          .listen(port, GatewayLimits.RDP, (now, connection) -> socket.acceptConnection());
      return socket;
    } catch (IllegalStateException e) {
      ChannelFuture _ = socket.server.close();
      throw new LabFailure(
          "RDP port " + port + " of node " + around.context().nodeName() + " is taken");
    }
  }

  /** Returns the relay of the next waiting program; null, which refuses the connection, if none. */
  private @Nullable RdpApplication acceptConnection() {
    for (MessageRelay relay = waiting.poll(); relay != null; relay = waiting.poll()) {
      if (!relay.isDone()) {
        return relay;
      }
    }
    counts.refused("nobody-waits");
    return null;
  }

  private void accept(long nowNanos, SocketChannel channel) {
    SocketBinder.prepare(channel);
    channel
        .pipeline()
        .addLast(
            new LengthFieldBasedFrameDecoder(GatewayFrames.FRAME_BYTES_MAX, 0, 4, 0, 4),
            new KeyCheck());
    channel
        .closeFuture()
        .addListener(closed -> around.enter(later -> around.connections().release()));
    ChannelFuture _ = around.gate().loop().register(channel);
    channel.config().setAutoRead(true);
  }

  /** Admits a program that sends the key. */
  private final class KeyCheck extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
      SocketChannel channel = (SocketChannel) context.channel();
      byte[] given = new byte[Math.max(0, frame.readableBytes() - 1)];
      boolean isKey = frame.isReadable() && frame.readByte() == GatewayFrames.KEY;
      frame.readBytes(given);
      if (!isKey || !MessageDigest.isEqual(given, key)) {
        around.enter(now -> counts.refused("wrong-key"));
        ChannelFuture _ = channel.close();
        return;
      }
      channel.config().setAutoRead(false);
      MessageRelay relay = new MessageRelay(around, counts, channel);
      channel.pipeline().replace(this, null, new SocketHandler(around, channel, relay));
      around.enter(channel, now -> couple(now, relay));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      ChannelFuture _ = context.close();
    }
  }

  private void couple(long nowNanos, MessageRelay relay) {
    relays.removeIf(MessageRelay::isDone);
    relays.add(relay);
    if (awaits) {
      waiting.removeIf(MessageRelay::isDone);
      waiting.add(relay);
      relay.waits();
    } else {
      relay.dial(nowNanos, exitAddress, port);
    }
    relay.socketIsHeard();
  }

  record Shown(String kind, int port, @Inline ForwardCounts.Shown counts) implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(awaits ? "await" : "dial", port, counts.facts("connections"));
  }

  /** Address and key of the socket, for the program alone. */
  record Invitation(String socket, String key) implements Facts {}

  Invitation invitation() {
    return new Invitation(SocketBinder.text(server.localAddress()), HexFormat.of().formatHex(key));
  }

  @Override
  public void close(long nowNanos) {
    if (awaits) {
      around.endpoint().unlisten(port);
    }
    ChannelFuture _ = server.close();
    relays.forEach(relay -> relay.breakOff(nowNanos));
    relays.clear();
    waiting.clear();
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
