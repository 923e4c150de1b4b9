// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import rani.fixture.Nanos;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.rdp.segment.RouterState;
import rani.services.acc.AccFilter;
import rani.services.acc.AccFilterStands;
import rani.services.acc.UnsendingFilter;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;

/** Whatever monitors, filters and connections say in whatever order, nothing fails or is lost. */
class AccFuzz {
  private static final String SOURCE = "10.0.0.7";
  private static final String SINK = "10.0.0.9";

  /** Something that happens at the node. */
  @FunctionalInterface
  interface Event {
    void at(OneNode node);
  }

  @Property(tries = 300)
  void nothingFailsAndNothingIsLost(@ForAll @Size(max = 40) List<@From("events") Event> events) {
    OneNode node =
        new OneNode("10.0.0.2")
            .neighbour("10.0.0.1", SOURCE)
            .neighbour("10.0.0.3", SINK)
            .menu(Menus.accMonitor("suppress", true), Menus.accFilter())
            .queue(Rate.packetsPerSecond(100), QueueConfig.dropTail(2))
            .start();
    for (Event event : events) {
      event.at(node);
      assertTrue((Long) node.fact("acc-filter", "standing") <= 2, "one for each connection");
    }
    node.pass(UnsendingFilter.STANDS_NANOS_MAX);

    assertEquals(0L, node.fact("acc-filter", "standing"));
    for (String service : List.of("acc-monitor", "acc-filter")) {
      assertEquals(0L, node.fact(service, "failures"));
    }
    node.close();
  }

  @Provide
  Arbitrary<Event> events() {
    return Arbitraries.oneOf(segments(), segments(), requests(), words(), times());
  }

  private static Arbitrary<Integer> numbers() {
    return Arbitraries.of(0, 1, 2, 3, 17, 400, 4096, 65_535);
  }

  private static Arbitrary<Integer> ports() {
    return Arbitraries.of(1, 2);
  }

  private static Arbitrary<Event> segments() {
    Arbitrary<RouterState> states =
        Combinators.combine(
                Arbitraries.of(0, 0, 0, 1, 2, 7),
                Arbitraries.of(0, 1, 2, 3, 4, 5, 6, 7, 255),
                numbers(),
                numbers(),
                numbers())
            .as(
                (flags, phase, epoch, cwnd, srtt) ->
                    new RouterState(flags, phase, epoch, cwnd, 9, srtt, 0));
    return Combinators.combine(ports(), Arbitraries.integers(), states)
        .as(
            (port, sequence, state) ->
                node -> node.segment(0, SOURCE, SINK, ShownSegment.shown(port, sequence, state)));
  }

  private static Arbitrary<Event> requests() {
    Arbitrary<Integer> some = Arbitraries.of(1, 2, 17, 4096, 65_535);
    return Combinators.combine(ports(), numbers(), some, some, numbers(), Arbitraries.of(1, 1, 2))
        .as(
            (port, epoch, amount, cwnd, srtt, hops) ->
                node ->
                    node.message(
                        1,
                        "10.0.0.3",
                        ServiceNumbers.ACC_FILTER,
                        new AccFilter(
                            ShownSegment.flow(SOURCE, port, SINK),
                            epoch,
                            amount,
                            2,
                            cwnd,
                            9,
                            (cwnd + 1) / 2,
                            2,
                            srtt,
                            hops,
                            hops == 1)));
  }

  private static Arbitrary<Event> words() {
    return Combinators.combine(ports(), numbers(), Arbitraries.of(true, false))
        .as(
            (port, epoch, upstream) ->
                node ->
                    node.message(
                        upstream ? 0 : 1,
                        upstream ? "10.0.0.1" : "10.0.0.3",
                        ServiceNumbers.ACC_FILTER,
                        new AccFilterStands(
                            ShownSegment.flow(SOURCE, port, SINK), epoch, upstream)));
  }

  private static Arbitrary<Event> times() {
    return Arbitraries.of(1, 30, 900, 5000).map(millis -> node -> node.pass(millis * Nanos.MILLI));
  }
}
