// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.node.Command;
import rani.node.Node;
import rani.node.NodeConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.NoOptions;
import rani.service.ServiceProvider;
import rani.sim.SteppedWorld;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;
import rani.wire.UdpHeader;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.NodeTrace;

/** A node without sockets between source and sink; it counts and releases the frames it sends. */
public final class PureNode extends SteppedWorld {
  public static final int SOURCE = 0x0A00_0001;

  public static final int SINK = 0x0A00_0003;

  public static final LinkId BY_SOURCE = new LinkId(0);

  /** Length of the headers at the front of a {@link #datagram}; a node changes no other bytes. */
  public static final int HEADER_BYTES = RaniHeader.LENGTH + Ipv4Header.LENGTH;

  private static final LinkId BY_SINK = new LinkId(1);
  private static final int OWN = 0x0A00_0002;
  private static final int PORT = 7000;
  private static final int MTU_BYTES = 1500;
  private static final long LIFETIME_MICROS = 60_000_000;
  private static final long HELLO_NANOS = 60_000_000_000L;

  private final ByteBufAllocator buffers = new AdaptiveByteBufAllocator(true);
  private final Node node;
  private final LongConsumer wake;
  private long sent;

  /** Starts a node; {@code rate} and {@code queue} are those of the link to the sink. */
  public PureNode(Rate rate, QueueConfig queue, ServiceProvider... menu) {
    super(1, "node");
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
                Arrays.stream(menu)
                    .map(service -> new NodeConfig.MenuEntry(service, NoOptions.INSTANCE))
                    .toList()),
            this,
            NodeTrace.NONE);
    wake = node::wake;
    var _ = node.handle(nowNanos(), new Command.Start());
  }

  private static LinkConfig link(LinkId id, int neighbour, Rate rate, QueueConfig queue) {
    return new LinkConfig(
        id, neighbour, rate, queue, MTU_BYTES, ImpairmentConfig.NONE, HELLO_NANOS, null);
  }

  /** Returns a frame from source to sink with a UDP datagram; service 0 stands for none. */
  public static ByteBuf datagram(ByteBufAllocator buffers, int ipv4Bytes, int service) {
    int length = RaniHeader.LENGTH + ipv4Bytes;
    int data = ipv4Bytes - Ipv4Header.LENGTH - UdpHeader.LENGTH;
    ByteBuf frame = buffers.buffer(length, length).writeZero(length);
    RaniHeader.write(frame, 0, service != 0, service, LIFETIME_MICROS, SOURCE);
    Ipv4Header.write(frame, RaniHeader.LENGTH, ipv4Bytes, 0, Ipv4Header.PROTOCOL_UDP, SOURCE, SINK);
    UdpHeader.write(frame, HEADER_BYTES, new UdpFlow(SINK, PORT, PORT), data, data, SOURCE);
    return frame;
  }

  public Node node() {
    return node;
  }

  /** Returns the number of data frames that the node has sent. */
  public long sent() {
    return sent;
  }

  /** Delivers a frame from the source to the node. */
  public void receive(ByteBuf frame) {
    node.receive(nowNanos(), BY_SOURCE, frame);
  }

  /** Advances the time; the node is woken whenever its timers are due. */
  public void passTo(long nanos) {
    passTo(nanos, wake);
  }

  @Override
  public void send(LinkEnd end, ByteBuf frame) {
    if (!Frame.isControl(frame)) {
      sent++;
    }
    frame.release();
  }

  @Override
  public ByteBufAllocator buffers() {
    return buffers;
  }

  public void stop() {
    var _ = node.handle(nowNanos(), new Command.Stop());
  }
}
