// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import rani.services.ServiceNumbers;
import rani.services.probe.Menus;
import rani.wire.Address;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;

/** The sink at 10.0.0.8, with sources at 10.0.0.1 and behind it. */
class SinkTest {
  private static final String A = "10.0.0.1";
  private static final String B = "10.0.0.2";

  private final OneNode sink = new OneNode("10.0.0.8").neighbour(A, B).menu(Menus.sink()).start();

  @Test
  void eachPacketIsAcknowledgedWithTheNextOneExpected() {
    data(A, 0);
    sink.expect("ack 1");
    data(A, 1);
    sink.expect("ack 2");
    data(A, 3); // 2 is late
    sink.expect("ack 2");
    data(A, 4);
    sink.expect("ack 2");
    data(A, 2);
    sink.expect("ack 5");
  }

  @Test
  void aDuplicateIsAcknowledgedAgainAndCountedApart() {
    data(A, 0);
    data(A, 0);
    data(A, 0);

    sink.expect("ack 1", "ack 1", "ack 1");
    assertFacts(3, 2, 0);
    assertEquals(1L, sink.fact("sink", "distinct.10.0.0.1"));
  }

  @Test
  void acknowledgementsAreControlPacketsToWhereTheDataCameFrom() {
    data(A, 0);

    assertEquals(
        1, sink.lines(" departure ", " to=10.0.0.1 ", " sport=7000 dport=5000 control").size());
  }

  @Test
  void dataThatWantsNoAcknowledgementGetsNone() {
    packet(A, 5000, GeneratorHeader.DATA, 0);

    sink.expect();
    assertFacts(1, 0, 0);
  }

  @Test
  void flowsAreToldApartAndSourcesCounted() {
    packet(A, 5000, GeneratorHeader.DATA, 0);
    packet(A, 5001, GeneratorHeader.DATA, 0);
    packet(B, 5000, GeneratorHeader.DATA, 0);

    assertFacts(3, 0, 0);
    assertEquals(2L, sink.fact("sink", "distinct.10.0.0.1"));
    assertEquals(1L, sink.fact("sink", "distinct.10.0.0.2"));
  }

  @Test
  void aServiceNumberInAPassivePacketMeansNothing() {
    ByteBuf header = new GeneratorHeader().of(GeneratorHeader.DATA_ACKED, 0, 0);
    int here = Address.parse("10.0.0.8");
    ByteBuf frame =
        sink.packetsOf(A).datagram(new UdpFlow(here, 5000, Sink.PORT), 1_000_000, header, 8);
    RaniHeader.write(frame, 0, false, ServiceNumbers.ECHO, 1_000_000, 0);
    sink.receive(0, frame);

    sink.expect("ack 1");
  }

  @Test
  void whatIsNoDataIsMalformedAndUnanswered() {
    sink.datagram(A, 5000, Sink.PORT, Unpooled.EMPTY_BUFFER);
    sink.datagram(A, 5000, Sink.PORT, Unpooled.buffer().writeZero(7));
    packet(A, 5000, 0, 0);
    packet(A, 5000, GeneratorHeader.ACK, 0);
    packet(A, 5000, 4, 0);
    packet(A, 5000, GeneratorHeader.DATA_ACKED, -1);
    packet(A, 5000, GeneratorHeader.DATA_ACKED, GeneratorHeader.SEQUENCE_MAX + 1);

    sink.expect();
    assertFacts(7, 0, 7);
  }

  @Test
  void bytesAreThoseOfTheWholeIpv4Packet() {
    data(A, 0);

    assertEquals(36L, sink.fact("sink", "bytes"));
  }

  @Test
  void beyondTheGreatestNumberOfFlowsNewOnesAreDiscarded() {
    for (int flow = 0; flow < Sink.FLOWS_MAX; flow++) {
      packet(A, flow, GeneratorHeader.DATA, 0);
    }
    packet(B, 5000, GeneratorHeader.DATA, 0);
    packet(A, 5000, GeneratorHeader.DATA, 1);

    assertFacts(Sink.FLOWS_MAX + 2, 0, 1);
    assertEquals(1, sink.lines("drop reason=discarded ", " from=10.0.0.2 ").size());
    assertEquals(Sink.FLOWS_MAX + 1L, sink.fact("sink", "distinct.10.0.0.1"));
  }

  /** One datagram took 2 MiB: 128 of them were more than a live node has. */
  @Test
  void aNumberFarBeyondThePacketsThatHaveComeTakesNoRoom() {
    for (int flow = 0; flow < 1000; flow++) {
      packet(A, flow, GeneratorHeader.DATA, GeneratorHeader.SEQUENCE_MAX);
      packet(A, flow, GeneratorHeader.DATA, Sink.AHEAD_MAX);
    }
    assertFacts(2000, 0, 2000);
    packet(B, 5000, GeneratorHeader.DATA, Sink.AHEAD_MAX - 1);
    packet(B, 5000, GeneratorHeader.DATA, Sink.AHEAD_MAX + Sink.AHEAD_PER_PACKET - 1);
    assertFacts(2002, 0, 2000);
  }

  @Test
  void numbersOfAllFlowsTogetherHaveALimitAndThoseThatHaveRoomGoOn() {
    long flows = Sink.NUMBERS_MAX / Sink.AHEAD_MAX;
    for (int flow = 0; flow <= flows; flow++) {
      packet(A, flow, GeneratorHeader.DATA, Sink.AHEAD_MAX - 1);
    }
    assertFacts(flows + 1, 0, 1);
    packet(A, 0, GeneratorHeader.DATA, 7);
    assertFacts(flows + 2, 0, 1);
  }

  /** Anyone can make sources up; what a node shows, and gives as metrics, stays short. */
  @Test
  void noMoreSourcesAreShownThanTheirGreatestNumber() {
    data(B, 0);
    for (int source = 0; source < Sink.SOURCES_MAX + 100; source++) {
      data(Address.text(Address.parse("10.9.0.0") + source), 0);
    }

    assertFacts(Sink.SOURCES_MAX + 101, 0, 0);
    assertEquals(1L, sink.fact("sink", "distinct.10.0.0.2"), "who came first is shown");
    assertEquals(
        Sink.SOURCES_MAX,
        sink.facts("sink").keySet().stream().filter(key -> key.startsWith("distinct.")).count());
  }

  private void assertFacts(long packets, long duplicates, long malformed) {
    assertEquals(packets, sink.fact("sink", "packets"));
    assertEquals(duplicates, sink.fact("sink", "duplicates"));
    assertEquals(malformed, sink.fact("sink", "malformed"));
  }

  private void data(String source, int sequence) {
    packet(source, 5000, GeneratorHeader.DATA_ACKED, sequence);
  }

  private void packet(String source, int port, int kind, int sequence) {
    ByteBuf header = new GeneratorHeader().of(kind, 0, sequence);
    sink.datagram(source, port, Sink.PORT, header);
  }
}
