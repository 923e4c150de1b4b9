// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.services.Network.MILLI;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.link.ImpairmentConfig;
import rani.node.NodeConfig.MenuEntry;

/** RDP in services, in virtual time, with the books checked after every event. */
class RdpFlowSimulation {
  private static final int FAR = Network.address(3);
  private static final ImpairmentConfig LOSSY =
      new ImpairmentConfig(10 * MILLI, 5 * MILLI, 0.01, 0.01, 0.01, 0.001);

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aThousandPacketsArriveWholeOverALossyRow(long seed) {
    Network network =
        row(LOSSY, Menus.sink(), Menus.bulk(FAR, "packets", 1000)).go(seed).runUntilDone();

    assertEquals(1000L, network.fact("n3", "sink", "messages.10.0.0.1"));
    assertEquals(1000L * (1000 - 38), network.fact("n3", "sink", "message-bytes"));
    assertEquals(1000L, network.fact("n1", "source", "acknowledged"));
    assertEquals(0L, network.fact("n1", "source", "failed"));
    assertTrue((Long) network.fact("n1", "source", "retransmitted") > 0, "some were lost");
    assertEquals(1, network.lines("note service=source event=closed", "reason=closed").size());
    assertEquals(0, heldBuffers(network));
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    List<List<String>> traces =
        LongStream.of(4, 4, 5)
            .mapToObj(seed -> row(LOSSY, Menus.sink(), Menus.bulk(FAR, "packets", 200)).go(seed))
            .map(network -> network.runUntilDone().trace)
            .toList();

    assertEquals(traces.get(0), traces.get(1));
    assertFalse(traces.get(0).equals(traces.get(2)));
  }

  private static Network row(ImpairmentConfig wire, MenuEntry sink, MenuEntry source) {
    return new Network()
        .node("n1", source)
        .node("n2")
        .node("n3", sink)
        .link("n1", "n2", wire)
        .link("n2", "n3", wire);
  }

  private static long heldBuffers(Network network) {
    return network.simulation().names().stream()
        .mapToLong(name -> network.simulation().node(name).heldBuffers())
        .sum();
  }
}
