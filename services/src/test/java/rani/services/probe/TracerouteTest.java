// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.Nanos;
import rani.fixture.VirtualNetwork;
import rani.node.NodeConfig.MenuEntry;
import rani.world.Reply;

class TracerouteTest {
  /** n1 - n2 - n3 - n4: every link 200 packets a second and one millisecond. */
  private static VirtualNetwork line(MenuEntry[] second, MenuEntry[] third, MenuEntry... first) {
    return new VirtualNetwork()
        .node("n1", with(first))
        .node("n2", second)
        .node("n3", third)
        .node("n4", Menus.traceroute(), Menus.sink())
        .link("n1", "n2")
        .link("n2", "n3")
        .link("n3", "n4")
        .go(1);
  }

  private static MenuEntry[] with(MenuEntry... others) {
    MenuEntry[] menu = new MenuEntry[others.length + 1];
    menu[0] = Menus.traceroute();
    System.arraycopy(others, 0, menu, 1, others.length);
    return menu;
  }

  private static SequencedMap<String, Object> traced(VirtualNetwork network, String... words) {
    assertTrue(network.tell("n1", "traceroute", "start", words).ok());
    network.runFor(3 * SECOND);
    return network.tell("n1", "traceroute", "show", "1").facts().byKey();
  }

  @SuppressWarnings("unchecked") // the facts of a hop are such a map
  private static List<Map<String, Object>> hops(SequencedMap<String, Object> trace) {
    return (List<Map<String, Object>>) trace.getOrDefault("hops", List.of());
  }

  private static List<Object> column(SequencedMap<String, Object> trace, String name) {
    return hops(trace).stream().map(hop -> hop.getOrDefault(name, "-")).toList();
  }

  @Test
  void everyNodeWritesOnTheWayThereAndBack() {
    SequencedMap<String, Object> trace = traced(line(with(), with()), "10.0.0.4");

    assertEquals(true, trace.get("reached"));
    assertEquals(0.036, trace.get("rtt-seconds"));
    assertEquals(0, trace.get("silent"));
    assertEquals(
        List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.3", "10.0.0.2"),
        column(trace, "node"));
    assertEquals(List.of("there", "there", "there", "there", "back", "back"), column(trace, "way"));
    assertEquals(
        List.of(0.005, 0.005, 0.005, 0.005, 0.005, 0.005), column(trace, "residence-seconds"));
    assertEquals(
        List.of(0.006, 0.006, 0.006, 0.006, 0.006, 0.006), column(trace, "onward-seconds"));
    assertEquals(9.988, hops(trace).get(2).get("lifetime-seconds"));
  }

  @Test
  void nodesWithoutItAreCountedBetweenTheOthers() {
    SequencedMap<String, Object> trace =
        traced(line(new MenuEntry[0], new MenuEntry[0]), "10.0.0.4");

    assertEquals(List.of("10.0.0.1", "10.0.0.4"), column(trace, "node"));
    assertEquals(List.of(0, 2), column(trace, "silent-before"));
    assertEquals(4, trace.get("silent"));
    assertEquals(List.of("-", "-"), column(trace, "residence-seconds"), "no one knows");
    assertEquals(List.of(0.018, 0.018), column(trace, "onward-seconds"));
  }

  @Test
  void aQueueAndTheWaitInItAreSeen() {
    VirtualNetwork network =
        line(with(Menus.bursts(VirtualNetwork.address(4), "packets", 20)), with());
    network.runFor(Nanos.MILLI);
    SequencedMap<String, Object> trace = traced(network, "10.0.0.4");

    Map<String, Object> second = hops(trace).get(1);
    assertEquals(18L, second.get("queue-frames"), "at 6 ms one has gone and one is being sent");
    assertEquals(0.098, second.get("residence-seconds"));
    assertEquals(0L, hops(trace).get(2).get("queue-frames"), "n3 is as fast as n2");
  }

  @Test
  void aFilterStopsWhatGoesThroughAndIsTurnedUpByWhatGoesBeside() {
    VirtualNetwork network = line(with(Menus.activeFilter()), with(), Menus.activeFilter());
    network
        .running()
        .node("n2")
        .rules(new rani.world.LinkId(0))
        .filter(2 * SECOND, rani.wire.FlowKey.ofSource(VirtualNetwork.address(1)), 100 * SECOND);
    SequencedMap<String, Object> through = traced(network, "10.0.0.4");
    assertEquals(true, through.get("done"));
    assertEquals(false, through.get("reached"));
    assertEquals(1L, network.fact("n1", "traceroute", "lost"));

    network.tell("n1", "traceroute", "start", "10.0.0.4", "beside");
    network.runFor(SECOND);
    SequencedMap<String, Object> beside =
        network.tell("n1", "traceroute", "show", "2").facts().byKey();
    assertEquals(true, beside.get("reached"));
    assertEquals(List.of("-", true, false, false, false, false), column(beside, "caught"));
    assertEquals(1, hops(beside).get(1).get("rules"));
  }

  @Test
  void recordsBeyondTheRoomAreCountedAndThePacketDoesNotGrow() {
    VirtualNetwork network = line(with(), with());
    SequencedMap<String, Object> trace = traced(network, "10.0.0.4", "records=2");

    assertEquals(List.of("10.0.0.1", "10.0.0.2"), column(trace, "node"));
    assertEquals(4, trace.get("left-out"));
    int length = 28 + HopRecords.length(2);
    assertEquals(6, network.lines(" departure ", " len=" + length + " ", " service=7").size());
  }

  @Test
  void aNodeTracesItself() {
    SequencedMap<String, Object> trace = traced(line(with(), with()), "10.0.0.1");

    assertEquals(true, trace.get("reached"));
    assertEquals(0, trace.get("silent"));
  }

  @Test
  void anAnswerThatNobodyWaitsForAnyMoreIsLate() {
    VirtualNetwork network = line(with(), with());
    SequencedMap<String, Object> trace = traced(network, "10.0.0.4", "timeout=10ms");

    assertEquals(false, trace.get("reached"));
    assertNull(trace.get("hops"));
    assertEquals(1L, network.fact("n1", "traceroute", "late"));
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.9,there is no way to 10.0.0.9", "10.0.0.4 records=1,records is 2…64"})
  void whatCannotBeIsRefused(String words, String message) {
    VirtualNetwork network = line(with(), with());
    Reply reply = network.tell("n1", "traceroute", "start", words.split(" "));

    assertFalse(reply.ok());
    assertTrue(reply.message().startsWith(message), reply::message);
    assertEquals(0, network.fact("n1", "traceroute", "started"));
  }
}
