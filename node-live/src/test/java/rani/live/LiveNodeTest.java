// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.parts.HeldPorts;
import rani.world.LinkId;
import rani.world.Reply;

class LiveNodeTest {
  @ParameterizedTest
  @CsvSource({"EPOLL,127.0.0.1", "EPOLL,::1", "NIO,127.0.0.1", "NIO,::1"})
  void twoNodesExchangePackets(Transport transport, String address) throws IOException {
    try (Leaks _ = new Leaks();
        TestNetwork network = TestNetwork.row(2, address, transport).up()) {
      network.send(0, 1, 300, 1000);
      network.send(1, 0, 300, 10);
      network.logs.get(1).await(300, "delivery at=taker from=10.0.0.1");
      network.logs.get(0).await(300, "delivery at=taker from=10.0.0.2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOneInTheMiddleForwards(Transport transport) throws IOException {
    try (Leaks _ = new Leaks();
        TestNetwork network = TestNetwork.row(3, "127.0.0.1", transport).up()) {
      network.send(0, 2, 500, 200);
      network.send(2, 0, 500, 1400);
      network.logs.get(2).await(500, "delivery at=taker from=10.0.0.1");
      network.logs.get(0).await(500, "delivery at=taker from=10.0.0.3");
      assertEquals(
          Map.of(),
          network.show(1, Command.Subject.COUNTERS).facts().byKey().get("drops-by-reason"));
    }
  }

  @Test
  void nodesMayLiveAtDifferentAddresses() throws IOException {
    try (TestNetwork network = new TestNetwork()) {
      int first = TestNetwork.FIRST_ADDRESS;
      LiveNode here =
          network.add(
              TestNetwork.node("n1", first, List.of(TestNetwork.link(0, first + 1))),
              TestNetwork.address("127.0.0.1"),
              Transport.best());
      LiveNode there =
          network.add(
              TestNetwork.node("n2", first + 1, List.of(TestNetwork.link(0, first))),
              TestNetwork.address("127.0.0.2"),
              Transport.best());
      here.connect(there.sockets());
      there.connect(here.sockets());
      network.up();
      network.send(0, 1, 1, 100);
      network.logs.get(1).await(1, "delivery at=taker");
      assertEquals("127.0.0.2", there.sockets().getFirst().send().getAddress().getHostAddress());
    }
  }

  @ParameterizedTest
  @EnumSource
  void theKernelKeepsStrangersOut(Transport transport) throws IOException {
    try (TestNetwork network = TestNetwork.row(2, "127.0.0.1", transport).up();
        DatagramSocket stranger = new DatagramSocket()) {
      LinkSockets target = network.nodes.get(1).sockets().getFirst();
      for (int i = 0; i < 20; i++) {
        stranger.send(new DatagramPacket(new byte[100], 100, target.receive()));
        stranger.send(new DatagramPacket(new byte[100], 100, target.send()));
      }
      network.send(0, 1, 1, 100);
      network.logs.get(1).await(1, "delivery at=taker");
      assertEquals(
          Map.of(),
          network.show(1, Command.Subject.COUNTERS).facts().byKey().get("drops-by-reason"));
      // Only what the neighbour has sent, hellos among it, came in; asked in this order.
      long arrivals = count(network, 1, "arrivals");
      assertTrue(arrivals <= count(network, 0, "departures"), () -> arrivals + " came in");
    }
  }

  private static long count(TestNetwork network, int node, String counter) {
    return TestNetwork.number(
        network.show(node, Command.Subject.COUNTERS).facts().byKey(), counter);
  }

  @ParameterizedTest
  @EnumSource
  void aPortInUseIsNamedAndTheOthersAreGivenBack(Transport transport) throws IOException {
    InetAddress loopback = TestNetwork.address("127.0.0.1");
    int freePort = HeldPorts.here();
    try (DatagramSocket holder = new DatagramSocket(new InetSocketAddress(loopback, 0));
        TestNetwork network = new TestNetwork()) {
      LiveLinkConfig place = new LiveLinkConfig(loopback, freePort, holder.getLocalPort(), 1500);
      BindFailure failure =
          assertThrows(
              BindFailure.class,
              () ->
                  network.add(
                      TestNetwork.node("n1", 1, List.of(TestNetwork.link(0, 2))),
                      List.of(place),
                      transport));
      assertEquals(holder.getLocalPort(), failure.port());
      assertEquals(new LinkId(0), failure.link());
      String said =
          "node n1, link-0: cannot bind its send socket to 127.0.0.1 port " + holder.getLocalPort();
      assertTrue(String.valueOf(failure.getMessage()).startsWith(said), failure::toString);
      new DatagramSocket(new InetSocketAddress(loopback, freePort)).close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAbsentNeighbourIsCountedAndMayComeLater(Transport transport) throws IOException {
    InetAddress loopback = TestNetwork.address("127.0.0.1");
    int first = TestNetwork.FIRST_ADDRESS;
    try (TestNetwork network = new TestNetwork()) {
      LiveNode early =
          network.add(
              TestNetwork.node("n1", first, List.of(TestNetwork.link(0, first + 1))),
              loopback,
              transport);
      LinkSockets absent =
          new LinkSockets(
              new InetSocketAddress(loopback, HeldPorts.here()),
              new InetSocketAddress(loopback, HeldPorts.here()));
      early.connect(List.of(absent));
      network.await(early, new Command.Start());
      network.logs.getFirst().await(3, "departure link=0");
      assertTrue(TestNetwork.number(early.facts().byKey(), "port-unreachable") > 0);

      LiveNode late =
          network.add(
              TestNetwork.node("n2", first + 1, List.of(TestNetwork.link(0, first))),
              List.of(
                  new LiveLinkConfig(
                      loopback, absent.receive().getPort(), absent.send().getPort(), 1500)),
              transport);
      late.connect(early.sockets());
      network.await(late, new Command.Start());
      network.logs.getFirst().await(1, "link link=0 state=up");
      network.logs.getLast().await(1, "link link=0 state=up");
    }
  }

  @Test
  void aWireOfSomeLengthDelaysEveryFrameAndKeepsItsOrder() throws IOException {
    long delayNanos = 30_000_000;
    try (TestNetwork network =
        TestNetwork.row(
                2,
                "127.0.0.1",
                Transport.best(),
                link -> link.wire(new ImpairmentConfig(delayNanos, delayNanos / 2, 0, 0, 0, 0)))
            .up()) {
      network.send(0, 1, 200, 100);
      List<String> came = network.logs.get(1).await(200, "delivery at=taker");
      List<String> went = network.logs.get(0).await(200, "departure", "proto=17");
      for (int i = 0; i < 200; i++) {
        assertEquals(word(went.get(i), "id="), word(came.get(i), "id="));
        long took = EventLog.nanos(came.get(i)) - EventLog.nanos(went.get(i));
        assertTrue(took >= delayNanos / 2, () -> "a frame took only " + took + " ns");
      }
    }
  }

  private static String word(String line, String start) {
    int at = line.indexOf(start);
    return line.substring(at, line.indexOf(' ', at));
  }

  @Test
  void whatTheWireDoesIsCounted() throws IOException {
    try (TestNetwork network =
        TestNetwork.row(
                2,
                "127.0.0.1",
                Transport.best(),
                link -> link.wire(new ImpairmentConfig(0, 0, 0, 1, 0, 0)))
            .up()) {
      network.send(0, 1, 50, 100);
      network.logs.get(1).await(100, "delivery at=taker");
      Map<String, Object> facts = network.nodes.getFirst().facts().byKey();
      assertTrue(TestNetwork.number(facts, "links", "link-0", "duplicated") >= 50);
    }
  }

  @Test
  @Timeout(20)
  void socketsOfALinkThatNobodyJoinsAreClosed() throws Exception {
    try (Leaks _ = new Leaks();
        TestNetwork network = TestNetwork.row(1, "127.0.0.1", Transport.best())) {
      LiveNode node = network.nodes.getFirst();
      LiveLinkConfig place = new LiveLinkConfig(TestNetwork.address("127.0.0.1"), 0, 0, 1500);
      LiveNode.Prepared kept = node.prepare(place);
      LiveNode.Prepared forgotten = node.prepare(place, 1);
      while (TestNetwork.number(node.facts().byKey(), "prepared-links-expired") == 0) {
        Thread.onSpinWait();
      }
      assertTrue(node.isPrepared(kept.id()));
      assertFalse(node.isPrepared(forgotten.id()));
      Reply late = node.join(TestNetwork.link(forgotten.id().number(), 1), forgotten.sockets());
      assertEquals("link-1 of node n1 is not prepared, or too long ago", late.message());
      new DatagramSocket(forgotten.sockets().receive()).close(); // its port is free again
      node.abandon(kept.id());
      assertEquals(0, TestNetwork.number(node.facts().byKey(), "prepared-links"));
    }
  }

  @Test
  void aThreadThatStandsStillIsNoticed() throws Exception {
    try (TestNetwork network = TestNetwork.row(2, "127.0.0.1", Transport.best()).up()) {
      LiveNode node = network.nodes.getFirst();
      Reply gone = node.goAt(node.nowNanos()).get(20, TimeUnit.SECONDS);
      assertTrue(gone.ok());
      network.await(node, new Command.Tell("sender", "block", List.of()));
      assertTrue(TestNetwork.number(node.facts().byKey(), "stalls") >= 1);
      assertTrue(TestNetwork.number(node.facts().byKey(), "stall-longest-nanos") >= 250_000_000);
    }
  }

  @Test
  void aGoThatIsHeardTooLateIsAStall() throws Exception {
    try (TestNetwork network = TestNetwork.row(2, "127.0.0.1", Transport.best()).up()) {
      LiveNode late = network.nodes.getFirst();
      late.goAt(late.nowNanos() - 200_000_000).get(20, TimeUnit.SECONDS);
      assertEquals(1, TestNetwork.number(late.facts().byKey(), "stalls"));
      assertTrue(TestNetwork.number(late.facts().byKey(), "stall-longest-nanos") >= 200_000_000);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatTheKernelDropsForWantOfRoomIsCounted() throws IOException {
    try (RawNeighbour raw =
        new RawNeighbour(Transport.best(), TestNetwork.link(0, RawNeighbour.NEIGHBOUR))) {
      assertEquals(0, TestNetwork.number(raw.node.facts().byKey(), "receive-overflow"));
      CompletableFuture<Reply> blocked =
          raw.node.handle(new Command.Tell("sender", "block", List.of()));
      byte[] frame = raw.frame(TestServices.PORT, 1400);
      while (!blocked.isDone()) {
        raw.send(frame);
      }
      assertTrue(TestNetwork.number(raw.node.facts().byKey(), "receive-overflow") > 0);
    }
  }

  @Test
  void aClosedNodeRefuses() throws IOException {
    TestNetwork network = TestNetwork.row(2, "127.0.0.1", Transport.best()).up();
    network.close();
    network.close();
    assertTrue(network.nodes.getFirst().handle(new Command.Start()).isCompletedExceptionally());
  }

  @Test
  void theBestTransportIsToBeHad() {
    assertEquals(null, Transport.best().unavailable());
    assertFalse(Transport.best().text().isEmpty());
  }
}
