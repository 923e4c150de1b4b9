// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.UdpFlow;
import rani.world.Streams;

/** Sends a datagram of random length to a random node at a constant rate, and takes what comes. */
final class Chatter implements Service {
  private static final int PORT = 4000;
  private static final long LIFETIME_MICROS = 10_000_000;

  private final int[] partners;
  private final long gapNanos;
  private @Nullable ServiceContext context;

  private Chatter(int[] partners, long gapNanos) {
    this.partners = partners;
    this.gapNanos = gapNanos;
  }

  /** One that talks to the nodes of these addresses, itself included if it is among them. */
  static ServiceProvider with(long gapNanos, int... partners) {
    return new TestProvider("chatter", () -> new Chatter(partners, gapNanos));
  }

  @Override
  public void start(long nowNanos, ServiceContext given) {
    context = given;
    given.listen(PORT);
  }

  @Override
  public void go(long nowNanos) {
    onWake(nowNanos, 0);
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    ServiceContext node = context;
    if (node == null) {
      throw new IllegalStateException("woken before the start");
    }
    int partner = partners[(int) Streams.below(node.random(), partners.length)];
    // Short ones more often, so that a flipped bit is often in a header.
    int dataLength = (int) Streams.below(node.random(), 1 + Streams.below(node.random(), 1400));
    node.sendDatagram(
        nowNanos,
        new UdpFlow(partner, PORT, PORT),
        LIFETIME_MICROS,
        Unpooled.EMPTY_BUFFER,
        dataLength);
    node.setTimer(0, nowNanos + gapNanos);
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    return Fate.CONSUME;
  }
}
