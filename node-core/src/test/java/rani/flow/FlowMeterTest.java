// SPDX-License-Identifier: Apache-2.0
package rani.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static rani.flow.Conversation.ACK;
import static rani.flow.Conversation.CWR;
import static rani.flow.Conversation.ECE;
import static rani.flow.Conversation.FIN;
import static rani.flow.Conversation.RST;
import static rani.flow.Conversation.SYN;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.wire.Ipv4Header;

class FlowMeterTest {
  private static final int CE = Ipv4Header.ECN_CE;

  private final Conversation tcp = new Conversation();

  @Test
  void bothDirectionsAreOneFlowAndTheEdgeIsFirst() {
    tcp.opened().edge(ACK, 1, 1, 100).after(20).peer(ACK, 1, 101, 1000);
    FlowFacts flow = tcp.facts();
    assertEquals("10.0.0.1:4000>10.0.0.3:80/6", flow.flow());
    assertEquals(1, tcp.meter().sums().flows());
    assertEquals(3, flow.sent().packets());
    assertEquals(40 + 40 + 140, flow.sent().bytes());
    assertEquals(2, flow.received().packets());
    assertEquals(40 + 1040, flow.received().bytes());
    assertEquals(0, flow.firstNanos());
    assertEquals(30_000_000, flow.lastNanos());
  }

  @Test
  void goodputIsWhatWasAcknowledgedUntilThen() {
    tcp.opened().edge(ACK, 1, 1, 500).edge(ACK, 501, 1, 500).after(20).peer(ACK, 1, 501, 0);
    tcp.after(1000).edge(ACK, 1001, 1, 500);
    assertEquals(500, tcp.facts().sent().goodBytes());
    assertEquals(8 * 500 / 0.030, tcp.facts().sent().goodputBitsPerSecond(), 1e-6);
    assertEquals(500, tcp.meter().sums().sent().acknowledgedBytes());
    assertEquals(0, tcp.facts().received().goodputBitsPerSecond());
  }

  @Test
  void synAndFinAreNoData() {
    tcp.opened().edge(ACK | FIN, 1, 1, 10).after(5).peer(ACK | FIN, 1, 12, 0).edge(ACK, 12, 2, 0);
    assertEquals(10, tcp.facts().sent().goodBytes());
    assertEquals(0, tcp.facts().received().goodBytes());
  }

  @Test
  void whatIsSentAgainIsARetransmission() {
    tcp.opened().edge(ACK, 1, 1, 100).edge(ACK, 101, 1, 100);
    tcp.expectRetransmissions(0, 0);
    tcp.edge(ACK, 1, 1, 100);
    tcp.expectRetransmissions(1, 0);
    tcp.edge(ACK, 101, 1, 200); // old and new joined (RFC 9293 §3.8.1)
    tcp.expectRetransmissions(2, 0);
    tcp.edge(ACK, 301, 1, 100);
    tcp.expectRetransmissions(2, 0);
    tcp.peer(ACK, 1, 401, 50).peer(ACK, 1, 401, 50);
    tcp.expectRetransmissions(2, 1);
    assertEquals(400, tcp.facts().sent().goodBytes());
    assertEquals(2, tcp.meter().sums().sent().retransmissions());
  }

  @Test
  void synAndFinAreSentAgain() {
    tcp.edge(SYN, 0, 0, 0).edge(SYN, 0, 0, 0).peer(SYN | ACK, 0, 1, 0).peer(SYN | ACK, 0, 1, 0);
    tcp.edge(ACK, 1, 1, 0).edge(ACK | FIN, 1, 1, 0).edge(ACK | FIN, 1, 1, 0);
    tcp.expectRetransmissions(2, 1);
  }

  @Test
  void acknowledgmentsAndKeepAlivesAreNone() {
    tcp.opened().edge(ACK, 1, 1, 1).peer(ACK, 1, 2, 0);
    tcp.edge(ACK, 2, 1, 0).edge(ACK, 2, 1, 0); // acknowledgments twice
    tcp.edge(ACK, 1, 1, 0).peer(ACK, 1, 2, 0); // a keep-alive, without the octet and with it
    tcp.edge(ACK, 1, 1, 1).peer(ACK, 1, 2, 0);
    tcp.expectRetransmissions(0, 0);
  }

  @Test
  void anUnacknowledgedOctetIsNoKeepAlive() {
    tcp.opened().edge(ACK, 1, 1, 1).edge(ACK, 1, 1, 1);
    tcp.expectRetransmissions(1, 0);
  }

  @Test
  void roundTripsGoBySequenceNumbers() {
    tcp.opened(); // 10 ms
    assertEquals(0.010, tcp.facts().sent().rttSeconds());
    tcp.edge(ACK, 1, 1, 100).edge(ACK, 101, 1, 100); // one is timed at a time
    tcp.after(18).peer(ACK, 1, 101, 0).after(5).peer(ACK, 1, 201, 0);
    assertEquals(0.010 + 0.008 / 8, tcp.rttSeconds(), 1e-12); // RFC 6298 §2.3
    assertEquals(0.010, tcp.facts().sent().rttMinSeconds());
    assertEquals(2, tcp.meter().sums().sent().roundTrips());
    assertEquals(0.028, tcp.meter().sums().sent().roundTripsSumSeconds(), 1e-12);
  }

  /** Karn's algorithm: which of the two was acknowledged cannot be told. */
  @Test
  void noRoundTripIsTakenOfARetransmission() {
    tcp.opened().edge(ACK, 1, 1, 100).after(200).edge(ACK, 1, 1, 100).after(1).peer(ACK, 1, 101, 0);
    assertEquals(1, tcp.meter().sums().sent().roundTrips());
    tcp.edge(ACK, 101, 1, 100).after(14).peer(ACK, 1, 201, 0);
    assertEquals(2, tcp.meter().sums().sent().roundTrips());
    assertEquals(0.010, tcp.facts().sent().rttMinSeconds());
  }

  @Test
  void timestampsTellWhichOfTwoWasAcknowledged() {
    tcp.stamped(70, 0).edge(SYN, 0, 0, 0).after(10).stamped(9, 70).peer(SYN | ACK, 0, 1, 0);
    tcp.stamped(80, 9).edge(ACK, 1, 1, 0).stamped(80, 9).edge(ACK, 1, 1, 100);
    tcp.after(210).stamped(290, 9).edge(ACK, 1, 1, 100);
    tcp.after(12).stamped(9, 290).peer(ACK, 1, 101, 0);
    tcp.expectRetransmissions(1, 0);
    assertEquals(2, tcp.meter().sums().sent().roundTrips());
    assertEquals(0.010 + 0.002 / 8, tcp.rttSeconds(), 1e-12);
  }

  @Test
  void aTimestampIsTimedFromItsFirstSegment() {
    tcp.stamped(5, 1).edge(ACK, 1, 1, 100).after(3).stamped(5, 1).edge(ACK, 101, 1, 100);
    tcp.after(7).stamped(1, 5).peer(ACK, 1, 101, 0); // 10 ms
    tcp.stamped(5, 1).edge(ACK, 201, 1, 100).after(1).stamped(1, 5).peer(ACK, 1, 201, 0); // old
    tcp.stamped(8, 1).edge(ACK, 301, 1, 100).stamped(9, 1).edge(ACK, 401, 1, 100);
    tcp.after(30).stamped(1, 9).peer(ACK, 1, 501, 0); // 8 was not echoed
    assertEquals(1, tcp.meter().sums().sent().roundTrips());
    assertEquals(0.010, tcp.facts().sent().rttMinSeconds());
  }

  @Test
  void aPeerWithoutTimestampsIsTimedAllTheSame() {
    tcp.stamped(70, 0).edge(SYN, 0, 0, 0).after(10).peer(SYN | ACK, 0, 1, 0);
    tcp.edge(ACK, 1, 1, 100).after(11).peer(ACK, 1, 101, 0);
    assertEquals(0.011, tcp.facts().sent().rttMinSeconds());
  }

  @Test
  void marksAndTheirEchoesAreCounted() {
    tcp.edge(SYN | ECE | CWR, 0, 0, 0).peer(SYN | ACK | ECE, 0, 1, 0).edge(ACK, 1, 1, 0);
    tcp.ecn(CE).peer(ACK, 1, 1, 100).edge(ACK | ECE, 1, 101, 0).peer(ACK | CWR, 101, 1, 100);
    FlowFacts flow = tcp.facts();
    assertEquals(true, flow.ecn());
    assertEquals(1, flow.received().ce());
    assertEquals(0, flow.sent().ce());
    assertEquals(1, flow.sent().ece());
    assertEquals(0, flow.received().ece());
    assertEquals(false, new Conversation().opened().facts().ecn());
  }

  @Test
  void statesFollowTheFlags() {
    assertEquals("opening", tcp.edge(SYN, 0, 0, 0).facts().state());
    assertEquals("open", tcp.peer(SYN | ACK, 0, 1, 0).facts().state());
    assertEquals("closing", tcp.edge(ACK | FIN, 1, 1, 0).facts().state());
    assertEquals("closed", tcp.peer(ACK | FIN, 1, 2, 0).facts().state());
    Conversation refused = new Conversation().edge(SYN, 0, 0, 0).peer(RST | ACK, 0, 1, 0);
    assertEquals("reset", refused.facts().state());
  }

  /** RFC 5961 §3.2: a receiver resets for what is in its window alone. */
  @Test
  void aResetFromElsewhereIsNotBelieved() {
    tcp.opened().peer(RST, 70_000, 0, 0).edge(ACK, 1, 1, 10);
    assertEquals("open", tcp.facts().state());
    assertEquals("reset", tcp.peer(RST, 1, 0, 0).facts().state());
  }

  @Test
  void portsThatAreUsedAgainAreAnotherFlow() {
    tcp.opened().edge(ACK, 1, 1, 100).peer(ACK, 1, 101, 0).after(1000);
    tcp.edge(SYN, 500_000, 0, 0); // the edge knows that the old one is over
    FlowFacts flow = tcp.facts();
    assertEquals("opening", flow.state());
    assertEquals(1, flow.sent().packets());
    assertEquals(1_010_000_000, flow.firstNanos());
    assertEquals(0, flow.sent().retransmissions());
    assertEquals(4, tcp.meter().sums().sent().packets());
    assertEquals(100, tcp.meter().sums().sent().acknowledgedBytes());
  }

  @Test
  void aSynOfTheNetworkDoesNotEndAnOpenFlow() {
    tcp.opened().peer(SYN, 900_000, 0, 0);
    assertEquals("open", tcp.facts().state());
    tcp.peer(ACK, 1, 1, 10);
    tcp.expectRetransmissions(0, 0);
  }

  @Test
  void aFlowThatHasBegunBeforeIsMeteredFromItsMiddle() {
    tcp.edge(ACK, 5000, 7000, 100).after(10).peer(ACK, 7000, 5100, 0);
    assertEquals("open", tcp.facts().state());
    assertEquals(100, tcp.facts().sent().goodBytes());
    assertEquals(0.010, tcp.facts().sent().rttSeconds());
  }

  @Test
  void whatNoWindowReachesIsNotFollowed() {
    tcp.opened().peer(ACK, 1 + (1 << 30) + 1, 1, 100).peer(ACK, 1, 1, 100);
    tcp.edge(ACK, 1, 101, 0).peer(ACK, 101, 1 + (1 << 29), 0); // of what was not sent
    tcp.expectRetransmissions(0, 0);
    assertEquals(0, tcp.facts().sent().goodBytes());
    assertEquals(100, tcp.facts().received().goodBytes());
  }

  @Test
  void datagramsAreAFlow() {
    ByteBuf datagram = tcp.packet(true, Ipv4Header.PROTOCOL_UDP, 8 + 92);
    tcp.meter().sent(0, datagram);
    tcp.meter().sent(1_000_000, datagram);
    FlowFacts flow = tcp.facts();
    assertEquals("10.0.0.1:4000>10.0.0.3:80/17", flow.flow());
    assertNull(flow.state());
    assertEquals(184, flow.sent().goodBytes());
    assertEquals(8 * 184 / 0.001, flow.sent().goodputBitsPerSecond(), 1e-6);
    assertNull(flow.sent().retransmissions());
    assertNull(flow.sent().rttSeconds());
  }

  @Test
  void otherPacketsAreOnlyCounted() {
    tcp.meter().sent(0, tcp.packet(true, Ipv4Header.PROTOCOL_ICMP, 8));
    ByteBuf fragment = tcp.packet(true, Ipv4Header.PROTOCOL_UDP, 16);
    fragment.setShort(6, 0x2000);
    tcp.meter().sent(0, fragment);
    ByteBuf sixth = tcp.packet(true, Ipv4Header.PROTOCOL_UDP, 30);
    sixth.setByte(0, 0x60);
    tcp.meter().sent(0, sixth);
    tcp.meter().sent(0, tcp.packet(true, Ipv4Header.PROTOCOL_ICMP, 4).writerIndex(1));
    assertEquals(4, tcp.meter().sums().withoutPorts());
    assertEquals(0, tcp.meter().sums().flows());
  }

  @Test
  void aFlowThatIsKnownTakesNothingFromTheHeap() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    tcp.opened().edge(ACK, 1, 1, 1000).peer(ACK, 1, 1001, 0);
    ByteBuf data = tcp.stamped(1, 1).segment(true, ACK, 1001, 1, 1000);
    ByteBuf answer = tcp.stamped(1, 1).segment(false, ACK, 1, 1001, 0);
    long least = Long.MAX_VALUE; // of rounds in which the JVM itself may take something, too
    for (int round = 0; round < 10; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      exchange(data, answer, 2_000 * round, 2_000 * (round + 1));
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertEquals(0, least);
    assertEquals(20_000 + 2, tcp.meter().sums().sent().roundTrips());
  }

  private void exchange(ByteBuf data, ByteBuf answer, int from, int until) {
    for (int k = from; k < until; k++) {
      data.setInt(24, 1001 + 1000 * k); // sequence number
      data.setInt(44, 2 + k); // timestamp
      tcp.meter().sent(k, data);
      answer.setInt(28, 2001 + 1000 * k); // acknowledgment
      answer.setInt(48, 2 + k); // echo
      tcp.meter().received(k, answer, 0, answer.readableBytes());
    }
  }

  @Test
  void theFlowThatWasSilentLongestMakesRoom() {
    for (int port = 1; port <= FlowMeter.FLOWS_MAX; port++) {
      tcp.after(1).port(port).edge(SYN, 0, 0, 0);
    }
    tcp.after(1).port(1).edge(SYN, 0, 0, 0);
    tcp.after(1).port(5000).edge(SYN, 0, 0, 0); // in place of port 2
    tcp.after(1).port(1).edge(SYN, 0, 0, 0);
    assertEquals(3, tcp.facts().sent().packets());
    FlowSums sums = tcp.meter().sums();
    assertEquals(FlowMeter.FLOWS_MAX, sums.flows());
    assertEquals(1, sums.evicted());
    assertEquals(FlowMeter.FLOWS_MAX + 3, sums.sent().packets());
    assertEquals(
        0, tcp.meter().latest(5000).stream().filter(f -> f.flow().contains(":2>")).count());
  }

  @Test
  void largeFlowsAreShownThoughOthersCameLater() {
    int[] dataBytes = {300, 100, 900, 700, 0, 400};
    for (int k = 0; k < dataBytes.length; k++) {
      tcp.after(1).port(k + 1).edge(ACK, 1, 1, dataBytes[k]);
    }
    tcp.after(1).port(2).peer(ACK, 1, 101, 850);
    assertEquals(List.of("2", "6"), ports(tcp.meter().latest(2)));
    assertEquals(List.of("3", "4", "1"), ports(tcp.meter().largestBut(2, 3)));
    assertEquals(List.of("2", "3"), ports(tcp.meter().largestBut(0, 2)));
    assertEquals(List.of(), tcp.meter().largestBut(dataBytes.length, 3));
  }

  private static List<String> ports(List<FlowFacts> flows) {
    return flows.stream().map(flow -> flow.flow().replaceAll(".*?:(\\d+)>.*", "$1")).toList();
  }
}
