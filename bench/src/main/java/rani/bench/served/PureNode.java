// SPDX-License-Identifier: Apache-2.0
package rani.bench.served;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.NoOptions;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpHeader;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Streams;
import rani.world.Timers;
import rani.world.World;

/**
 * A node without sockets: source – node – sink. The same frames come in over and over, with their
 * headers as they first were, and go out to no one.
 */
final class PureNode implements World {
  private static final int SOURCE = 0x0A00_0001;
  private static final int OWN = 0x0A00_0002;
  private static final int SINK = 0x0A00_0003;
  private static final int PORT = 7000;
  private static final int MTU_BYTES = 1500;
  private static final int LENGTH_BYTES = 256;
  private static final int HEADER_BYTES = RaniHeader.LENGTH + Ipv4Header.LENGTH;
  private static final long LIFETIME_MICROS = 60_000_000;
  private static final long HELLO_NANOS = 60_000_000_000L;
  private static final long TURN_NANOS = 1_000_000;
  private static final LinkId BY_SOURCE = new LinkId(0);
  private static final LinkId BY_SINK = new LinkId(1);

  /** A flow that never comes, for filters that catch nothing. */
  private static final FlowKey NOBODY = FlowKey.ofSource(0x0A00_00FF);

  private final ByteBufAllocator buffers = new AdaptiveByteBufAllocator(true);
  private final List<ByteBuf> frames = new ArrayList<>();
  private final ByteBuf headers;
  private final Node node;
  private long nowNanos;
  private long wakeNanos = Timers.NEVER;
  private long sent;

  /**
   * A node that has been started.
   *
   * @param rate of the link to the sink
   * @param queue before it
   * @param active whether the frames ask for {@link SendOn}
   * @param framesPerTurn that come at one instant
   */
  PureNode(Rate rate, QueueConfig queue, boolean active, int framesPerTurn) {
    for (int i = 0; i < framesPerTurn; i++) {
      frames.add(frame(active));
    }
    headers = frame(active);
    node =
        new Node(
            new NodeConfig(
                "node",
                OWN,
                List.of(
                    link(BY_SOURCE, SOURCE, Rate.UNLIMITED, QueueConfig.dropTail(1)),
                    link(BY_SINK, SINK, rate, queue)),
                null,
                List.of(
                    new NodeConfig.Route(SOURCE, BY_SOURCE, MTU_BYTES),
                    new NodeConfig.Route(SINK, BY_SINK, MTU_BYTES)),
                List.of(new NodeConfig.MenuEntry(new SendOn.Provider(), NoOptions.INSTANCE))),
            this,
            NodeTrace.NONE);
    var _ = node.handle(nowNanos, new Command.Start());
  }

  private static LinkConfig link(LinkId id, int neighbour, Rate rate, QueueConfig queue) {
    return new LinkConfig(
        id, neighbour, rate, queue, MTU_BYTES, ImpairmentConfig.NONE, HELLO_NANOS);
  }

  private ByteBuf frame(boolean active) {
    int length = RaniHeader.LENGTH + LENGTH_BYTES;
    int body = LENGTH_BYTES - Ipv4Header.LENGTH - UdpHeader.LENGTH;
    ByteBuf frame = buffers.directBuffer(length, length).writeZero(length);
    RaniHeader.write(frame, 0, active, active ? SendOn.NUMBER : 0, LIFETIME_MICROS, SOURCE);
    Ipv4Header.write(
        frame, RaniHeader.LENGTH, 0, LENGTH_BYTES, 0, Ipv4Header.PROTOCOL_UDP, SOURCE, SINK);
    UdpHeader.write(frame, HEADER_BYTES, PORT, PORT, body, SOURCE, SINK);
    return frame;
  }

  /** Has a filter on the link from the source that catches nothing. */
  void withFilter() {
    boolean _ = node.rules(BY_SOURCE).filter(nowNanos, NOBODY, Timers.NEVER - 1);
  }

  /** Has had such a filter: its table is there, and empty. */
  void withEmptyTable() {
    boolean _ = node.rules(BY_SOURCE).filter(nowNanos, NOBODY, nowNanos + 1);
    nowNanos += TURN_NANOS;
    node.wake(nowNanos);
    if (!node.rules(BY_SOURCE).isEmpty()) {
      throw new IllegalStateException("the filter has not ended");
    }
  }

  /** Queues for the frames of this node. */
  Queues queues(FlowIdentity identity) {
    return new Queues(frames, identity);
  }

  /** Every frame comes in once, and whatever waits leaves. Returns how many left. */
  long turn() {
    long before = sent;
    nowNanos += TURN_NANOS;
    for (int i = 0; i < frames.size(); i++) {
      ByteBuf frame = frames.get(i);
      frame.setBytes(0, headers, 0, HEADER_BYTES);
      node.receive(nowNanos, BY_SOURCE, frame.retain());
    }
    passTime(TURN_NANOS);
    return sent - before;
  }

  private void passTime(long nanos) {
    long untilNanos = nowNanos + nanos;
    while (wakeNanos <= untilNanos) {
      nowNanos = Math.max(nowNanos, wakeNanos);
      wakeNanos = Timers.NEVER;
      node.wake(nowNanos);
    }
    nowNanos = untilNanos;
  }

  @Override
  public void send(LinkId link, ByteBuf frame) {
    if (!Frame.isControl(frame)) {
      sent++;
    }
    frame.release();
  }

  @Override
  public void wakeAt(long deadlineNanos) {
    wakeNanos = Math.min(wakeNanos, deadlineNanos);
  }

  @Override
  public RandomGenerator random(String owner) {
    return Streams.of(1, "node", owner);
  }

  @Override
  public ByteBufAllocator buffers() {
    return buffers;
  }

  /** Lets go of everything. */
  void close() {
    var _ = node.handle(nowNanos, new Command.Stop());
    headers.release();
    frames.forEach(ByteBuf::release);
  }
}
