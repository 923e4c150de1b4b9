// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.node.Command;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.services.ShownSegment;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;

/**
 * The node 10.0.0.3 with a queue of 8 bit/s, which takes 128 s for a packet, and one has room in,
 * so that the third packet and all after it are dropped. They come from 10.0.0.7 for 10.0.0.9.
 */
class UfcCoreTest {
  private static final String SOURCE = "10.0.0.7";
  private static final String SINK = "10.0.0.9";
  private static final int AF11 = 10;

  private OneNode node = congested();

  private static OneNode congested(Object... options) {
    OneNode node =
        new OneNode("10.0.0.3")
            .neighbour("10.0.0.2", SOURCE)
            .neighbour("10.0.0.4", SINK)
            .menu(Menus.ufcCore(options))
            .queue(Rate.bitsPerSecond(8), QueueConfig.dropTail(1))
            .start();
    node.datagram(0, "10.0.0.8", SINK);
    node.datagram(0, "10.0.0.8", SINK);
    return node;
  }

  @AfterEach
  void nothingIsLost() {
    assertEquals(0L, node.fact("ufc-core", "failures"));
    node.stop();
  }

  /** What has been reported, without the ids. */
  private List<String> reports() {
    return node.takeSent().stream().map(line -> line.replaceFirst("id=-?[0-9]+, ", "")).toList();
  }

  private static String report(int port, int count) {
    return "UfcCongestion[flow=10.0.0.7:"
        + port
        + ">10.0.0.9:2/17, count="
        + count
        + ", intervalMillis=500, bitsPerSecond=8] to 10.0.0.7";
  }

  @Test
  void dropsOfTheLowestPrecedenceAreReportedByFlowAtTheEndOfTheInterval() {
    for (int port : List.of(1, 2, 1)) {
      node.datagram(0, SOURCE, port, SINK, AF11);
    }
    node.pass(500 * MILLI - 1);
    assertEquals(List.of(), reports());
    node.pass(1);
    assertEquals(List.of(report(1, 2), report(2, 1)), reports());
    assertEquals(1, node.lines("event=report drops=3 flows=2").size());

    node.pass(10_000 * MILLI);
    assertEquals(List.of(), reports(), "nothing is said of nothing");
    node.datagram(0, SOURCE, 2, SINK, 34);
    node.pass(500 * MILLI);
    assertEquals(List.of(report(2, 1)), reports(), "every class has a lowest precedence");
    assertEquals(4L, node.fact("ufc-core", "drops"));
    assertEquals(3L, node.fact("ufc-core", "reports"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 12, 14, 46, 8})
  void whatWasPromisedLessTellsNothing(int dscp) {
    node.datagram(0, SOURCE, 1, SINK, dscp);
    node.pass(500 * MILLI);

    assertEquals(List.of(), reports());
    assertEquals(1L, node.fact("ufc-core", "others"));
  }

  @Test
  void whoAnswersLossesIsNotReported() {
    node.segment(0, SOURCE, SINK, ShownSegment.shown(1, 50, null));
    node.pass(500 * MILLI);

    assertEquals(List.of(), reports());
    assertEquals(1L, node.fact("ufc-core", "others"));
  }

  @Test
  void fewerThanTheThresholdAreNotReported() {
    node = congested("threshold", 3, "interval", 100 * MILLI);
    node.datagram(0, SOURCE, 1, SINK, AF11);
    node.datagram(0, SOURCE, 2, SINK, AF11);
    node.pass(100 * MILLI);
    assertEquals(List.of(), reports());
    assertEquals(1L, node.fact("ufc-core", "below-threshold"));

    for (int port = 1; port <= 3; port++) {
      node.datagram(0, SOURCE, port, SINK, AF11);
    }
    node.pass(100 * MILLI);
    assertEquals(3, reports().size(), "one interval's are not added to the next one's");
  }

  @Test
  void moreFlowsThanThereIsRoomForAreCounted() {
    for (int port = 1; port <= DropCounts.FLOWS_MAX + 10; port++) {
      node.datagram(0, SOURCE, port, SINK, AF11);
    }
    node.datagram(0, SOURCE, 1, SINK, AF11);

    assertEquals((long) DropCounts.FLOWS_MAX, node.fact("ufc-core", "flows"));
    assertEquals(10L, node.fact("ufc-core", "beyond"));
  }

  @Test
  void theConsoleShowsTheLastReports() {
    node.datagram(0, SOURCE, 1, SINK, AF11);
    node.pass(500 * MILLI);
    node.takeSent();
    Command show = new Command.Tell("ufc-core", "show", List.of());
    assertEquals(
        "{reports=[{flow=10.0.0.7:1>10.0.0.9:2/17, towards=10.0.0.7, drops=1,"
            + " interval-seconds=0.5, bandwidth-bits-per-second=8}]}",
        node.node().handle(node.nowNanos(), show).facts().byKey().toString());
    Command other = new Command.Tell("ufc-core", "hide", List.of());
    String refused = String.valueOf(node.node().handle(node.nowNanos(), other));
    assertTrue(refused.contains("ufc-core has no verb `hide`; it has show"), refused);
  }
}
