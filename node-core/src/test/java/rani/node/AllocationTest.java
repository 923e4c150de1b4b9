// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.fixture.Nanos;
import rani.fixture.Packet;
import rani.fixture.TestLink;
import rani.fixture.TestMessage;
import rani.link.ImpairmentConfig;
import rani.link.LinkConfig;
import rani.link.LinkSeal;
import rani.link.WireImpairment;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.NoOptions;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.sim.SteppedWorld;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Wire;

/** What a node has the heap give while it forwards: nothing, even before it is compiled. */
class AllocationTest {
  private static final LinkId IN = new LinkId(0);
  private static final LinkId OUT = new LinkId(1);
  private static final int SOURCE = Address.parse("10.0.0.1");
  private static final int NEXT = Address.parse("10.0.0.8");
  private static final long LIFETIME_MICROS = 10_000_000;
  private static final int TO_WARM_UP = 2_000;
  private static final int FRAMES = 20_000;
  private static final int PACKET_BYTES = 256;
  private static final int FILTERS = 10;
  private static final int SERVICE = 3;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Road road = new Road();

  /** A world that has every frame come in again, as from the source, after it was sent. */
  private static final class Road extends SteppedWorld {
    private final ArrayDeque<ByteBuf> atHome = new ArrayDeque<>(64);
    private long sent;

    Road() {
      super(1, "n");
    }

    /** Takes the next that is here; null if none is. */
    @Nullable ByteBuf next() {
      ByteBuf frame = atHome.poll();
      if (frame != null) {
        int at = frame.readerIndex();
        RaniHeader.lifetimeMicros(frame, at, LIFETIME_MICROS);
        RaniHeader.prevNode(frame, at, SOURCE, 0);
        Ipv4Header.ttl(frame, at + RaniHeader.LENGTH, 255);
      }
      return frame;
    }

    @Override
    public void send(LinkEnd end, ByteBuf frame) {
      if (end.id().equals(OUT) && Frame.source(frame) == SOURCE) {
        sent++;
        atHome.add(frame);
      } else {
        frame.release();
      }
    }

    @Override
    public ByteBufAllocator buffers() {
      return UnpooledByteBufAllocator.DEFAULT;
    }
  }

  private static LinkConfig link(LinkId id, int neighbour, Rate rate) {
    RedConfig red =
        new RedConfig(
            RedRules.OF_1993,
            0.002,
            5,
            15,
            0.1,
            RedConfig.Action.MARK,
            true,
            RedConfig.Spacing.UNIFORM,
            false,
            PACKET_BYTES,
            false);
    return TestLink.to(id.number(), neighbour)
        .rate(rate)
        .queue(new QueueConfig(400, FlowIdentity.SOURCE_NODE, red))
        .hello(Nanos.s(60))
        .config();
  }

  /** A service that is shown its messages at every hop, and lets them go on. */
  private static final class Passing implements ServiceProvider, Service {
    @Override
    public int number() {
      return SERVICE;
    }

    @Override
    public String name() {
      return "passing";
    }

    @Override
    public boolean needsEvidence() {
      return true;
    }

    @Override
    public Reach reach() {
      return Reach.EVERY_HOP;
    }

    @Override
    public Service create(OptionReader options) {
      return this;
    }

    @Override
    public void start(long nowNanos, ServiceContext context) {}
  }

  private Node node(Rate rate, long controlDelayNanos) {
    NodeConfig config =
        new NodeConfig(
            "n7",
            Address.parse("10.0.0.7"),
            List.of(link(IN, SOURCE, Rate.UNLIMITED), link(OUT, NEXT, rate)),
            null,
            List.of(new NodeConfig.Route(SOURCE, IN, 1500), new NodeConfig.Route(NEXT, OUT, 1500)),
            List.of(new NodeConfig.MenuEntry(new Passing(), NoOptions.INSTANCE)),
            List.of(),
            null,
            controlDelayNanos,
            null);
    Node node = new Node(config, road, NodeTrace.NONE);
    assertTrue(node.handle(0, new Command.Start()).ok());
    for (int filter = 0; filter < FILTERS; filter++) {
      FlowKey flow = FlowKey.ofSource(Address.parse("10.1.0." + filter));
      assertTrue(node.handle(0, new Command.AddFilter(IN, false, flow, Nanos.s(3600))).ok());
    }
    return node;
  }

  private static Packet data() {
    return Packet.datagram().length(PACKET_BYTES).ecn(2);
  }

  private static List<ByteBuf> frames(int count, Packet packet) {
    List<ByteBuf> frames = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      frames.add(packet.id(number).frame());
    }
    return frames;
  }

  /** Has so many frames sent, one every so often; when the last was. */
  private long forward(Node node, LongConsumer wake, long fromNanos, int count, long gapNanos) {
    long until = road.sent + count;
    long now = fromNanos;
    while (road.sent < until) {
      now += gapNanos;
      road.passTo(now, wake);
      ByteBuf frame = road.next();
      if (frame != null) {
        node.receive(now, IN, frame);
      }
    }
    return now;
  }

  private void assertNothingIsAllocated(Node node, List<ByteBuf> frames, long gapNanos) {
    assertTrue(threads.isThreadAllocatedMemorySupported());
    road.atHome.addAll(frames);
    LongConsumer wake = node::wake;
    long now = forward(node, wake, 1, TO_WARM_UP, gapNanos);
    long dropsBefore = node.ledger().drops();
    long before = threads.getCurrentThreadAllocatedBytes();
    forward(node, wake, now, FRAMES, gapNanos);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertEquals(0, allocated, "bytes for " + FRAMES + " frames");
    assertEquals(dropsBefore, node.ledger().drops());
    assertTrue(node.ledger().departures() >= TO_WARM_UP + FRAMES);
    assertTrue(node.handle(now * 2, new Command.Stop()).ok());
    frames.forEach(frame -> assertTrue(frame.refCnt() <= 1));
  }

  @Test
  void aFrameThatGoesStraightThroughAllocatesNothing() {
    assertNothingIsAllocated(node(Rate.UNLIMITED, 0), frames(1, data()), 1_000);
  }

  @Test
  void aFrameThatWaitsInTheQueueAllocatesNothing() {
    // Ten frames take turns: all but the one in service wait.
    Rate slow = Rate.bitsPerSecond(PACKET_BYTES * 8 * 1e6);
    assertNothingIsAllocated(node(slow, 0), frames(10, data()), 100);
  }

  @Test
  void aMessageThatWaitsForItsServiceAllocatesNothing() {
    // Ten take turns, one a microsecond. Marked as control they would be above their budget.
    Packet message = Packet.message(SERVICE, new TestMessage(7)).dscp(0);
    assertNothingIsAllocated(node(Rate.UNLIMITED, 50_000), frames(10, message), 1_000);
  }

  /** Thirty frames are on the wire, and each that is sent has one come out. */
  @Test
  void aFrameWhoseDelayVariesAllocatesNothing() {
    assertTrue(threads.isThreadAllocatedMemorySupported());
    ImpairmentConfig varying = new ImpairmentConfig(1000, 1000, 0, 0, 0.1, 0);
    WireImpairment wire = new WireImpairment(OUT, varying, new LinkSeal(null), road);
    Bent bent = new Bent();
    road.atHome.addAll(frames(40, data()));
    bent.carry(wire, TO_WARM_UP);
    long before = threads.getCurrentThreadAllocatedBytes();
    bent.carry(wire, FRAMES);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertEquals(0, allocated, "bytes for " + FRAMES + " frames");
    assertEquals(30, wire.waiting());
  }

  /** A wire that is not asked when. */
  private final class Bent implements Wire {
    private long dueNanos;

    private void carry(WireImpairment wire, int frames) {
      for (int number = 0; number < frames; number++) {
        int _ = wire.carry(number, road.atHome.remove(), this);
        if (wire.waiting() > 30) {
          wire.serve(dueNanos);
        }
      }
    }

    @Override
    public boolean serveAt(LinkEnd end, long nanos, int lengthBytes) {
      dueNanos = nanos;
      return true;
    }

    @Override
    public void deliver(LinkEnd end, long nanos, ByteBuf frame) {
      road.atHome.add(frame);
    }
  }
}
