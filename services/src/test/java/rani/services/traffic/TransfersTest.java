// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.VirtualNetwork;
import rani.link.ImpairmentConfig;
import rani.node.NodeConfig.MenuEntry;
import rani.queue.Rate;
import rani.services.probe.Menus;

/** Transfers that arrive at drawn times and have drawn sizes. */
class TransfersTest {
  private static final int FAR = VirtualNetwork.address(2);
  private static final int MANY = 2000;

  private static VirtualNetwork network(Rate rate, long seed, Object... options) {
    MenuEntry source = Menus.source(Menus.flow(FAR, "transfers", options));
    return new VirtualNetwork()
        .node("n1", source)
        .node("n2", Menus.sink())
        .link("n1", "n2", rate, ImpairmentConfig.ofDelay(MILLI))
        .go(seed);
  }

  private static double[] starts(VirtualNetwork network) {
    return network.lines("n1 note service=source event=flow-start").stream()
        .mapToDouble(line -> Double.parseDouble(line.split(" ", 2)[0]) - 2) // go is at 2 s
        .toArray();
  }

  private static List<String> values(VirtualNetwork network, String event, String key) {
    return network.lines("event=" + event).stream()
        .map(line -> line.replaceAll(".* " + key + "=(\\S+).*", "$1"))
        .toList();
  }

  /** Gaps are to be exponential: Kolmogorov's bound, passed once in a thousand samples. */
  @Test
  void arrivalsAreAPoissonProcess() {
    VirtualNetwork network =
        network(Rate.UNLIMITED, 3, "arrival-rate", "50/s", "transfers", MANY, "sizes", "1kB")
            .runUntilDone();

    double[] starts = starts(network);
    assertEquals(MANY, starts.length);
    double[] gaps =
        IntStream.range(0, MANY)
            .mapToDouble(k -> starts[k] - (k == 0 ? 0 : starts[k - 1]))
            .sorted()
            .toArray();
    double distance =
        IntStream.range(0, MANY)
            .mapToDouble(
                k -> {
                  double share = 1 - Math.exp(-50 * gaps[k]);
                  return Math.max(share - k / (double) MANY, (k + 1) / (double) MANY - share);
                })
            .max()
            .orElseThrow();
    assertTrue(distance < 1.95 / Math.sqrt(MANY), () -> "Kolmogorov's distance is " + distance);
  }

  @Test
  void atALoadTheyTakeThatPartOfTheRate() {
    // 60 % of 10 Mbit/s are 750 kB/s; a transfer of 9620 B is ten packets of 1000 B.
    VirtualNetwork network =
        network(
                Rate.UNLIMITED,
                4,
                "load",
                0.6,
                "of",
                Rate.bitsPerSecond(10_000_000),
                "sizes",
                "9620B",
                "transfers",
                MANY)
            .runUntilDone();

    double[] starts = starts(network);
    double perSecond = MANY / starts[MANY - 1];
    double expected = 750_000 / 10_000.0;
    // The time of the n-th arrival has a relative standard deviation of 1 / √n; four of them.
    assertEquals(expected, perSecond, expected * 4 / Math.sqrt(MANY));
  }

  @Test
  void equalTimesBeginAtOnceAndAreTheSameForAll() {
    VirtualNetwork network =
        network(
                Rate.UNLIMITED,
                1,
                "arrival-rate",
                "4/s",
                "times",
                "constant",
                "transfers",
                4,
                "sizes",
                "20kB",
                "start",
                500 * MILLI)
            .runUntilDone();

    assertEquals(List.of(0.5, 0.75, 1.0, 1.25), Arrays.stream(starts(network)).boxed().toList());
    assertEquals(List.of("20000", "20000", "20000", "20000"), values(network, "flow-end", "bytes"));
    assertEquals(80_000L, network.fact("n2", "sink", "message-bytes"));
    assertEquals(4L, network.fact("n1", "source", "flows-ended"));
    assertEquals(84L, network.fact("n1", "source", "offered"), "21 messages of at most 962 B each");
    assertEquals(true, network.fact("n1", "source", "done"));
  }

  @Test
  void theSinkSeesTheEndAsItsLastByteComes() {
    VirtualNetwork network =
        network(Rate.bitsPerSecond(1_000_000), 5, "arrival-rate", "1/s", "transfers", 1)
            .runUntilDone();

    String end = network.lines("n2 note service=sink event=flow-end").getFirst();
    String last =
        network.lines("n2 delivery", "from=10.0.0.1", "proto=27").stream()
            .filter(line -> !line.matches(".* len=(3[0-9]|4[0-9])\\b.*")) // not SYN, ACK, RST
            .toList()
            .getLast();
    assertEquals(last.split(" ", 2)[0], end.split(" ", 2)[0]);
  }

  @Test
  void theSameTransfersArriveWhateverTheNetworkDoes() {
    Object[] options = {"arrival-rate", "20/s", "transfers", 40, "sizes", "1000 0.5,90000 1"};
    VirtualNetwork fast = network(Rate.UNLIMITED, 6, options).runUntilDone();
    VirtualNetwork slow = network(Rate.bitsPerSecond(2_000_000), 6, options).runUntilDone();

    assertEquals(values(fast, "flow-start", "bytes"), values(slow, "flow-start", "bytes"));
    assertEquals(
        Arrays.stream(starts(fast)).boxed().toList(), Arrays.stream(starts(slow)).boxed().toList());
    assertTrue(
        values(fast, "flow-start", "bytes").stream().distinct().count() > 10, "sizes are drawn");
  }

  @Test
  void moreThanMayBeUnderWayAreRefusedAndCounted() {
    VirtualNetwork network =
        network(
                Rate.bitsPerSecond(1_000_000),
                7,
                "arrival-rate",
                "100/s",
                "times",
                "constant",
                "transfers",
                30,
                "sizes",
                "100kB",
                "concurrent",
                3)
            .runUntilDone();

    // 100 kB take 0.8 s and more at 1 Mbit/s, and all thirty arrive within 0.3 s.
    assertEquals(3L, network.fact("n1", "source", "flows-started"));
    assertEquals(27L, network.fact("n1", "source", "flows-refused"));
    assertEquals(3L, network.fact("n1", "source", "flows-ended"));
  }

  @Test
  void aDurationEndsTheArrivalsAndNotTheTransfers() {
    VirtualNetwork network =
        network(
                Rate.bitsPerSecond(1_000_000),
                8,
                "arrival-rate",
                "10/s",
                "times",
                "constant",
                "duration",
                SECOND,
                "sizes",
                "20kB")
            .runUntilDone();

    assertEquals(10L, network.fact("n1", "source", "flows-started"));
    assertEquals(10L, network.fact("n1", "source", "flows-ended"));
    assertTrue(
        Double.parseDouble(network.lines("event=flow-end").getLast().split(" ", 2)[0]) > 3,
        "200 kB take more than a second");
  }

  @Test
  void stoppedItBreaksOffWhatIsUnderWay() {
    VirtualNetwork network =
        network(
                Rate.bitsPerSecond(100_000),
                9,
                "arrival-rate",
                "10/s",
                "times",
                "constant",
                "sizes",
                "1MB",
                "transfers",
                0)
            .runFor(SECOND + MILLI);
    assertEquals(true, network.tell("n1", "source", "stop", "0").facts().byKey().get("done"));
    network.runUntilDone();

    assertEquals(11L, network.fact("n1", "source", "flows-failed"));
    assertEquals(0, network.running().node("n1").heldBuffers());
    assertEquals(List.of(), network.lines("event=flow-end"));
  }

  @Test
  void withoutASinkEachFailsAndNoneIsLost() {
    VirtualNetwork network =
        new VirtualNetwork()
            .node(
                "n1",
                Menus.source(
                    Menus.flow(
                        FAR, "transfers", "arrival-rate", "10/s", "transfers", 5, "sizes", "1kB")))
            .node("n2", Menus.sink("port", 9))
            .link("n1", "n2")
            .go(1)
            .runUntilDone();

    assertEquals(5L, network.fact("n1", "source", "flows-failed"));
    assertEquals(5L, network.fact("n1", "source", "failed"));
    assertEquals(0L, network.fact("n1", "source", "failures"), "of the service");
  }

  @Test
  void ofAConnectionOneTransferCountsWhateverItAnnounces() {
    byte[] head = {0x54, 0x52, 0, 0, 0, 10};
    byte[] nonsense = {0x54, 0x52, (byte) 0xff, 0, 0, 0};
    Caller caller = Caller.of(FAR).says(nonsense).says(head).says(head).says(head);
    VirtualNetwork network =
        new VirtualNetwork()
            .node("n1", caller.onMenu())
            .node("n2", Menus.sink())
            .link("n1", "n2")
            .go(1);
    network.runFor(10 * SECOND);

    assertEquals(0, network.lines("event=flow-end").size());
    assertEquals(List.of(), network.lines("n2 note", "failure"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sizes | 1kB | need an `arrival-rate`",
        "arrival-rate | 0/s | a rate of arrivals is above 0",
        "arrival-rate | 20 | a rate of arrivals is above 0, such as 20/s",
        "arrival-rate | 200000/s | at most 100000 arrive in a second",
        "load | 0.5 | `load` is of a rate",
      })
  void whatIsNoSuchTrafficIsRefused(String key, String value, String why) {
    Object given = key.equals("load") ? (Object) Double.parseDouble(value) : value;
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> network(Rate.UNLIMITED, 1, key, given));
    assertTrue(String.valueOf(error.getMessage()).contains(why), error::getMessage);
  }
}
