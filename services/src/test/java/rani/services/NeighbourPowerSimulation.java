// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.services.lgc.ActiveFilter;
import rani.services.probe.Menus;
import rani.wire.Address;
import rani.wire.FlowKey;

/**
 * What a neighbour in good standing may do to others: the leaf p, 10.0.0.5, hangs on n1 of the row
 * n1, n2, n3, n4, and asks n1 for filters of what n3 sends.
 */
class NeighbourPowerSimulation {
  private static final int N1 = VirtualNetwork.address(1);
  private static final int N3 = VirtualNetwork.address(3);
  private static final int P = VirtualNetwork.address(5);

  private final Hostile hostile = new Hostile();
  private final VirtualNetwork network =
      new VirtualNetwork()
          .node("n1", Menus.ping(), Menus.activeFilter())
          .node("n2", Menus.ping(), Menus.activeFilter())
          .node("n3", Menus.ping(), Menus.activeFilter())
          .node("n4", Menus.ping(), Menus.activeFilter())
          .node("p", Menus.ping(), hostile.entry())
          .link("n1", "n2")
          .link("n2", "n3")
          .link("n3", "n4")
          .link("p", "n1")
          .go(1);

  @Test
  void aNodeThatSendsTheAskerNothingIsNotCutOff() {
    asks(1, FlowKey.ofSource(N3), P);

    assertEquals(List.of(3, 3, 3), answered("n3", 1, 2, 4));
    assertEquals(1L, network.fact("n1", "active-filter", "no-evidence"));
    assertEquals(1L, network.fact("n1", "active-filter", "refused"));
    assertEquals(0, network.lines(" filter change=").size());
  }

  @Test
  void oneWhoHadANodeAnswerCanEndWhatComesToHimselfAlone() {
    assertEquals(List.of(3), answered("p", 3));
    asks(1, FlowKey.ofSource(N3), P);

    assertEquals(List.of(3, 3, 3), answered("n3", 1, 2, 4));
    assertEquals(List.of(0), answered("n3", 5));
    assertEquals(List.of("n1", "n2"), whoFilters());
    assertEquals(1L, network.fact("n1", "active-filter", "propagated"));
  }

  @Test
  void aThousandFlowsThatAreMadeUpFilterNothing() {
    for (int id = 1; id <= 1000; id++) {
      asks(id, FlowKey.ofSource(Address.parse("10.1.0.0") + id), P);
    }
    network.runFor(SECOND);

    assertEquals(1000L, network.fact("n1", "active-filter", "no-evidence"));
    assertEquals(1000, network.lines("n1 drop reason=bad-message ").size());
    assertEquals(0, network.lines(" filter change=").size());
  }

  private void asks(int id, FlowKey flow, int destination) {
    ActiveFilter request = new ActiveFilter(id, flow, destination, 0);
    hostile.says(network.running().nowNanos(), N1, ServiceNumbers.ACTIVE_FILTER, request);
    network.runFor(100 * MILLI);
  }

  /** How many of three pings to each of these nodes are answered. */
  private List<Integer> answered(String from, int... nodes) {
    return IntStream.of(nodes)
        .mapToObj(
            node -> {
              String to = "10.0.0." + node;
              Object id =
                  network.tell(from, "ping", "start", to, "count=3", "interval=100ms").facts();
              network.runFor(5 * SECOND);
              String number = String.valueOf(id).replaceFirst(".*id=(\\d+).*", "$1");
              Object received =
                  network.tell(from, "ping", "show", number).facts().byKey().get("received");
              return (Integer) received;
            })
        .toList();
  }

  private List<String> whoFilters() {
    Stream<String> lines = network.lines(" filter change=install", " flow=10.0.0.3 ").stream();
    return lines.map(line -> line.split(" ")[1]).toList();
  }
}
