// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.SECOND;
import static rani.services.ShownSegment.flow;
import static rani.services.ShownSegment.shown;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.node.Command;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.rdp.segment.RouterState;
import rani.services.Requesters;
import rani.services.ServiceNumbers;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.services.ufc.UfcShaping;
import rani.wire.FlowKey;
import rani.wire.ServiceMessage;

/**
 * The node 10.0.0.2 in front of a bottleneck to 10.0.0.3: segments of 90 bytes come from 10.0.0.7
 * by 10.0.0.1 and go on to 10.0.0.9.
 */
class AbcdSplitterTest {
  private static final String SOURCE = "10.0.0.7";
  private static final String UPSTREAM = "10.0.0.1";
  private static final String MONITOR = "10.0.0.3";
  private static final String SINK = "10.0.0.9";
  private static final FlowKey CONNECTION = flow(SOURCE, 1, SINK);
  private static final String PIECE = "datagram to 10.0.0.3:6253";

  private OneNode node = before(Rate.UNLIMITED);

  private static OneNode before(Rate rate, Object... options) {
    OneNode node =
        new OneNode("10.0.0.2")
            .neighbour(UPSTREAM, SOURCE)
            .neighbour(MONITOR, SINK, "10.0.0.10")
            .neighbour("10.0.0.4")
            .neighbour("10.0.0.5")
            .menu(Menus.abcdSplitter(options))
            .queue(rate, QueueConfig.dropTail(10))
            .start();
    hasSent(node, SINK);
    return node;
  }

  private static void hasSent(OneNode node, String sink) {
    node.datagram(UP, SOURCE, sink);
    node.pass(SECOND);
    node.takeSent();
  }

  @AfterEach
  void nothingIsLost() {
    assertEquals(0L, node.fact("abcd-splitter", "failures"));
    node.stop();
  }

  @Test
  void untilItIsToldASizeEverythingPassesWhole() {
    comes(1);
    node.expect("segment 1");
  }

  @Test
  void whatIsLargerGoesInPieces() {
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 70));
    comes(1);
    assertPieces(3); // 34 bytes of each are the packet's
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 81));
    comes(2);
    assertPieces(2); // 45
    assertEquals(2L, node.fact("abcd-splitter", "split"));
    assertEquals(5L, node.fact("abcd-splitter", "pieces"));
    assertEquals(2, node.lines("service=abcd-splitter event=size").size());
  }

  @Test
  void whatIsSmallEnoughPassesWhole() {
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 114));
    comes(1);
    node.expect("segment 1");
    assertEquals(1L, node.fact("abcd-splitter", "whole"));
  }

  @Test
  void whatIsLargerIsShortenedAsItsTransmissionBegins() {
    node = before(Rate.packetsPerSecond(1), "mode", "shrink");
    comesAsMedia(1); // is in transmission already
    comesAsMedia(2);
    comesAsMedia(3);
    comes(4); // is no media
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 71));
    node.pass(3 * SECOND);

    node.expect("segment 1", "segment 2 of 70 B without 20", "segment 3 of 70 B without 20");
    assertEquals(2L, node.fact("abcd-splitter", "shortened"));
    assertEquals(40L, node.fact("abcd-splitter", "removed-bytes"));
    node.pass(SECOND);
    node.expect("segment 4");
  }

  @Test
  void aSegmentKeepsAtLeastAWordOfData() {
    node = before(Rate.packetsPerSecond(1), "mode", "shrink");
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 20));
    comesAsMedia(1);
    node.pass(SECOND);

    node.expect("segment 1 of 52 B without 38");
    comesAsMedia(2);
    node.pass(11 * SECOND); // such a size holds no longer
    comesAsMedia(3);
    node.pass(SECOND);
    node.expect("segment 2 of 52 B without 38", "segment 3");
  }

  @Test
  void otherConnectionsPassWhole() {
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 70));
    node.segment(0, SOURCE, SINK, shown(2, 1, 0, 7, 2));
    node.expect("segment 1");
  }

  @Test
  void theGreatestSizeEndsIt() {
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 70));
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 65_535));
    comes(1);
    node.expect("segment 1");
    assertEquals(0L, node.fact("abcd-splitter", "flows"));
  }

  @Test
  void aSizeHoldsForTenSecondsUnlessItIsSaidAgain() {
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 70));
    node.pass(9 * SECOND);
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 70));
    node.pass(9 * SECOND);
    comes(1);
    assertPieces(3);
    node.pass(SECOND + 1);
    comes(2);
    node.expect("segment 2");
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 70));
    comes(3);
    assertPieces(3);
    assertEquals(1L, node.fact("abcd-splitter", "flows"));
  }

  private static final int AT_BOTTLENECK = 1;
  private static final int UP = 0;

  @ParameterizedTest
  @CsvSource({
    // by,         from,     source,   sink,     protocol
    "0, 10.0.0.1, 10.0.0.7, 10.0.0.9, 27", // not by the link that the connection leaves by
    "1, 10.0.0.9, 10.0.0.7, 10.0.0.9, 27", // not the neighbour
    "1, 10.0.0.3, 10.0.0.9, 10.0.0.7, 27", // the other way round
    "1, 10.0.0.3, 10.0.0.9, 10.0.0.3, 27", // comes by that link as well
    "1, 10.0.0.3, 10.0.0.7, 10.0.0.9, 17", // no connection
    "1, 10.0.0.3, 10.0.0.77, 10.0.0.9, 27", // from nowhere
  })
  void whoMayNotSayIsRefused(int by, String from, String source, String sink, long protocol) {
    FlowKey flow = new FlowKey(flow(source, 1, sink).high(), protocol << 32 | 1 << 16 | 7000);
    node.message(by, from, ServiceNumbers.ABCD_SPLITTER, new AbcdSize(flow, 70));
    assertEquals(1L, node.fact("abcd-splitter", "refused"));
    assertEquals(0L, node.fact("abcd-splitter", "flows"));
    comes(1);
    node.expect("segment 1");
  }

  @Test
  void anotherMessageIsRefused() {
    says(AT_BOTTLENECK, new UfcShaping(CONNECTION, 1, 1, 1));
    assertEquals(1L, node.fact("abcd-splitter", "refused"));
  }

  @Test
  void thereIsRoomForSoManyConnections() {
    hasSent(node, "10.0.0.4");
    hasSent(node, "10.0.0.5");
    for (int port = 1; port <= Requesters.FLOWS_MAX + 10; port++) {
      says(AT_BOTTLENECK, new AbcdSize(flow(SOURCE, port, SINK), 70));
    }
    assertEquals(10L, node.fact("abcd-splitter", "too-many"), "one neighbour has half of it");
    for (int port = 1; port <= Requesters.FLOWS_MAX; port++) {
      says(2, "10.0.0.4", new AbcdSize(flow(SOURCE, port, "10.0.0.4"), 70));
    }
    assertEquals((long) AbcdSplitter.FLOWS_MAX, node.fact("abcd-splitter", "flows"));
    says(3, "10.0.0.5", new AbcdSize(flow(SOURCE, 1, "10.0.0.5"), 70));
    assertEquals(1L, node.fact("abcd-splitter", "no-room"));

    node.pass(11 * SECOND);
    hasSent(node, SINK);
    says(AT_BOTTLENECK, new AbcdSize(flow(SOURCE, 9999, SINK), 70));
    assertEquals(1L, node.fact("abcd-splitter", "no-room"));
    assertEquals(1L, node.fact("abcd-splitter", "flows"));
  }

  @Test
  void aSizeTakenBackMakesRoomForAnother() {
    for (int port = 1; port <= Requesters.FLOWS_MAX; port++) {
      says(AT_BOTTLENECK, new AbcdSize(flow(SOURCE, port, SINK), 70));
    }
    says(AT_BOTTLENECK, new AbcdSize(flow(SOURCE, 1, SINK), 65_535));
    says(AT_BOTTLENECK, new AbcdSize(flow(SOURCE, 9999, SINK), 70));
    says(AT_BOTTLENECK, new AbcdSize(flow(SOURCE, 9998, SINK), 70));
    assertEquals((long) Requesters.FLOWS_MAX, node.fact("abcd-splitter", "flows"));
    assertEquals(1L, node.fact("abcd-splitter", "too-many"));
  }

  @Test
  void aConnectionThatWasNotForwardedIsNotSplit() {
    says(AT_BOTTLENECK, new AbcdSize(flow(SOURCE, 1, "10.0.0.10"), 70));
    says(AT_BOTTLENECK, new AbcdSize(flow(SOURCE, 1, MONITOR), 70)); // the asker itself
    assertEquals(2L, node.fact("abcd-splitter", "no-evidence"));
    assertEquals(2L, node.fact("abcd-splitter", "refused"));
    assertEquals(0L, node.fact("abcd-splitter", "flows"));
  }

  @Test
  void itShowsWhatItSplits() {
    says(AT_BOTTLENECK, new AbcdSize(CONNECTION, 70));
    comes(1);
    node.takeSent();
    var reply =
        node.node().handle(node.nowNanos(), new Command.Tell("abcd-splitter", "show", List.of()));
    assertEquals(
        "{flows=[{flow=10.0.0.7:1>10.0.0.9:7000/27, bytes=70, split=1, left-seconds=10.0}]}",
        reply.facts().byKey().toString());
  }

  private void says(int link, ServiceMessage message) {
    says(link, link == UP ? UPSTREAM : MONITOR, message);
  }

  private void says(int link, String neighbour, ServiceMessage message) {
    node.message(link, neighbour, ServiceNumbers.ABCD_SPLITTER, message);
  }

  private void comes(int sequence) {
    node.segment(UP, SOURCE, SINK, shown(1, sequence, 0, 7, 2));
  }

  private void comesAsMedia(int sequence) {
    RouterState media = new RouterState(RouterState.MEDIA, 2, 0, 7, 9, 400, 0);
    node.segment(UP, SOURCE, SINK, shown(1, sequence, media));
  }

  private void assertPieces(int count) {
    List<String> sent = node.takeSent();
    assertEquals(count, sent.size());
    assertTrue(sent.stream().allMatch(one -> one.startsWith(PIECE)), sent::toString);
  }
}
