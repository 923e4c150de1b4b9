// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
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
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.services.ufc.UfcCongestion;
import rani.services.ufc.UfcShaping;
import rani.wire.FlowKey;
import rani.wire.ServiceMessage;

/**
 * Whatever comes and is reported in whatever order, nothing fails, is lost, or leaves its range.
 */
class UfcFuzz {
  private static final String SOURCE = "10.0.0.7";
  private static final String SINK = "10.0.0.9";
  private static final long CIR = 100_000;

  /** Something that happens at the node. */
  @FunctionalInterface
  interface Event {
    void at(OneNode node);
  }

  @Property(tries = 300)
  void nothingFailsAndNothingIsLost(@ForAll @Size(max = 40) List<@From("events") Event> events) {
    GivenOptions profile = Menus.options("from", 0x0A000007, "cir", Rate.bitsPerSecond(CIR));
    OneNode node =
        new OneNode("10.0.0.2")
            .neighbour("10.0.0.1", SOURCE)
            .neighbour("10.0.0.3", SINK)
            .menu(Menus.ufcCore(), Menus.ufcEdge(profile))
            .queue(Rate.packetsPerSecond(100), QueueConfig.dropTail(2))
            .start();
    for (Event event : events) {
      event.at(node);
      List<?> profiles = (List<?>) node.fact("ufc-edge", "profiles");
      Object adjusted = ((Map<?, ?>) profiles.getFirst()).get("adjusted-bits-per-second");
      assertTrue(adjusted instanceof Long rate && rate >= 0 && rate <= CIR, () -> "" + adjusted);
    }
    for (String service : List.of("ufc-core", "ufc-edge")) {
      assertEquals(0L, node.fact(service, "failures"));
    }
    node.close();
  }

  @Provide
  Arbitrary<Event> events() {
    return Arbitraries.oneOf(packets(), packets(), reports(), times());
  }

  private static Arbitrary<Event> packets() {
    return Combinators.combine(
            Arbitraries.of(1, 2), Arbitraries.of(0, 10, 12, 14, 46), Arbitraries.of(1, 3, 40))
        .as(
            (port, dscp, count) ->
                node -> {
                  for (int packet = 0; packet < count; packet++) {
                    node.datagram(0, SOURCE, port, SINK, dscp);
                  }
                });
  }

  private static Arbitrary<Event> reports() {
    Arbitrary<Integer> some = Arbitraries.of(1, 2, 17, 65_535);
    return Combinators.combine(
            Arbitraries.of(1, 2, 3),
            some,
            some,
            Arbitraries.of(0L, 1L, 1_000_000L, Long.MAX_VALUE),
            Arbitraries.of(0, 1),
            Arbitraries.of(true, false))
        .as(
            (port, id, count, bandwidth, link, congestion) -> {
              FlowKey flow = new FlowKey(0x0A000007_0A000009L, 17L << 32 | (long) port << 16 | 2);
              ServiceMessage report =
                  congestion
                      ? new UfcCongestion(flow, id, count, 500, bandwidth)
                      : new UfcShaping(flow, id, count, 500);
              return node ->
                  node.passingMessage(link, "10.0.0.5", SOURCE, ServiceNumbers.UFC_EDGE, report);
            });
  }

  private static Arbitrary<Event> times() {
    return Arbitraries.of(1, 30, 900, 5000).map(millis -> node -> node.pass(millis * Nanos.MILLI));
  }
}
