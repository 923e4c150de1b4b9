// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import rani.flow.FlowMeter;
import rani.live.EventLoopGate;
import rani.live.edge.TunDevice;
import rani.node.NodeConfig;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NoOptions;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.wire.Frame;
import rani.world.DropReason;
import rani.world.Facts;

/**
 * Passes IPv4 packets between a node and the IP stack of its edge, as they are. It starts idle, and
 * claims the node's unclaimed packets with the first device. All its methods are called on the
 * node's event loop.
 */
final class EdgeService implements Service {
  /** Of the range that menus in files do not use. */
  private static final int NUMBER = 65_004;

  /** Packets that are read from the device before links and timers have their turn. */
  private static final int PACKETS_PER_TURN_MAX = 64;

  /** The latest flows, which are shown one by one; all are in the sums. */
  private static final int FLOWS_SHOWN_MAX = 64;

  /** Flows that are shown beside these, since they have carried more than others. */
  private static final int LARGEST_SHOWN_MAX = 20;

  /** An IP stack retransmits long before. */
  private static final long LIFETIME_MICROS = TimeUnit.SECONDS.toMicros(60);

  private final EventLoopGate gate;
  private final LongConsumer drain = this::drain;
  private final Runnable flush = this::flush;
  private final FlowMeter meter = new FlowMeter();
  private @Nullable ServiceContext context;
  private @Nullable TunDevice device;
  private int mtuBytes;
  private long packetsIn;
  private long offered;
  private long full;
  private final Refusals refusals = new Refusals();
  private final ByteBuf answer =
      Unpooled.wrappedBuffer(
          ByteBuffer.allocateDirect(TunDevice.ROOM_BEFORE_BYTES + Refusals.BYTES_MAX));

  /**
   * It is no provider of {@link java.util.ServiceLoader}, so that files cannot ask for it.
   *
   * @param service of one node
   */
  record Provider(EdgeService service) implements ServiceProvider {
    @Override
    public int number() {
      return NUMBER;
    }

    @Override
    public String name() {
      return EdgeHost.SERVICE;
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return service;
    }
  }

  EdgeService(EventLoopGate gate) {
    this.gate = gate;
  }

  /** Its place on the node's menu. */
  NodeConfig.MenuEntry entry() {
    return new NodeConfig.MenuEntry(new Provider(this), NoOptions.INSTANCE);
  }

  EventLoopGate gate() {
    return gate;
  }

  @Override
  public void start(long nowNanos, ServiceContext access) {
    context = access;
  }

  /** Begins to use a device; false if another service has the node's unclaimed packets. */
  boolean attach(TunDevice opened, int deviceMtuBytes) {
    if (context == null || !context.claimEdge()) {
      return false;
    }
    device = opened;
    gate.atTurnEnd(flush);
    mtuBytes = deviceMtuBytes;
    return true;
  }

  /** Has the packets that wait at the device sent, in a turn of the node. */
  void readable() {
    gate.enter(drain, this::detach);
  }

  private void drain(long nowNanos) {
    TunDevice from = device;
    ServiceContext node = context;
    if (from == null || node == null) {
      return;
    }
    for (int k = 0; k < PACKETS_PER_TURN_MAX; k++) {
      ByteBuf packet = node.payload(mtuBytes);
      boolean isRead = false;
      try {
        isRead = from.read(packet);
      } catch (IOException e) {
        detach();
      }
      if (!isRead) {
        packet.release();
        return;
      }
      if (Refusals.isIpv6(packet)) {
        refuse(nowNanos, from, packet);
        continue;
      }
      meter.sent(nowNanos, packet);
      int firstByte = packet.getByte(packet.readerIndex());
      DropReason refused = node.sendFromEdge(nowNanos, LIFETIME_MICROS, packet);
      if (refused == null) {
        packetsIn++;
      } else {
        refusals.count(refused, firstByte);
      }
    }
  }

  private void refuse(long nowNanos, TunDevice to, ByteBuf packet) {
    answer.setIndex(TunDevice.ROOM_BEFORE_BYTES, TunDevice.ROOM_BEFORE_BYTES);
    if (refusals.answer(nowNanos, packet, answer)) {
      offered++;
      boolean _ = to.write(answer, answer.readerIndex(), answer.readableBytes());
    }
    packet.release();
  }

  private void flush() {
    if (device != null) {
      device.flush();
    }
  }

  private void detach() {
    TunDevice was = device;
    device = null;
    if (was != null) {
      full += was.full();
      was.close();
    }
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    TunDevice to = device;
    ByteBuf frame = packet.frame();
    if (to == null) {
      return Fate.DISCARD;
    }
    offered++;
    if (!to.write(frame, Frame.ipv4(frame), packet.length())) {
      return Fate.DISCARD;
    }
    meter.received(nowNanos, frame, Frame.ipv4(frame), packet.length());
    return Fate.CONSUME;
  }

  @Override
  public void stop(long nowNanos) {
    detach();
  }

  @Override
  public Facts facts(long nowNanos) {
    long notTaken = device == null ? full : full + device.full();
    return new EdgeFacts(
        device != null,
        packetsIn,
        offered - notTaken,
        notTaken,
        refusals.counts(),
        meter.sums(),
        meter.latest(FLOWS_SHOWN_MAX),
        meter.largestBut(FLOWS_SHOWN_MAX, LARGEST_SHOWN_MAX));
  }
}
