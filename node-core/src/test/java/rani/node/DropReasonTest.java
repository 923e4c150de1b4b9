// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.s;

import io.netty.buffer.ByteBuf;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.aqm.CodelConfig;
import rani.aqm.PieConfig;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.fixture.Packet;
import rani.fixture.TestMessage;
import rani.fixture.TestNode;
import rani.fixture.TestService;
import rani.link.Diversion;
import rani.link.DropList;
import rani.link.LinkChange;
import rani.queue.AqmConfig;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.queue.QueueDiscipline;
import rani.queue.Rate;
import rani.service.Fate;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;
import rani.wire.FlowSpec;
import rani.wire.RaniHeader;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.Verdict;

/**
 * What has to come in by a link for each drop reason. Node 10.0.0.2 has 10.0.0.1 on link 0,
 * 10.0.0.3 on link 1 and 10.0.0.4 on link 2, whose queue is RED's, 10.0.0.5 behind CoDel and
 * 10.0.0.6 behind PIE; two services, {@code good} and {@code bad}.
 */
class DropReasonTest {
  private static final FlowKey FLOW = FlowKey.ofSource(Address.parse("10.0.0.1"));
  private static final Rate SLOW = Rate.packetsPerSecond(1);

  private final TestService good = new TestService(7, "good");
  private final TestService bad =
      new TestService(8, "bad")
          .onPacket(
              (now, packet) -> {
                throw new IllegalStateException("broken");
              });

  /** What a case does to a started node, for one packet to be dropped. */
  @FunctionalInterface
  interface Case {
    void play(DropReasonTest test, TestNode node);
  }

  private static final Map<DropReason, Case> CASES = new LinkedHashMap<>();

  private static void on(DropReason reason, Case play) {
    CASES.put(reason, play);
  }

  static {
    on(DropReason.BAD_LENGTH, (test, node) -> node.receives(0, spoiled(19, 60)));
    on(DropReason.BAD_VERSION, (test, node) -> node.receives(0, spoiled(0, 0x20)));
    on(DropReason.BAD_HEADER, (test, node) -> node.receives(0, spoiled(1, 3)));
    on(DropReason.BAD_CHECKSUM, (test, node) -> node.receives(0, spoiled(27, 0)));
    on(
        DropReason.FRAGMENT,
        (test, node) -> node.receives(0, transit().to("10.0.0.2").length(36).fragment(0x2000)));
    on(DropReason.BAD_KEY, (test, node) -> node.receives(0, keyed()));
    on(
        DropReason.PREV_NODE_MISMATCH,
        (test, node) -> node.receives(0, transit().prevNode("10.0.0.3")));
    on(DropReason.EXPIRED, (test, node) -> node.receives(0, transit().lifetimeMicros(0)));
    on(DropReason.TTL_EXCEEDED, (test, node) -> node.receives(0, transit().ttl(1)));
    on(DropReason.NO_ROUTE, (test, node) -> node.receives(0, transit().to("10.9.9.9")));
    on(DropReason.TOO_BIG, (test, node) -> node.receives(0, transit().length(1501)));
    on(
        DropReason.FILTERED,
        (test, node) -> {
          test.good.context().filter(0, new LinkId(0), FLOW, s(1));
          node.receives(0, transit());
        });
    on(
        DropReason.RED_EARLY,
        (test, node) -> {
          for (int before = 0; before < 3; before++) {
            node.receives(0, transit().to("10.0.0.4").ecn(2));
          }
          node.runTo(s(1)); // one is served, so that the next finds the average at max_th
          node.receives(0, transit().to("10.0.0.4"));
        });
    on(
        DropReason.RED_FORCED,
        (test, node) -> {
          for (int before = 0; before < 4; before++) {
            node.receives(0, transit().to("10.0.0.4").ecn(2));
          }
        });
    on(
        DropReason.SOJOURN,
        (test, node) -> {
          for (int before = 0; before < 6; before++) {
            node.receives(0, transit().to("10.0.0.5").lifetimeMicros(60_000_000));
          }
          // The first that has waited only shows it; the next is dropped, and the rest are few.
          node.runTo(s(2));
        });
    on(
        DropReason.PIE,
        (test, node) -> {
          for (int before = 0; before < 10; before++) {
            node.receives(0, transit().to("10.0.0.6").lifetimeMicros(60_000_000).length(1000));
          }
          node.runTo(s(6)); // the one that leaves now has waited so long that the next goes
          node.receives(0, transit().to("10.0.0.6").length(1000));
        });
    on(DropReason.AQM, (test, node) -> node.receives(0, transit().to("10.0.0.7")));
    on(
        DropReason.QUEUE_FULL,
        (test, node) -> {
          for (int before = 0; before < 4; before++) {
            node.receives(0, transit()); // one in service, two wait
          }
        });
    on(
        DropReason.LISTED,
        (test, node) -> {
          DropList first = DropList.of(FlowSpec.ALL, DropList.Counted.PACKETS, "1");
          node.does(new Command.SetLink(new LinkId(0), LinkChange.ofDrops(first)));
          node.receives(1, Packet.datagram().from("10.0.0.3").to("10.0.0.1"));
        });
    on(DropReason.NO_SUCH_SERVICE, (test, node) -> node.receives(0, forThisNode().act(99)));
    on(DropReason.NO_LISTENER, (test, node) -> node.receives(0, forThisNode().ports(1, 9999)));
    on(
        DropReason.BAD_MESSAGE,
        (test, node) -> node.receives(0, Packet.message(0, new TestMessage(1)).to("10.0.0.2")));
    on(
        DropReason.DISCARDED,
        (test, node) -> {
          test.good.onPacket((now, packet) -> Fate.DISCARD);
          node.receives(0, forThisNode().act(7));
        });
    on(DropReason.SERVICE_FAILED, (test, node) -> node.receives(0, forThisNode().act(8)));
    on(
        DropReason.DIVERSION,
        (test, node) -> {
          Diversion diversion = test.good.context().divert(0, new LinkId(0), FLOW, s(1));
          for (int held = 0; held < Diversion.HELD_FRAMES_MAX; held++) {
            node.receives(0, transit());
          }
          assertEquals(Diversion.HELD_FRAMES_MAX, diversion == null ? 0 : diversion.held());
          node.receives(0, transit());
        });
    on(
        DropReason.LINK_REMOVED,
        (test, node) -> {
          node.receives(0, transit());
          node.does(new Command.RemoveLink(new LinkId(1)));
        });
    on(
        DropReason.STOPPED,
        (test, node) -> {
          node.does(new Command.Stop());
          node.receives(0, transit());
        });
  }

  static Stream<DropReason> cases() {
    return CASES.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isReachedByOnePacketAndCountedOnce(DropReason reason) {
    try (TestNode node = node()) {
      Case play = CASES.get(reason);
      if (play != null) {
        play.play(this, node);
      }
      for (DropReason other : DropReason.values()) {
        assertEquals(other == reason ? 1 : 0, node.ledger().drops(other), other.text());
      }
      assertTrue(
          node.told().stream().anyMatch(line -> line.contains(" drop reason=" + reason.text())),
          "it is traced");
    }
  }

  /**
   * A world opens keyed links before the node sees a frame, so that only it can tell a counter that
   * was seen before.
   */
  @Test
  void noReasonIsWithoutACaseButReplayed() {
    Set<DropReason> missing = EnumSet.allOf(DropReason.class);
    missing.removeAll(CASES.keySet());
    assertEquals(EnumSet.of(DropReason.REPLAYED), missing);
  }

  private TestNode node() {
    // With a weight of 1 the average is the queue: at 1 every packet is chosen, at 2 by force.
    RedConfig red =
        new RedConfig(
            RedRules.OF_1993,
            1,
            0.5,
            1,
            1,
            RedConfig.Action.MARK,
            true,
            RedConfig.Spacing.UNIFORM,
            false,
            500,
            false);
    return TestNode.named("n2", "10.0.0.2")
        .link("10.0.0.1")
        .link("10.0.0.3", link -> link.rate(SLOW).queue(QueueConfig.dropTail(2)))
        .link(
            "10.0.0.4",
            link -> link.rate(SLOW).queue(new QueueConfig(100, FlowIdentity.SOURCE_NODE, red)))
        .link(
            "10.0.0.5",
            link ->
                link.rate(SLOW)
                    .queue(
                        new QueueConfig(
                            100, FlowIdentity.SOURCE_NODE, new CodelConfig(1, 1, false))))
        .link(
            "10.0.0.6",
            link ->
                link.rate(SLOW)
                    .queue(
                        new QueueConfig(
                            100,
                            FlowIdentity.SOURCE_NODE,
                            new PieConfig(1_000_000, 1_000_000, 0, false))))
        .link(
            "10.0.0.7",
            link -> link.queue(new QueueConfig(100, FlowIdentity.SOURCE_NODE, new DropsAll())))
        .menu(good, bad)
        .tellingOfHellos()
        .build()
        .started();
  }

  /** Drops each packet as it comes, for a reason of no name of its own. */
  private record DropsAll() implements AqmConfig, QueueDiscipline {
    @Override
    public String discipline() {
      return "drops-all";
    }

    @Override
    public QueueDiscipline create(Rate drain, RandomGenerator random, RandomGenerator secrets) {
      return this;
    }

    @Override
    public Verdict decide(long nowNanos, MonitoredQueue queue, ByteBuf frame) {
      return Verdict.DROP_EARLY;
    }

    @Override
    public double averageFrames() {
      return 0;
    }
  }

  private static Packet transit() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.3");
  }

  private static Packet forThisNode() {
    return Packet.datagram().from("10.0.0.1").to("10.0.0.2");
  }

  private static ByteBuf spoiled(int index, int value) {
    return transit().frame().setByte(index, value);
  }

  private static ByteBuf keyed() {
    ByteBuf frame = transit().frame();
    frame.writeZero(24);
    RaniHeader.keyed(frame, 0, true);
    return frame;
  }
}
