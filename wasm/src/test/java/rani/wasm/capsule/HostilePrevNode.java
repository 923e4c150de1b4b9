// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wasm.CodeHash;
import rani.wire.Address;
import rani.wire.UdpFlow;
import rani.world.Reply;

/**
 * Calls itself the service of capsules: sends capsules, and answers those who fetch their code as
 * its test says.
 */
final class HostilePrevNode extends NamedProvider implements Service {
  private final Answer answer;
  private @Nullable ServiceContext context;
  private @Nullable RdpHost rdp;
  private long answered;

  /** What to do when a node asks, and whenever there is room for more. */
  @FunctionalInterface
  interface Answer {
    void give(Sending to);
  }

  /** Sends a message, and says whether there was room. */
  @FunctionalInterface
  interface Sending {
    boolean send(ByteBuf message);
  }

  HostilePrevNode(Answer answer) {
    super(CapsuleLimits.NUMBER, "hostile", Reach.EVERY_HOP);
    this.answer = answer;
  }

  /** An answer of one message. */
  static Answer of(ByteBuf message) {
    return to -> {
      boolean _ = to.send(message);
    };
  }

  private void give(long nowNanos, RdpConnection to) {
    answer.give(
        message -> {
          ByteBuf copy =
              Objects.requireNonNull(context).buffers().buffer().writeBytes(message.slice());
          boolean isSent = to.send(nowNanos, copy);
          if (!isSent) {
            copy.release();
          }
          return isSent;
        });
  }

  long answered() {
    return answered;
  }

  @Override
  public Service create(OptionReader options) {
    return this;
  }

  @Override
  public void start(long nowNanos, ServiceContext given) {
    context = given;
    RdpHost host = new RdpHost(given, 0, RdpHost.notes(given, false));
    host.endpoint().listen(CapsuleLimits.PORT, RdpConfig.DEFAULT, (now, connection) -> answering());
    rdp = host;
  }

  private RdpApplication answering() {
    return new RdpApplication() {
      private int requestBytes;

      @Override
      public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
        requestBytes += message.readableBytes();
        if (requestBytes == CodeRequest.LENGTH) {
          answered++;
          give(nowNanos, connection);
        }
      }

      @Override
      public void writable(long nowNanos, RdpConnection connection) {
        give(nowNanos, connection);
      }
    };
  }

  private RdpHost rdp() {
    return Objects.requireNonNull(rdp);
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    return packet.service() == 0 ? rdp().onPacket(nowNanos, packet) : Fate.FORWARD;
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    rdp().onWake(nowNanos);
  }

  @Override
  public void stop(long nowNanos) {
    rdp().stop(nowNanos);
  }

  @Override
  public long heldBuffers() {
    return rdp == null ? 0 : rdp.heldBuffers();
  }

  /**
   * Sends capsules: destination, hash in hexadecimal, how many hashes on from there, carried code.
   */
  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> words) {
    int to = Address.parse(words.get(0));
    CodeHash hash = CodeHash.parse(words.get(1));
    for (int k = 0; k < Integer.parseInt(words.get(2)); k++) {
      CodeHash other = new CodeHash(hash.a(), hash.b(), hash.c(), hash.d() + k);
      ByteBuf data = Unpooled.buffer();
      boolean carries = words.size() > 3;
      CapsuleHeader.write(data, carries, 0, other);
      data.writeBytes(carries ? HexFormat.of().parseHex(words.get(3)) : new byte[0]);
      Objects.requireNonNull(context)
          .sendActive(
              nowNanos,
              new UdpFlow(to, CapsuleLimits.PORT, CapsuleLimits.PORT),
              0,
              10_000_000,
              data,
              data.readableBytes());
    }
    return Reply.DONE;
  }
}
