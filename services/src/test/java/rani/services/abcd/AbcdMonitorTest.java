// SPDX-License-Identifier: Apache-2.0
package rani.services.abcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;
import static rani.services.ShownSegment.shown;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import rani.node.Command;
import rani.queue.Rate;
import rani.services.GivenOptions;
import rani.services.probe.Menus;
import rani.services.traffic.OneNode;
import rani.wire.Address;

/**
 * The node 10.0.0.3 behind a bottleneck of 100 kbit/s, with steps of 10 bytes for 10 kbit/s below
 * 50 kbit/s: a connection's segments of 90 bytes come from 10.0.0.7 by 10.0.0.2.
 */
class AbcdMonitorTest {
  private static final String SOURCE = "10.0.0.7";
  private static final String UPSTREAM = "10.0.0.2";
  private static final String SINK = "10.0.0.9";
  private static final int SEGMENT_BITS = 8 * 90;

  private OneNode node = watching();
  private int sequence;

  private static OneNode watching(Object... more) {
    Object[] options = {
      "capacity",
      kilobits(100),
      "via",
      Address.parse(UPSTREAM),
      "packet",
      90,
      "packet-min",
      64,
      "step",
      10,
      "threshold",
      kilobits(50),
      "per",
      kilobits(10)
    };
    Object[] all = new Object[options.length + more.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    return new OneNode("10.0.0.3")
        .neighbour(UPSTREAM, SOURCE)
        .neighbour("10.0.0.4", SINK)
        .menu(Menus.abcdMonitor(all))
        .start();
  }

  @AfterEach
  void nothingIsLost() {
    assertEquals(0L, node.fact("abcd-monitor", "failures"));
    node.stop();
  }

  @Test
  void whileEnoughIsLeftNobodyIsToldAnything() {
    comes(30, SEGMENT_BITS / 45e3);
    assertEquals(List.of(), paces());
    assertEquals(10L, node.fact("abcd-monitor", "triplets"));
    assertEquals(45e3, (double) node.fact("abcd-monitor", "triplet-mean-bits-per-second"), 10);
    assertEquals(90.0, node.fact("abcd-monitor", "packet-mean-bytes"));
    assertEquals(7.0, node.fact("abcd-monitor", "window-mean-packets"));
  }

  @Test
  void whenLittleIsLeftTheSenderIsToldSizeAndRate() {
    comes(90, SEGMENT_BITS / 65e3); // leaves 35 kbit/s
    List<String> told = paces();
    assertEquals("bytes=80", told.getFirst().split(" ")[2]);
    // A second step would be at 30 kbit/s; the rate is 80 of 90 bytes every spacing, in the end.
    assertEquals("bytes=80", told.getLast().split(" ")[2]);
    assertEquals(65e3 * 80 / 90, rate(told.getLast()), 4e3);
  }

  @Test
  void whenThereIsRoomAgainTheSenderIsLetGoStepByStep() {
    comes(90, SEGMENT_BITS / 85e3); // leaves 15 kbit/s: three steps, but for the least size
    assertEquals("bytes=64", paces().getLast().split(" ")[2]);
    comes(60, SEGMENT_BITS / 20e3);
    List<String> told = paces();
    assertEquals(
        "bytes=74",
        told.stream().filter(t -> !t.contains("=64 ")).findFirst().orElseThrow().split(" ")[2]);
    assertEquals(
        "bytes=65535 rate=0", told.getLast().replaceFirst(".*(bytes=\\S+ rate=\\S+).*", "$1"));
  }

  @Test
  void theRateIsScaledToTheNewSizeWhereThatIsLargerToo() {
    node.stop();
    node = watching("packet", 120);
    comes(240, SEGMENT_BITS / 65e3); // packets may have 110 bytes, as many of them as now
    String told = paces().getLast();
    assertEquals("bytes=110", told.split(" ")[2]);
    assertEquals(65e3 * 110 / 90, rate(told), 4e3);
  }

  @Test
  void theTripletsOwnRateMayDecideInstead() {
    node.stop();
    node = watching("estimator", "triplet");
    comes(30, SEGMENT_BITS / 35e3);
    assertEquals("bytes=80", paces().getLast().split(" ")[2]);
  }

  @Test
  void whoShowsNoStateIsMeasuredAndLeftAlone() {
    for (int i = 0; i < 30; i++) {
      node.pass(10 * MILLI);
      node.datagram(0, SOURCE, SINK);
    }
    assertEquals(List.of(), paces());
    assertEquals(10L, node.fact("abcd-monitor", "triplets"));
    assertEquals(10L, node.fact("abcd-monitor", "others"));
  }

  @Test
  void withoutControlNobodyIsTold() {
    node.stop();
    node = watching("control", false);
    comes(90, SEGMENT_BITS / 85e3);
    assertEquals(List.of(), paces());
  }

  @Test
  void itShowsItsFlows() {
    comes(90, SEGMENT_BITS / 65e3);
    var reply =
        node.node().handle(node.nowNanos(), new Command.Tell("abcd-monitor", "show", List.of()));
    assertTrue(reply.facts().byKey().get("flows") instanceof List<?> flows && flows.size() == 1);
  }

  @Test
  void whatABottleneckOfUnknownRateHasLeftIsNotKnownAndNobodyIsTold() {
    node.stop();
    node =
        new OneNode("10.0.0.3")
            .neighbour(UPSTREAM, SOURCE)
            .neighbour("10.0.0.4", SINK)
            .menu(Menus.abcdMonitor())
            .start();
    comes(90, SEGMENT_BITS / 85e3);
    assertEquals(List.of(), paces());
    assertEquals(30L, node.fact("abcd-monitor", "triplets"));
  }

  @Test
  void aRateInPacketsIsNone() {
    GivenOptions options = GivenOptions.of(Map.of("capacity", Rate.packetsPerSecond(10)));
    var refused =
        assertThrows(
            IllegalArgumentException.class, () -> new AbcdMonitor.Provider().create(options));
    assertEquals("capacity is a rate in bits, such as 500kbit/s", refused.getMessage());
  }

  /** So many segments, evenly spaced. */
  private void comes(int count, double spacingSeconds) {
    for (int i = 0; i < count; i++) {
      node.pass((long) (spacingSeconds * SECOND));
      node.segment(0, SOURCE, SINK, shown(1, ++sequence, 0, 7, 2));
    }
  }

  /** What was said to the sender. */
  private List<String> paces() {
    return node.takeSent().stream().filter(sent -> sent.startsWith("pace")).toList();
  }

  private static double rate(String said) {
    return Double.parseDouble(said.replaceFirst(".* rate=(\\d+) .*", "$1"));
  }

  private static Rate kilobits(int perSecond) {
    return Rate.bitsPerSecond(perSecond * 1e3);
  }
}
