// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.Command;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.ServiceProvider;
import rani.services.probe.Menus;
import rani.wire.FlowIdentity;
import rani.wire.Ipv4Header;

/**
 * RDP in services in a row of three nodes, n1 to n3, in virtual time: the books, those of buffers
 * too, are checked after every event.
 */
class RdpFlowSimulation {
  private static final int FAR = VirtualNetwork.address(3);
  private static final long FULL_MESSAGE_BYTES = 1000 - 20 - 18;
  private static final ImpairmentConfig LOSSY =
      new ImpairmentConfig(10 * MILLI, 5 * MILLI, 0.01, 0.01, 0.01, 0.001);
  private static final ImpairmentConfig CALM = ImpairmentConfig.ofDelay(10 * MILLI);

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aThousandPacketsArriveWholeOverALossyRow(long seed) {
    VirtualNetwork network =
        row(LOSSY, Menus.bulk(FAR, "packets", 1000), Menus.sink()).go(seed).runUntilDone();

    assertEquals(1000L, network.fact("n3", "sink", "messages.10.0.0.1"));
    assertEquals(1000 * FULL_MESSAGE_BYTES, network.fact("n3", "sink", "message-bytes"));
    assertEquals(1000L, network.fact("n1", "source", "acknowledged"));
    assertEquals(0L, network.fact("n1", "source", "failed"));
    assertTrue((Long) network.fact("n1", "source", "retransmitted") > 0, "some were lost");
    assertEquals(1, network.lines("service=source event=closed", "reason=closed").size());
    assertEquals(0, heldBuffers(network));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reno", "newreno", "sack", "cubic", "fixed"})
  void everyCongestionControlCarriesIt(String congestion) {
    MenuEntry source = Menus.bulk(FAR, "packets", 500, "congestion", congestion);
    VirtualNetwork network =
        row(LOSSY, source, Menus.sink("congestion", congestion)).go(1).runUntilDone();

    assertEquals(500L, network.fact("n3", "sink", "messages"));
    assertEquals(0L, network.fact("n1", "source", "failed"));
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    List<List<String>> traces =
        LongStream.of(4, 4, 5)
            .mapToObj(seed -> row(LOSSY, Menus.bulk(FAR, "packets", 200), Menus.sink()).go(seed))
            .map(network -> network.runUntilDone().trace())
            .toList();

    assertEquals(traces.get(0), traces.get(1));
    assertNotEquals(traces.get(0), traces.get(2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyRequestIsAnsweredWholeOverALossyRow(long seed) {
    MenuEntry source =
        Menus.requestResponse(
            FAR, "requests", 20, "request-size", 3000, "response-size", 20_000, "think", SECOND);
    VirtualNetwork network = row(LOSSY, source, Menus.sink()).go(seed).runUntilDone();

    assertEquals(20L, network.fact("n1", "source", "responses"));
    assertEquals(20L, network.fact("n3", "sink", "requests"));
    assertEquals(60_000L, network.fact("n3", "sink", "message-bytes"));
    assertEquals(20, network.lines("n1 note service=source event=response", " rtt=").size());
    assertEquals(0, heldBuffers(network));
  }

  @Test
  void aResponseTakesARoundTripAndItsTimeOnTheLinks() {
    MenuEntry source =
        Menus.requestResponse(FAR, "requests", 5, "request-size", 100, "response-size", 500);
    VirtualNetwork network = row(CALM, source, Menus.sink()).go(1).runUntilDone();

    // Four times 10 ms on wires and four times 5 ms in serializers.
    assertEquals(0.06, network.fact("n1", "source", "response-seconds-min"));
    assertEquals(0.06, network.fact("n1", "source", "response-seconds-mean"));
    assertEquals(0.06, network.fact("n1", "source", "response-seconds-max"));
    assertEquals(5, network.lines("event=response", " rtt=0.060000").size());
  }

  @Test
  void bulkEndsWhenItsTimeHasPassedAndItsBufferHasEmptied() {
    MenuEntry source =
        Menus.bulk(FAR, "duration", 10 * SECOND, "send-buffer", 65_535, "initial-window", 10);
    VirtualNetwork network = row(CALM, source, Menus.sink("window", 32)).go(1);
    network.runUntilDone();

    long sent = (Long) network.fact("n1", "source", "sent");
    long seconds = network.running().nowNanos() / SECOND - 2 - 5;
    assertTrue(seconds >= 10 && seconds < 12, () -> "over after " + seconds + " s");
    assertTrue(sent > 1900 && sent < 2200, () -> sent + " packets in 10 s at 200 a second");
    assertEquals(network.fact("n1", "source", "offered"), network.fact("n3", "sink", "messages"));
  }

  @Test
  void aCallToAPortAtWhichNobodyListensIsRefused() {
    MenuEntry source = Menus.bulk(FAR, "port", 7001);
    VirtualNetwork network = row(CALM, source, Menus.sink()).go(1).runUntilDone();

    assertEquals(1L, network.fact("n1", "source", "failed"));
    assertEquals(1, network.lines("event=closed", "reason=refused").size());
    assertEquals(0L, network.fact("n3", "sink", "connections"));
  }

  @Test
  void aCallToANodeThatSpeaksNoRdpIsGivenUp() {
    MenuEntry source = Menus.bulk(FAR, "retries", 3);
    VirtualNetwork network = row(CALM, source, Menus.sink("rdp", false)).go(1).runUntilDone();

    assertEquals(1L, network.fact("n1", "source", "failed"));
    assertEquals(1, network.lines("event=closed", "reason=timed-out").size());
    assertEquals(4, network.lines("n3 drop reason=no-listener", "proto=27").size());
  }

  @Test
  void nodesThatStopWithOpenConnectionsGiveEverythingBack() {
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", bulkAndSink(3))
            .node("n2")
            .node("n3", bulkAndSink(1))
            .link("n1", "n2", LOSSY)
            .link("n2", "n3", LOSSY)
            .go(1)
            .runFor(3 * SECOND);
    assertTrue(heldBuffers(network) > 1000, "two send buffers are full");

    network.running().handle("n1", new Command.Stop());
    assertEquals(0, network.running().node("n1").heldBuffers());
    network.runFor(SECOND);
    network.running().handle("n3", new Command.Stop());
    network.running().handle("n2", new Command.Stop());
    network.runFor(SECOND);

    assertEquals(0, heldBuffers(network));
    assertEquals(2, network.lines("n1 note", "event=closed", "reason=stopped").size());
    assertEquals(2, network.lines("n3 note", "event=closed", "reason=stopped").size());
  }

  @Test
  void sourceAndSinkOfOneNodeTalkToEachOther() {
    MenuEntry source = Menus.bulk(VirtualNetwork.address(1), "packets", 3000);
    VirtualNetwork network =
        new VirtualNetwork().node("n1", source, Menus.sink()).go(1).runUntilDone();

    assertEquals(3000L, network.fact("n1", "sink", "messages"));
    assertEquals(0L, network.fact("n1", "source", "retransmitted"));
    assertEquals(0, heldBuffers(network));
  }

  @Test
  void marksSlowASenderThatAsksForThem() {
    RedConfig marking =
        new RedConfig(
            RedRules.OF_1993,
            0.1,
            5,
            50,
            0.2,
            RedConfig.Action.MARK,
            true,
            RedConfig.Spacing.UNIFORM,
            false,
            1000,
            false);
    MenuEntry source = Menus.bulk(FAR, "packets", 2000, "ecn", true);
    VirtualNetwork network =
        row(CALM, source, Menus.sink("ecn", true))
            .queue(
                "n2",
                Rate.packetsPerSecond(100),
                new QueueConfig(200, FlowIdentity.SOURCE_NODE, marking))
            .go(1)
            .runUntilDone();

    assertTrue(network.lines("n2 verdict", "verdict=mark").size() > 5, "the queue marks");
    assertEquals(2000L, network.fact("n3", "sink", "messages"));
    assertEquals(0L, network.fact("n1", "source", "retransmitted"));
    assertEquals(List.of(), network.lines(" drop ", "from=10.0.0.1"));
  }

  @Test
  void aFlowThatGetsNoPortIsOverAndTheServicesFailure() {
    VirtualNetwork network =
        new VirtualNetwork()
            .node(
                "n1",
                Menus.bulk(VirtualNetwork.address(2)),
                new MenuEntry(new PortHog(98, 49_152), GivenOptions.none()),
                new MenuEntry(new PortHog(99, 49_152 + 8192), GivenOptions.none()))
            .node("n2", Menus.sink())
            .link("n1", "n2")
            .go(1)
            .runUntilDone();

    assertEquals(1L, network.fact("n1", "source", "failures"));
    assertEquals(
        "java.lang.IllegalStateException: no RDP port is free",
        network.fact("n1", "source", "last-failure"));
  }

  /** Takes as many RDP ports as one service may. */
  private record PortHog(int number, int firstPort) implements ServiceProvider, Service {
    @Override
    public String name() {
      return "hog-" + firstPort;
    }

    @Override
    public Reach reach() {
      return Reach.DESTINATION;
    }

    @Override
    public Service create(OptionReader options) {
      return this;
    }

    @Override
    public void start(long nowNanos, ServiceContext context) {
      for (int port = firstPort; port < firstPort + ServiceContext.PORTS_MAX; port++) {
        context.claim(Ipv4Header.PROTOCOL_RDP, port);
      }
    }
  }

  @Test
  void whatIsSentIsNoLargerThanTheWayTakes() {
    MenuEntry source = Menus.bulk(FAR, "packets", 10, "size", 9000);
    VirtualNetwork network = row(CALM, source, Menus.sink()).go(1).runUntilDone();

    assertEquals(10L * (1500 - 20 - 18), network.fact("n3", "sink", "message-bytes"));
    assertEquals(List.of(), network.lines("reason=too-big"));
  }

  /** Without end, beside a sink. */
  private static MenuEntry[] bulkAndSink(int to) {
    return new MenuEntry[] {Menus.bulk(VirtualNetwork.address(to), "packets", 0), Menus.sink()};
  }

  private static VirtualNetwork row(ImpairmentConfig wire, MenuEntry source, MenuEntry sink) {
    return new VirtualNetwork()
        .node("n1", source)
        .node("n2")
        .node("n3", sink)
        .link("n1", "n2", wire)
        .link("n2", "n3", wire);
  }

  private static long heldBuffers(VirtualNetwork network) {
    return network.running().names().stream()
        .mapToLong(name -> network.running().node(name).heldBuffers())
        .sum();
  }
}
