// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.node.NodeConfig.MenuEntry;
import rani.rdp.CloseReason;
import rani.rdp.RdpApplication;
import rani.rdp.RdpConfig;
import rani.rdp.RdpConnection;
import rani.rdp.RdpTrace;
import rani.rdp.bind.RdpHost;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.services.GivenOptions;

/** Speaks RDP as its test says: listens on 7000 and answers, or calls a sink and says its piece. */
final class Caller implements Service, ServiceProvider, RdpApplication {
  private static final int NUMBER = 99;

  final List<String> happened = new ArrayList<>();

  private final List<byte[]> says = new ArrayList<>();
  private final int called;
  private @Nullable ServiceContext context;
  private @Nullable RdpHost host;

  private Caller(int called) {
    this.called = called;
  }

  /** Calls the sink at an address when traffic begins. */
  static Caller of(int address) {
    return new Caller(address);
  }

  /** Waits for calls. */
  static Caller waiting() {
    return new Caller(0);
  }

  /** Says a message: on opening if it calls, else in answer to each message. */
  Caller says(byte[] message) {
    says.add(message);
    return this;
  }

  /** Says a request. */
  Caller asksFor(int responseBytes) {
    ByteBuf message =
        ExchangeHeader.message(
            UnpooledByteBufAllocator.DEFAULT,
            ExchangeHeader.REQUEST,
            responseBytes,
            ExchangeHeader.LENGTH);
    byte[] bytes = new byte[message.readableBytes()];
    message.readBytes(bytes).release();
    return says(bytes);
  }

  MenuEntry onMenu() {
    return new MenuEntry(this, GivenOptions.none());
  }

  @Override
  public void start(long nowNanos, ServiceContext given) {
    context = given;
    host = new RdpHost(given, 0, RdpTrace.NONE);
    if (called == 0) {
      host.endpoint().listen(Sink.PORT, RdpConfig.DEFAULT, (now, connection) -> this);
    }
  }

  @Override
  public void go(long nowNanos) {
    if (called != 0) {
      host().endpoint().connect(nowNanos, called, Sink.PORT, RdpConfig.DEFAULT, this);
    }
  }

  @Override
  public void stop(long nowNanos) {
    host().stop(nowNanos);
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    return host().onPacket(nowNanos, packet);
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    host().onWake(nowNanos);
  }

  @Override
  public long heldBuffers() {
    return host == null ? 0 : host.heldBuffers();
  }

  @Override
  public void opened(long nowNanos, RdpConnection connection) {
    if (called != 0) {
      say(nowNanos, connection);
    }
  }

  private void say(long nowNanos, RdpConnection connection) {
    for (byte[] message : says) {
      ByteBuf buffer = requireNonNull(context).buffers().buffer(message.length);
      connection.send(nowNanos, buffer.writeBytes(message));
    }
  }

  @Override
  public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
    happened.add(message.readableBytes() + " bytes");
    if (called == 0) {
      say(nowNanos, connection);
    }
  }

  @Override
  public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
    happened.add(reason.text());
  }

  private RdpHost host() {
    return requireNonNull(host);
  }

  @Override
  public int number() {
    return NUMBER;
  }

  @Override
  public String name() {
    return "caller";
  }

  @Override
  public Reach reach() {
    return Reach.DESTINATION;
  }

  @Override
  public Service create(OptionReader options) {
    return this;
  }
}
