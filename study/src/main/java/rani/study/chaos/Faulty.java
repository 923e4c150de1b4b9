// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.wire.UdpFlow;
import rani.world.Congestion;

/**
 * <b>faulty</b> - throws on every call, after it has sent a packet and allocated a buffer. Used by
 * chaos alone.
 */
final class Faulty implements Service {
  static final String NAME = "faulty";
  static final int PORT = 7110;

  static final int NUMBER = 65_002;
  private static final int NO_PORT_OF_ANY = 7111;
  private static final long LIFETIME_MICROS = 1_000_000;
  private static final int BYTES = 32;

  private final List<ByteBuf> held = new ArrayList<>();
  private @Nullable ServiceContext context;

  @Override
  public void start(long nowNanos, ServiceContext given) {
    context = given;
    given.listen(PORT);
  }

  @Override
  public void stop(long nowNanos) {
    held.forEach(ByteBuf::release);
    held.clear();
  }

  @Override
  public long heldBuffers() {
    return held.size();
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = context;
    if (node != null) {
      held.add(node.buffers().buffer(BYTES));
      ByteBuf data = UnpooledByteBufAllocator.DEFAULT.buffer().writeZero(BYTES);
      node.sendDatagram(
          nowNanos,
          new UdpFlow(packet.source(), PORT, NO_PORT_OF_ANY),
          LIFETIME_MICROS,
          data,
          BYTES);
      data.release();
    }
    if (packet.length() % 2 == 0) {
      throw new IllegalStateException("a service of a chaos fails, as it should");
    }
    throw new AssertionError("a service of a chaos fails, as it should");
  }

  @Override
  public void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {
    throw new IllegalStateException("a service of a chaos fails, as it should");
  }
}
