// SPDX-License-Identifier: Apache-2.0
package rani.bench.micro;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;
import java.util.random.RandomGenerator;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.Address;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Streams;
import rani.world.World;

/** A node between two others, in a world that lets go of whatever is sent. */
final class BenchNode implements World {
  static final LinkId IN = new LinkId(0);
  private static final LinkId OUT = new LinkId(1);
  private static final int SELF = Address.parse("10.0.0.2");
  private static final int MTU_BYTES = 1500;
  private static final long HELLO_NANOS = 60_000_000_000L;

  private final Node node;
  private long wakeAtNanos = Long.MAX_VALUE;
  private long sent;

  /** One whose link onwards has this rate and queue. */
  BenchNode(Rate rate, QueueConfig queue) {
    NodeConfig config =
        new NodeConfig(
            "middle",
            SELF,
            List.of(
                link(IN, Packets.SOURCE, Rate.UNLIMITED, QueueConfig.dropTail(1)),
                link(OUT, Packets.SINK, rate, queue)),
            null,
            List.of(
                new NodeConfig.Route(Packets.SOURCE, IN, MTU_BYTES),
                new NodeConfig.Route(Packets.SINK, OUT, MTU_BYTES)),
            List.of(),
            List.of(),
            null);
    node = new Node(config, this, NodeTrace.NONE);
    if (!node.handle(0, new Command.Start()).ok()) {
      throw new IllegalStateException("the node does not start");
    }
  }

  private static LinkConfig link(LinkId id, int neighbour, Rate rate, QueueConfig queue) {
    return new LinkConfig(
        id, neighbour, rate, queue, MTU_BYTES, ImpairmentConfig.NONE, HELLO_NANOS);
  }

  Node node() {
    return node;
  }

  /** Frames that have gone out. */
  long sent() {
    return sent;
  }

  /** A frame comes in, and whatever is due by then goes out. */
  void receive(long nowNanos, ByteBuf frame) {
    if (wakeAtNanos <= nowNanos) {
      wakeAtNanos = Long.MAX_VALUE;
      node.wake(nowNanos);
    }
    node.receive(nowNanos, IN, frame);
  }

  @Override
  public void send(LinkId link, ByteBuf frame) {
    sent++;
    frame.release();
  }

  @Override
  public void wakeAt(long deadlineNanos) {
    wakeAtNanos = Math.min(wakeAtNanos, deadlineNanos);
  }

  @Override
  public RandomGenerator random(String owner) {
    return Streams.of(1, "middle", owner);
  }

  @Override
  public ByteBufAllocator buffers() {
    return UnpooledByteBufAllocator.DEFAULT;
  }
}
