// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import org.junit.jupiter.api.Test;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.services.probe.Menus;

/**
 * Congestion control by available bandwidth as a whole (papers' ABCD §4.1): n1 sends over r1, r2
 * and r3 to n5; from r2 to r3 there is 1 Mbit/s, and a queue for 20 packets, which c shares with
 * 600 kbit/s that answer nothing. The books are checked after every event.
 */
class AbcdSimulation {
  private static final int SINK = VirtualNetwork.address(5);
  private static final ImpairmentConfig LONG = ImpairmentConfig.ofDelay(40 * MILLI);
  private static final ImpairmentConfig SHORT = ImpairmentConfig.ofDelay(5 * MILLI);
  private static final Rate CAPACITY = Rate.bitsPerSecond(1e6);

  private static MenuEntry bulk(Object... more) {
    Object[] all = {"size", 1000L, "router-state", true};
    Object[] options = new Object[all.length + more.length];
    System.arraycopy(all, 0, options, 0, all.length);
    System.arraycopy(more, 0, options, all.length, more.length);
    return Menus.bulk(SINK, options);
  }

  private static VirtualNetwork row(MenuEntry source, MenuEntry atR2, MenuEntry atR3) {
    return new VirtualNetwork()
        .node("n1", source)
        .node("r1")
        .node("r2", atR2)
        .node("r3", atR3)
        .node("n5", Menus.sink())
        .node(
            "c",
            Menus.cbr(SINK, "packets", 100_000, "rate", Rate.bitsPerSecond(600_000), "size", 1000L))
        .link("n1", "r1", SHORT)
        .link("r1", "r2", LONG)
        .bottleneck("r2", "r3", CAPACITY, QueueConfig.dropTail(20), SHORT)
        .link("r3", "n5", SHORT)
        .link("c", "r2", SHORT);
  }

  private static MenuEntry monitor(Object... more) {
    Object[] all = {"capacity", CAPACITY, "via", VirtualNetwork.address(3)};
    Object[] options = new Object[all.length + more.length];
    System.arraycopy(all, 0, options, 0, all.length);
    System.arraycopy(more, 0, options, all.length, more.length);
    return Menus.abcdMonitor(options);
  }

  private static long count(VirtualNetwork network, String node, String service, String fact) {
    return (Long) network.fact(node, service, fact);
  }

  private static long drops(VirtualNetwork network) {
    return network.lines("r2 drop").size();
  }

  @Test
  void theSenderMakesSmallerSegmentsAtASmallerRateAndLessIsLost() {
    MenuEntry source = bulk("packets", 1000, "send-ahead", 2);
    VirtualNetwork without =
        row(source, Menus.abcdSplitter(), monitor("control", false)).go(1).runFor(20 * SECOND);
    VirtualNetwork with = row(source, Menus.abcdSplitter(), monitor()).go(1).runFor(20 * SECOND);

    assertTrue(drops(without) > 10, drops(without) + " without");
    assertTrue(drops(with) < drops(without) / 2, drops(with) + " with");
    assertEquals(0, count(without, "n1", "source", "pace-requests-taken"));
    assertTrue(count(with, "n1", "source", "pace-requests-taken") > 10);
    List<String> followed = with.lines("n1 note", "event=pace");
    assertTrue(followed.getFirst().contains(" bytes=800 "), followed.getFirst());
    assertTrue(followed.stream().anyMatch(f -> f.contains(" bytes=200 ")), followed::toString);
    double size = (double) with.fact("r3", "abcd-monitor", "packet-mean-bytes");
    assertTrue(size < 500, size + " bytes in the mean");
    assertEquals(1000, count(with, "n1", "source", "acknowledged"));
  }

  @Test
  void mediaArriveShorterAndAreSentOnce() {
    MenuEntry source = bulk("packets", 1000, "send-ahead", 2, "media", true);
    MenuEntry atR2 = Menus.abcdSplitter("mode", "shrink");
    VirtualNetwork alone = row(source, atR2, monitor("split", true, "sender", "nothing")).go(1);
    alone.runFor(30 * SECOND);
    VirtualNetwork network = row(source, atR2, monitor("split", true, "sender", "rate")).go(1);
    network.runFor(30 * SECOND);

    assertEquals(0, count(alone, "n1", "source", "pace-requests-taken"));
    assertTrue(count(network, "n1", "source", "pace-requests-taken") > 10);
    VirtualNetwork without = row(source, atR2, monitor("control", false)).go(1).runFor(30 * SECOND);
    assertTrue(drops(without) > 10, drops(without) + " without");
    assertTrue(drops(alone) < drops(without) / 2, drops(alone) + " by the router alone");
    assertTrue(drops(network) < drops(without) / 2, drops(network) + " with the sender");
    for (VirtualNetwork one : List.of(alone, network)) {
      long shortened = count(one, "r2", "abcd-splitter", "shortened");
      long removed = count(one, "r2", "abcd-splitter", "removed-bytes");
      assertTrue(shortened > 100, shortened + " shortened");
      long lost = 1000 * 950 - count(one, "n5", "sink", "message-bytes");
      assertEquals(1000, count(one, "n1", "source", "acknowledged"));
      assertEquals(1000, count(one, "n5", "sink", "messages"));
      assertTrue(lost > 0 && lost <= removed, lost + " of " + removed + " bytes are missing");
      String rdp = String.valueOf(one.fact("n5", "sink", "rdp"));
      assertTrue(rdp.contains("missing-bytes=" + lost), rdp);
    }
  }

  @Test
  void whatWasHandedOverBeforeGoesInPiecesAndArrives() {
    VirtualNetwork network =
        row(bulk("packets", 100), Menus.abcdSplitter(), monitor("split", true)).go(1);
    network.runFor(10 * SECOND);
    long split = count(network, "r2", "abcd-splitter", "split");
    long joined = count(network, "r3", "abcd-monitor", "joined");
    assertTrue(split > 50, split + " split");
    assertTrue(joined > 50, joined + " joined");
    assertEquals(0, count(network, "r3", "abcd-monitor", "pieces-refused"));
    network.runFor(100 * SECOND);
    assertEquals(100, count(network, "n1", "source", "acknowledged"));
  }
}
