// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import rani.fixture.VirtualNetwork;
import rani.link.DropList;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.queue.Rate;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.sim.Simulation.Wiring;
import rani.wire.FlowSpec;
import rani.world.DropReason;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Reply;

class SimulationTest {
  private static final LinkId LINK_0 = new LinkId(0);

  private final VirtualNetwork pair =
      new VirtualNetwork()
          .node("a")
          .node("b")
          .link("a", "b", Rate.UNLIMITED, ImpairmentConfig.NONE);

  private final List<String> woken = new ArrayList<>();
  private final Simulation alarmClock =
      new VirtualNetwork().node("a", new TestProvider("alarms", Alarms::new)).simulation();

  @BeforeEach
  void startTheAlarmClock() {
    alarmClock.handleAll(new Command.Start());
  }

  @Test
  void whatHappensAtOneInstantHappensInTheOrderInWhichItWasAsked() {
    List<String> happened = new ArrayList<>();
    Simulation simulation = pair.simulation();
    simulation.at(20, () -> happened.add("third"));
    simulation.at(10, () -> happened.add("first"));
    simulation.at(10, () -> happened.add("second"));
    simulation.at(20, () -> happened.add("fourth"));

    simulation.runUntil(20);

    assertEquals(List.of("first", "second", "third", "fourth"), happened);
    assertEquals(4, simulation.eventsTotal());
  }

  /** A wire goes by its sender's clock, as does the port before it, which drops by number. */
  @Test
  void whatFollowsAListedDropIsNotLateBecauseTheClockIsAhead() {
    long delayNanos = 5_000_000;
    long gapNanos = 10_000_000;
    DropList first =
        new DropList(FlowSpec.ALL, DropList.Counted.PACKETS, List.of(new DropList.Range(1, 1)));
    Simulation simulation =
        new VirtualNetwork()
            .node("a", Chatter.with(gapNanos, 0x0A000002))
            .node("b", new TestProvider("taker", Taker::new))
            .link("a", "b", Rate.UNLIMITED, new ImpairmentConfig(delayNanos, 0, 0, 0, 0, 0, first))
            .simulation();
    simulation.setClock("a", new NodeClock(10_000_000_000L, 0));
    simulation.handleAll(new Command.Start());
    simulation.runUntil(1_500_000_000);
    long before = simulation.node("b").ledger().deliveries();

    simulation.handleAll(new Command.Go());
    simulation.runUntil(simulation.nowNanos() + 10 * gapNanos);

    assertEquals(1, simulation.node("a").ledger().drops(DropReason.LISTED));
    assertTrue(simulation.node("b").ledger().deliveries() - before >= 9);
  }

  /** Takes what chatters send. */
  private static final class Taker implements Service {
    @Override
    public void start(long nowNanos, ServiceContext context) {
      context.listen(4000);
    }

    @Override
    public Fate onPacket(long nowNanos, FrameView packet) {
      return Fate.CONSUME;
    }
  }

  /** Live, it would begin with other initial sequence numbers (RFC 6528). */
  @Test
  void aNodeThatIsThereAgainHasOtherDiceThanBeforeAndTheSameInEveryRun() {
    List<Long> first = drawsOfTwoLives();

    assertEquals(2, first.stream().distinct().count());
    assertEquals(first, drawsOfTwoLives());
  }

  private static List<Long> drawsOfTwoLives() {
    List<Long> draws = new ArrayList<>();
    VirtualNetwork network =
        new VirtualNetwork()
            .node(
                "a",
                new TestProvider(
                    "dice", () -> (_, context) -> draws.add(context.secrets().nextLong())));
    Simulation simulation = network.simulation();
    simulation.handleAll(new Command.Start());
    simulation.crash("a");
    simulation.restart(network.nodes().getFirst());
    simulation.handleAll(new Command.Start());
    return draws;
  }

  @Test
  void whatLiesBeyondTheTimeDoesNotHappenYet() {
    List<String> happened = new ArrayList<>();
    Simulation simulation = pair.simulation();
    simulation.at(11, () -> happened.add("late"));

    simulation.runUntil(10);

    assertEquals(List.of(), happened);
    assertEquals(10, simulation.nowNanos());
  }

  @Test
  void aConditionEndsTheRunAtTheVeryEvent() {
    Simulation simulation = pair.simulation();
    simulation.at(10, () -> {});
    simulation.at(20, () -> {});

    assertTrue(simulation.runUntil(100, () -> simulation.eventsTotal() == 1));
    assertEquals(10, simulation.nowNanos());
    assertFalse(simulation.runUntil(100, () -> false));
    assertEquals(100, simulation.nowNanos());
  }

  @Test
  void thePastIsRefused() {
    Simulation simulation = pair.simulation();
    simulation.runUntil(10);

    assertMessage("9 ns has passed; it is 10 ns", () -> simulation.at(9, () -> {}));
  }

  @Test
  void aNodeWakesAtEachOfItsDeadlinesWhicheverItAskedForFirst() {
    setAlarm(0, 300);
    setAlarm(1, 100);
    setAlarm(2, 200);

    alarmClock.runUntil(1000);

    assertEquals(List.of("timer 1 at 100", "timer 2 at 200", "timer 0 at 300"), woken);
  }

  @Test
  void aWakeUpThatNobodyAskedForChangesNothing() {
    setAlarm(0, 300);
    setAlarm(1, 100);
    for (long nanos = 0; nanos <= 400; nanos += 50) {
      alarmClock.at(nanos, () -> alarmClock.node("a").wake(alarmClock.nowNanos()));
    }

    alarmClock.runUntil(1000);

    assertEquals(List.of("timer 1 at 100", "timer 0 at 300"), woken);
  }

  @Test
  void aDeadlineThatHasPassedComesAtOnce() {
    alarmClock.runUntil(70);
    setAlarm(0, 40);

    alarmClock.runUntil(1000);

    assertEquals(List.of("timer 0 at 70"), woken);
  }

  @Test
  void anEndWithoutWiringIsRefused() {
    assertMessage("link 0 of a has no wiring", () -> simulation(pair.nodes(), List.of()));
  }

  @Test
  void wiringToWhatIsNotThereIsRefused() {
    assertMessage(
        "no node z; there is [a, b]",
        () -> simulation(pair.nodes(), List.of(new Wiring("a", LINK_0, "z", LINK_0))));
    assertMessage(
        "node b has no link 7",
        () -> simulation(pair.nodes(), List.of(new Wiring("a", LINK_0, "b", new LinkId(7)))));
  }

  @Test
  void anEndThatIsWiredTwiceIsRefused() {
    VirtualNetwork line =
        new VirtualNetwork()
            .node("a")
            .node("b")
            .node("c")
            .link("a", "b", Rate.UNLIMITED, ImpairmentConfig.NONE)
            .link("b", "c", Rate.UNLIMITED, ImpairmentConfig.NONE);
    Wiring ab = new Wiring("a", LINK_0, "b", LINK_0);
    Wiring cb = new Wiring("c", LINK_0, "b", LINK_0);

    assertMessage("link 0 of b is wired twice", () -> simulation(line.nodes(), List.of(ab, cb)));
  }

  @Test
  void twoNodesOfOneNameAreRefused() {
    NodeConfig a = new VirtualNetwork().node("a").nodes().getFirst();

    assertMessage("two nodes are called a", () -> simulation(List.of(a, a), List.of()));
  }

  @Test
  void theFirstRefusalOfACommandNamesItsNode() {
    Simulation simulation = pair.simulation();

    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> simulation.handleAll(new Command.Go()));

    assertEquals("node a: the node is not running", refused.getMessage());
  }

  private static Simulation simulation(List<NodeConfig> nodes, List<Wiring> wirings) {
    return new Simulation(nodes, wirings, 1, _ -> NodeTrace.NONE, VirtualNetwork.replay(1));
  }

  private static void assertMessage(String expected, Executable refused) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, refused).getMessage());
  }

  private void setAlarm(int timer, long deadlineNanos) {
    List<String> when = List.of(Integer.toString(timer), Long.toString(deadlineNanos));
    alarmClock.handle("a", new Command.Tell("alarms", "set", when));
  }

  /** Sets timers when told, and says when they come. */
  private final class Alarms implements Service {
    private @Nullable ServiceContext context;

    @Override
    public void start(long nowNanos, ServiceContext given) {
      context = given;
    }

    @Override
    public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
      requireNonNull(context)
          .setTimer(Integer.parseInt(arguments.get(0)), Long.parseLong(arguments.get(1)));
      return Reply.DONE;
    }

    @Override
    public void onWake(long nowNanos, int timer) {
      woken.add("timer " + timer + " at " + nowNanos);
    }
  }
}
