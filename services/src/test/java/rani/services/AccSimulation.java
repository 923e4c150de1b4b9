// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.services.Network.MILLI;

import java.util.List;
import org.junit.jupiter.api.Test;
import rani.link.ImpairmentConfig;
import rani.node.NodeConfig.Beginning;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;

/**
 * Active Congestion Control as a whole (papers' ACC §3): n1 sends over r1 and r2 to n4; r2 lets 50
 * packets a second through and has room for 10, the way there and back takes 200 ms.
 */
class AccSimulation {
  private static final int SINK = Network.address(4);
  private static final ImpairmentConfig LONG = ImpairmentConfig.ofDelay(40 * MILLI);
  private static final ImpairmentConfig SHORT = ImpairmentConfig.ofDelay(20 * MILLI);

  @Test
  void inSlowStartTheWindowIsHalvedAndWhatShouldNotHaveBeenSentIsUnsent() {
    Network network = row(LONG, 100).go(1).runFor(1600 * MILLI);

    assertEquals(
        List.of(
            "3.250 r2 act kind=overflow epoch=0 phase=1 cwnd=24 new-cwnd=12 filter=24",
            "3.290 r1 start by=10.0.0.3",
            "3.290 r1 install epoch=0 cwnd=24 new-cwnd=12 amount=24",
            "3.310 n1 request epoch=0 cwnd=12 lost=1",
            "3.335 r1 end reason=changed discarded=5",
            "3.355 n1 request epoch=0 cwnd=12 lost=5"),
        story(network));
    assertEquals(1L, network.fact("n1", "source", "closes"));
    assertEquals(0L, network.fact("n1", "source", "fast-retransmits"));
    assertTrue(network.runUntilDone().lines("event=closed", "reason=closed").size() > 0);
    assertEquals(100L, network.fact("n4", "sink", "messages"));
  }

  private static MenuEntry onPacket() {
    MenuEntry filter = Menus.accFilter();
    return new MenuEntry(filter.provider(), filter.options(), Beginning.ON_PACKET);
  }

  /** {@code r1ToR2} is the wire between the routers. */
  private static Network row(ImpairmentConfig r1ToR2, int packets, Object... monitor) {
    return new Network()
        .node("n1", Menus.bulk(SINK, "packets", packets, "router-state", true))
        .node("r1", onPacket())
        .node("r2", Menus.accMonitor(monitor))
        .node("n4", Menus.sink("delayed-ack", 0L))
        .link("n1", "r1", SHORT)
        .link("r1", "r2", r1ToR2)
        .bottleneck("r2", "n4", Rate.packetsPerSecond(50), QueueConfig.dropTail(10), LONG);
  }

  /** What ACC did, in order: when, where, what, and of the details those that tell. */
  private static List<String> story(Network network) {
    return network.trace.stream()
        .filter(line -> line.contains("service=acc-") || line.contains("event=request "))
        .filter(line -> line.contains(" note "))
        .map(AccSimulation::told)
        .toList();
  }

  private static String told(String line) {
    String[] words = line.split(" ");
    StringBuilder told = new StringBuilder(words[0].substring(0, words[0].indexOf('.') + 4));
    told.append(' ').append(words[1]);
    for (String word : words) {
      String key = word.replaceFirst("=.*", "");
      if (key.equals("event")) {
        told.append(' ').append(word.substring(word.indexOf('=') + 1));
      } else if (TELLING.contains(key)) {
        told.append(' ').append(word);
      }
    }
    return told.toString();
  }

  private static final List<String> TELLING =
      List.of(
          "by",
          "kind",
          "epoch",
          "phase",
          "cwnd",
          "new-cwnd",
          "filter",
          "amount",
          "lost",
          "reason",
          "discarded",
          "to");
}
