// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.aqm.RedRules.OF_1993;
import static rani.fixture.Nanos.ms;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import rani.aqm.RedConfig;
import rani.fixture.Packet;
import rani.fixture.TestMessage;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.link.Diversion;
import rani.link.LinkPort;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.Fate;
import rani.service.ServiceContext;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.UdpFlow;
import rani.world.LinkId;
import rani.world.Streams;

/**
 * Whatever comes in, and whatever a service does, no frame is lost from the books and no buffer
 * leaks: {@link TestNode} checks both after every call. The service of this test does, in every
 * call, what chance says: decide anything, send, filter, divert, flush, close, throw.
 */
class NodeConservationProperties {
  private static final String[] NEIGHBOURS = {"10.0.0.1", "10.0.0.3", "10.0.0.4"};
  private static final String[] DESTINATIONS = {
    "10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.9.9.9"
  };
  private static final List<Fate> FATES = List.of(Fate.values());
  private static final List<Call> CALLS = List.of(Call.values());
  private static final int DEEDS_MAX = 5;
  private static final Rate RATE = Rate.packetsPerSecond(1000);

  /** One call of the node. */
  enum Call {
    RECEIVE,
    RECEIVE_SLICE,
    RECEIVE_JUNK,
    PASS_TIME,
    OVERSLEEP,
    TELL
  }

  /** A call, and the numbers it draws its details from. */
  record Step(Call call, int detail, int fate, int deed) {}

  /** The node and its unruly service. */
  private static final class Case {
    private final TestService service = new TestService(7, "unruly").everyHop();
    private final List<Diversion> diversions = new ArrayList<>();
    private final TestNode node;
    private Step step = new Step(Call.TELL, 0, 0, 0);
    private int deeds;

    Case(boolean nodeQueue, RedConfig.Action action) {
      RedConfig red =
          new RedConfig(
              OF_1993, 0.5, 1, 4, 0.5, action, true, RedConfig.Spacing.UNIFORM, false, 100, false);
      QueueConfig queue = new QueueConfig(6, FlowIdentity.FIVE_TUPLE, red);
      service
          .onStart(now -> service.context().listen(7))
          .onPacket((now, packet) -> act(now))
          .onDiverted((now, packet) -> act(now))
          .onCongestion((now, kind, view, packet) -> act(now))
          .onWake((now, timer) -> act(now))
          .onStop(this::act);
      TestNode.Builder builder =
          TestNode.named("n2", "10.0.0.2")
              .link(NEIGHBOURS[0])
              .link(NEIGHBOURS[1], link -> link.rate(RATE).queue(queue))
              .link(NEIGHBOURS[2], link -> link.rate(Rate.bitsPerSecond(1e6)))
              .menu(service);
      node = (nodeQueue ? builder.queue(RATE, queue) : builder).build().started();
    }

    void take(Step next) {
      step = next;
      deeds = 0;
      int link = next.detail() % NEIGHBOURS.length;
      switch (next.call()) {
        case RECEIVE -> node.receives(link, packet(next.detail()));
        case RECEIVE_SLICE -> {
          ByteBuf large = node.world().buffers().buffer(65_536);
          large.writeBytes(packet(next.detail()).frame());
          node.receives(link, large);
        }
        case RECEIVE_JUNK -> {
          ByteBuf frame = packet(next.detail()).frame(node.world().buffers());
          int at = next.fate() % frame.readableBytes();
          node.receives(link, frame.setByte(at, next.deed()));
        }
        case PASS_TIME -> node.runTo(node.world().nowNanos() + ms(next.detail() % 40) / 10);
        case OVERSLEEP -> node.oversleepTo(node.world().nowNanos() + ms(next.detail() % 40) / 10);
        case TELL -> node.does(new Command.Tell("unruly", "act", List.of()));
      }
      check();
    }

    private static Packet packet(int detail) {
      Packet packet =
          Packet.datagram()
              .from(detail % 5 == 0 ? "10.0.0.9" : NEIGHBOURS[detail % NEIGHBOURS.length])
              .prevNode(NEIGHBOURS[detail % NEIGHBOURS.length])
              .to(DESTINATIONS[detail / 3 % DESTINATIONS.length])
              .ports(5000 + detail % 2, detail / 7 % 2 == 0 ? 7 : 9)
              .ecn(detail / 11 % 4)
              .length(28 + detail % 1600)
              .lifetimeMicros(detail % 13 == 0 ? detail % 3_000 : 10_000_000)
              .ttl(detail % 17 == 0 ? 1 : 200);
      if (detail / 5 % 4 == 0) {
        packet.act(detail / 20 % 3 == 0 ? 99 : 7);
      }
      return detail / 13 % 9 == 0 ? packet.control() : packet;
    }

    private Fate act(long now) {
      if (deeds++ >= DEEDS_MAX) {
        return Fate.CONSUME; // else a service that answers itself would do so for ever
      }
      ServiceContext context = service.context();
      LinkId link = new LinkId(step.deed() % NEIGHBOURS.length);
      FlowKey flow = FlowKey.ofSource(Address.parse(NEIGHBOURS[step.detail() % NEIGHBOURS.length]));
      int to = Address.parse(DESTINATIONS[step.fate() % DESTINATIONS.length]);
      switch (step.deed() % 10) {
        case 0 -> context.filter(now, link, flow, now + ms(2));
        case 1, 2 -> {
          Diversion diversion = context.divert(now, link, flow, now + ms(5));
          if (diversion != null) {
            diversions.add(diversion);
          }
        }
        case 3 -> {
          if (!diversions.isEmpty()) {
            Diversion ended = diversions.removeFirst();
            context.flush(now, ended);
          }
        }
        case 4 -> {
          if (!diversions.isEmpty()) {
            Diversion ended = diversions.removeFirst();
            context.close(now, ended);
          }
        }
        case 5 ->
            context.sendDatagram(
                now, new UdpFlow(to, 7, 7), 5_000_000, Unpooled.EMPTY_BUFFER, step.detail() % 2000);
        case 6 -> context.sendMessage(now, to, new TestMessage(step.detail()));
        case 7 -> context.setTimer(step.fate() % 4, now + ms(step.detail() % 20) / 10 + 1);
        case 8 -> {
          if (step.fate() % 3 == 0) {
            throw new IllegalStateException("broken");
          }
        }
        case 9 -> {
          if (!diversions.isEmpty()) {
            Diversion channel = diversions.getFirst();
            long number = channel.nextNumber() - 1 - step.detail() % 3;
            if (step.fate() % 2 == 0) {
              context.releaseCopy(now, channel, number);
            }
            context.release(now, channel, number);
          }
        }
        default -> {}
      }
      return FATES.get(step.fate() % FATES.size());
    }

    private void check() {
      LinkPort nodePort = node.node().nodePort();
      if (nodePort != null) {
        check(nodePort);
      }
      for (int link = 0; link < NEIGHBOURS.length; link++) {
        check(node.node().port(new LinkId(link)));
      }
    }

    private static void check(LinkPort port) {
      assertTrue(port.queue().frames() <= port.queue().limitFrames(), port::name);
    }
  }

  @Property(tries = 400)
  void everyFrameIsSomewhere(
      @ForAll boolean nodeQueue,
      @ForAll RedConfig.Action action,
      @ForAll @Size(max = 150) List<@From("steps") Step> steps) {
    Case run = new Case(nodeQueue, action);
    steps.forEach(run::take);
    assertEquals(
        run.node.ledger().departures(), run.node.world().sent().size(), "every departure is sent");
    run.node.close();
  }

  @Property(tries = 50)
  void aLongRunLosesNothingEither(@ForAll @IntRange(max = 1_000_000) int seed) {
    Case run = new Case(seed % 2 == 0, List.of(RedConfig.Action.values()).get(seed % 3));
    RandomGenerator random = Streams.of(seed, "n2", "steps");
    for (int count = 0; count < 1_000; count++) {
      run.take(
          new Step(
              CALLS.get(random.nextInt(CALLS.size())),
              random.nextInt(100_000),
              random.nextInt(1000),
              random.nextInt(256)));
    }
    run.node.close();
  }

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(
            Arbitraries.of(Call.values()),
            Arbitraries.integers().between(0, 100_000),
            Arbitraries.integers().between(0, 999),
            Arbitraries.integers().between(0, 255))
        .as(Step::new);
  }
}
