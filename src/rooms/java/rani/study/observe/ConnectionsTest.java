// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.queue.Rate;
import rani.rdp.SenderState;
import rani.study.tracefile.TraceParser;

/** A source n1 and a sink n3, told by hand: one loss found by duplicates, two timeouts. */
class ConnectionsTest {
  private static final String NAME = "10.0.0.1:49152-10.0.0.3:7000";
  private static final String WINDOW =
      "101.000000000 n1 note service=source event=window conn="
          + NAME
          + " state=CA cwnd=2.000 ssthresh=8.000 srtt=0.045123 rto=1.000000 flight=2";

  @Test
  void eachEndOfAConnectionIsASeriesOfItsOwn() throws Exception {
    List<ConnectionSeries> connections = observe(told()).connections();

    assertEquals(2, connections.size());
    ConnectionSeries source = connections.getFirst();
    assertEquals("n1", source.node());
    assertEquals("source", source.service());
    assertEquals("10.0.0.1:49152", source.local());
    assertEquals("10.0.0.3:7000", source.remote());
    assertEquals(NAME, source.name());
    assertEquals(OptionalLong.of(43_676_000), source.openedNanos());
    assertEquals("CLOSE-WAIT", source.state());
    ConnectionSeries sink = connections.getLast();
    assertEquals("n3", sink.node());
    assertEquals("OPEN", sink.state());
    assertEquals(Optional.empty(), sink.end());
  }

  @Test
  void windowsAndRetransmissionsAreRelativeToTheEpoch() throws Exception {
    ConnectionSeries source = observe(told()).connections().getFirst();

    assertEquals(
        new WindowSample(
            10_700_000_000L,
            SenderState.OUT_OF_SEQUENCE,
            27.964,
            16,
            211_000_000,
            1_000_000_000,
            28),
        source.windows().get(3));
    assertEquals(
        List.of(
            new Retransmission(10_716_000_000L, 1204), new Retransmission(15_000_000_000L, 1700)),
        source.retransmissions());
  }

  @Test
  void theClosingSummaryIsBelievedRatherThanWhatItsNotesShowed() throws Exception {
    ConnectionSeries source = observe(told()).connections().getFirst();
    ConnectionEnd end = source.end().orElseThrow();

    assertEquals("closed", end.reason());
    assertEquals(16_000_000_000L, end.timeNanos());
    assertEquals(1_924_000, end.bytesAcknowledged());
    assertEquals(964_712, end.goodputBitsPerSecond());
    assertEquals(3, source.retransmissionsTotal());
    assertEquals(2, source.timeoutsTotal());
    assertEquals(1, source.fastRetransmitsTotal());
  }

  @Test
  void withoutItWhatTheNotesShowedCounts() throws Exception {
    List<String> cut = told().subList(0, 13);
    ConnectionSeries source = observe(cut).connections().getFirst();

    assertEquals(2, source.retransmissionsTotal());
    assertEquals(1, source.timeoutsTotal());
    assertEquals(1, source.fastRetransmitsTotal());
  }

  @Test
  void aNameThatComesAgainAfterItsEndIsAnotherConnection() throws Exception {
    var lines = new ArrayList<>(told());
    lines.add(
        "120.000000000 n1 note service=source event=connection conn=" + NAME + " state=SYN-SENT");
    lines.add(WINDOW.replace("101.0", "120.0"));
    List<ConnectionSeries> connections = observe(lines).connections();

    assertEquals(3, connections.size());
    assertEquals(7, connections.getFirst().windows().size());
    assertEquals(1, connections.getLast().windows().size());
    assertEquals("SYN-SENT", connections.getLast().state());
  }

  @Test
  void theConnectionsOfTwoServicesOfOneNodeAreTwo() {
    List<ConnectionSeries> connections =
        observe(List.of(WINDOW, WINDOW.replace("service=source", "service=gateway"))).connections();

    assertEquals(
        List.of("source", "gateway"), connections.stream().map(ConnectionSeries::service).toList());
  }

  @Test
  void moreConnectionsThanTheLimitArePassedOver() {
    var lines = new ArrayList<String>();
    for (int k = 0; k <= ConnectionWatch.CONNECTIONS_MAX; k++) {
      lines.add(
          WINDOW.replace("10.0.0.1:49152", "10.0." + k / 250 + "." + k % 250 + ":" + (k + 1)));
    }

    assertEquals(ConnectionWatch.CONNECTIONS_MAX, observe(lines).connections().size());
  }

  @Test
  void moreChangesAndRetransmissionsThanTheLimitsAreOnlyCounted() {
    String again =
        "101.000000000 n1 note service=source event=retransmit conn=" + NAME + " sequence=1";
    var run = new Observations(plan());
    for (int k = 0; k < ConnectionWatch.WINDOWS_MAX + 5; k++) {
      TraceParser.replay(WINDOW, run::at);
    }
    for (int k = 0; k < ConnectionWatch.RETRANSMISSIONS_MAX + 5; k++) {
      TraceParser.replay(again, run::at);
    }
    ConnectionSeries series = run.connections().getFirst();

    assertEquals(ConnectionWatch.WINDOWS_MAX, series.windows().size());
    assertEquals(ConnectionWatch.RETRANSMISSIONS_MAX, series.retransmissions().size());
    assertEquals(ConnectionWatch.RETRANSMISSIONS_MAX + 5, series.retransmissionsTotal());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "state=CA | state=XX | 'state' is not one of Idle, SS, CA, OOS, FR, PR, RTO",
        "cwnd=2.000 | cwnd=many | 'cwnd' is not a number, 0 or more",
        "cwnd=2.000 | cwnd=NaN | 'cwnd' is not a number, 0 or more",
        "cwnd=2.000 | cwnd=-1 | 'cwnd' is not a number, 0 or more",
        "srtt=0.045123 | srtt=1e300 | 'srtt' is not seconds, at most 1000000000",
        "flight=2 | flight=-2 | 'flight' is not a whole number, 0 or more",
        "flight=2 | fligth=2 | without 'flight'",
        "conn=10.0.0.1:49152- | conn=n1- | 'conn' is not a connection ADDRESS:PORT-ADDRESS:PORT",
      })
  void aNoteThatDoesNotSayWhatItMustIsRefused(String good, String bad, String problem) {
    String line = WINDOW.replace(good, bad);
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> observe(List.of(line)).connections());

    assertTrue(String.valueOf(refusal.getMessage()).contains(problem), refusal.getMessage());
    assertTrue(String.valueOf(refusal.getMessage()).contains(line), refusal.getMessage());
  }

  @Test
  void theMetricsSumOverTheConnectionsOfEachNode() throws Exception {
    var lines = new ArrayList<>(told());
    lines.add(WINDOW.replace(NAME, "10.0.0.1:49153-10.0.0.3:7000").replace("101.0", "117.0"));
    lines.add(
        "118.000000000 n1 note service=source event=connection"
            + " conn=10.0.0.1:49153-10.0.0.3:7000 state=OPEN");
    lines.add(
        "120.043676000 n1 note service=source event=closed conn=10.0.0.1:49153-10.0.0.3:7000"
            + " reason=timed-out sent=9 acknowledged=1 received=0 bytes=1000 retransmissions=8"
            + " timeouts=8 fast-retransmits=0 goodput=100");
    SequencedMap<String, Double> metrics = observe(lines).metrics(Map.of());

    assertEquals(2, metrics.get("rdp.connections.n1"));
    assertEquals(1, metrics.get("rdp.broken.n1"));
    assertEquals(11, metrics.get("rdp.retransmissions.n1"));
    assertEquals(10, metrics.get("rdp.timeouts.n1"));
    assertEquals(1, metrics.get("rdp.fast-retransmits.n1"));
    // The second was open from 118 s on, no one from 116 s to then.
    double openSeconds = 116 - 100.043676 + 120.043676 - 118;
    assertEquals(1_925_000 * 8 / openSeconds, metrics.getOrDefault("rdp.goodput.n1", 0.0), 1e-6);
    assertEquals(1, metrics.get("rdp.connections.n3"));
    assertEquals(
        10 + metrics.getOrDefault("rdp.timeouts.n3", -100.0), metrics.get("rdp.timeouts.total"));
    assertEquals(
        11 + metrics.getOrDefault("rdp.retransmissions.n3", -100.0),
        metrics.get("rdp.retransmissions.total"));
    assertNull(metrics.get("rdp.goodput.n3"), "its connection has not told what it came to");
    assertNull(metrics.get("rdp.goodput.total"), "nor has that of all");
    assertNull(metrics.get("rdp.connections.n2"), "it has none");
  }

  @Test
  void windowsCountAsLongAsTheyLastedWithinTheSpan() {
    var run = new Observations(over(2, OptionalLong.of(10_000_000_000L)));
    for (String line :
        List.of(
            windowOf(101, "cwnd=2.000", "srtt=0.000000"), // 1 s of it
            windowOf(103, "cwnd=4.500", "srtt=0.050000"), // 4 s
            windowOf(107, "cwnd=1.000", "srtt=0.070000"), // 1 s
            closed(8, "n1", 1, 1000),
            windowOf(109, "cwnd=64.000", "srtt=0.010000").replace(":1-", ":2-"), // 1 s
            windowOf(115, "cwnd=65.000", "srtt=0.010000").replace(":1-", ":2-"),
            closed(16, "n1", 2, 1000))) {
      TraceParser.replay(line, run::at);
    }
    SequencedMap<String, Double> metrics = run.metrics(Map.of());

    assertEquals((2 + 4 * 4.5 + 1 + 64) / 7, metrics.get("rdp.cwnd.n1.mean"));
    assertEquals(4.5, metrics.get("rdp.cwnd.n1.p50"));
    assertEquals(64, metrics.get("rdp.cwnd.n1.p95"));
    assertEquals(64, metrics.get("rdp.cwnd.n1.max"));
    assertEquals(0.05, metrics.get("rdp.srtt.n1.p50"));
    assertEquals(0.07, metrics.get("rdp.srtt.n1.max"));
    assertEquals(
        (4 * 0.05 + 0.07 + 0.01) / 6, metrics.getOrDefault("rdp.srtt.n1.mean", 0.0), 1e-12);
  }

  private static String windowOf(int second, String cwnd, String srtt) {
    return second
        + ".000000000 n1 note service=source event=window"
        + connection("n1", 1)
        + " state=CA "
        + cwnd
        + " ssthresh=8.000 "
        + srtt
        + " rto=1.000000 flight=2";
  }

  @Test
  void aTransferTakesFromItsFirstSynToItsClose() {
    var run = new Observations(over(0, OptionalLong.of(30_000_000_000L)));
    for (String line :
        List.of(
            opened(1, "n1", 1).replace("OPEN", "SYN-SENT"),
            opened(2, "n1", 1),
            opened(3, "n1", 2).replace("OPEN", "SYN-SENT"),
            opened(3, "n1", 3).replace("OPEN", "SYN-SENT"),
            opened(3, "n1", 4).replace("OPEN", "SYN-SENT"),
            opened(3, "n1", 5).replace("OPEN", "SYN-RCVD"),
            closed(5, "n1", 1, 1000),
            closed(13, "n1", 2, 1000),
            closed(20, "n1", 3, 1000).replace("reason=closed", "reason=timed-out"),
            closed(25, "n1", 5, 1000),
            closed(31, "n1", 4, 1000))) { // behind the span
      TraceParser.replay(line, run::at);
    }
    SequencedMap<String, Double> metrics = run.metrics(Map.of());

    assertEquals(7, metrics.get("rdp.completion-seconds.n1.mean"));
    assertEquals(4, metrics.get("rdp.completion-seconds.n1.p50"));
    assertEquals(10, metrics.get("rdp.completion-seconds.n1.max"));
  }

  @Test
  void goodputIsOverTheTimeInWhichAnyConnectionWasOpen() {
    List<String> lines = new ArrayList<>();
    lines.add(opened(1, "n1", 1));
    lines.add(opened(2, "n1", 2));
    lines.add(opened(12, "n1", 3));
    lines.add(closed(9, "n1", 1, 600));
    lines.add(closed(5, "n1", 2, 200)); // told last, and ended first
    lines.add(closed(14, "n1", 3, 200));
    lines.add(opened(13, "n2", 1));
    lines.add(closed(17, "n2", 1, 400));
    SequencedMap<String, Double> metrics = observe(lines).metrics(Map.of());

    assertEquals(1000 * 8 / 10.0, metrics.get("rdp.goodput.n1")); // 1 to 9 s, 12 to 14 s
    assertEquals(400 * 8 / 4.0, metrics.get("rdp.goodput.n2"));
    assertEquals(1400 * 8 / 13.0, metrics.get("rdp.goodput.total")); // 1 to 9 s, 12 to 17 s
  }

  @Test
  void whatEndedInDisorderIsBroken() {
    List<String> lines = new ArrayList<>();
    String[] reasons = {"closed", "closed-by-peer", "stopped", "timed-out", "reset"};
    for (int port = 1; port <= reasons.length; port++) {
      lines.add(opened(port, "n1", port));
      lines.add(
          closed(9, "n1", port, 100).replace("=closed sent", "=" + reasons[port - 1] + " sent"));
    }

    assertEquals(2, observe(lines).metrics(Map.of()).get("rdp.broken.n1"));
  }

  /** The first was called first and opened last: 3 to 5 s, and 6 to 10 s. */
  @Test
  void connectionsNeedNotOpenInTheOrderInWhichTheyWereCalled() {
    SequencedMap<String, Double> metrics =
        observe(
                List.of(
                    opened(1, "n1", 1).replace("OPEN", "SYN-SENT"),
                    opened(3, "n1", 2),
                    closed(5, "n1", 2, 100),
                    opened(6, "n1", 1),
                    closed(10, "n1", 1, 200)))
            .metrics(Map.of());

    assertEquals(300 * 8 / 6.0, metrics.get("rdp.goodput.n1"));
    assertFalse(
        observe(List.of(opened(6, "n1", 1), closed(6, "n1", 1, 200)))
            .metrics(Map.of())
            .containsKey("rdp.goodput.n1"),
        "it took no time");
  }

  @Test
  void nodesComeInThePlansOrderAndStrangersLast() {
    SequencedMap<String, Double> metrics =
        observe(List.of(opened(1, "n9", 1), opened(2, "n3", 1), opened(3, "n1", 1)))
            .metrics(Map.of());

    assertEquals(
        List.of("rdp.connections.n1", "rdp.connections.n3", "rdp.connections.n9"),
        metrics.keySet().stream().filter(name -> name.startsWith("rdp.connections.")).toList());
  }

  private static String opened(int second, String node, int port) {
    return 100
        + second
        + ".000000000 "
        + node
        + " note service=source event=connection"
        + connection(node, port)
        + " state=OPEN";
  }

  private static String closed(int second, String node, int port, int bytes) {
    return 100
        + second
        + ".000000000 "
        + node
        + " note service=source event=closed"
        + connection(node, port)
        + " reason=closed sent=1 acknowledged=1 received=0 bytes="
        + bytes
        + " retransmissions=0 timeouts=0 fast-retransmits=0 goodput=0";
  }

  private static String connection(String node, int port) {
    return " conn=10.0.0." + node.substring(1) + ":" + port + "-10.0.0.3:7000";
  }

  @Test
  void aSawToothIsAsLongAsThePacketsSentFromCutToCutWithinTheSpan() {
    var run = new Observations(over(5, OptionalLong.of(30_000_000_000L)));
    int[] seconds = {2, 6, 9, 15, 40};
    int[] packets = {1000, 10, 300, 350, 5000};
    for (int cut = 0; cut < seconds.length; cut++) {
      for (int k = 0; k < packets[cut]; k++) {
        TraceParser.replay(
            "100.000000000 n1 origin from=10.0.0.1 to=10.0.0.3 proto=27 id=1 len=1000"
                + " sport=5 dport=7",
            run::at);
      }
      for (int k = 0; k < 3 * packets[cut]; k += 7) {
        TraceParser.replay(
            "100.000000000 n1 origin from=10.0.0.1 to=10.0.0.3 proto=17 id=1 len=1000"
                + " sport=5 dport=7",
            run::at);
      }
      for (String state : List.of("CA", "OOS", "FR", "FR", "PR", "RTO", "SS")) {
        TraceParser.replay(
            WINDOW
                .replace("101.0", 100 + seconds[cut] + ".0")
                .replace("state=CA", "state=" + state),
            run::at);
      }
    }
    SequencedMap<String, Double> metrics = run.metrics(Map.of());

    assertEquals(3, metrics.get("rdp.sawtooth.cuts.n1"));
    assertEquals(325, metrics.get("rdp.sawtooth.packets.n1"));
  }

  @Test
  void aWindowThatFallsToItsThresholdAfterAMarkIsCutToo() {
    String[] windows = {
      "cwnd=20.000 ssthresh=8.000", // climbs
      "cwnd=20.050 ssthresh=8.000",
      "cwnd=10.000 ssthresh=10.000", // a mark
      "cwnd=10.100 ssthresh=10.000",
      "cwnd=4.000 ssthresh=10.000", // begins again after a pause: nothing was lost
    };
    List<String> lines =
        Stream.of(windows)
            .map(window -> WINDOW.replace("cwnd=2.000 ssthresh=8.000", window))
            .toList();

    assertEquals(1, observe(lines).metrics(Map.of()).get("rdp.sawtooth.cuts.n1"));
  }

  @Test
  void oneCutMakesNoSawTooth() throws Exception {
    SequencedMap<String, Double> metrics = observe(told().subList(0, 11)).metrics(Map.of());

    assertEquals(1, metrics.get("rdp.sawtooth.cuts.n1"));
    assertNull(metrics.get("rdp.sawtooth.packets.n1"));
  }

  @Test
  void aLinkIsAsBusyAsItsSerializerWithinTheSpan() {
    String departure = " n2 departure link=1 late=";
    String packet = " from=10.0.0.1 to=10.0.0.3 proto=27 id=1 len=1000 sport=5 dport=7";
    var run = new Observations(over(10, OptionalLong.of(10_100_000_000L)));
    for (String line :
        List.of(
            "110.000000000" + departure + 0 + packet, // all of it before the span
            "110.004000000" + departure + 0 + packet, // half of it
            "110.050000000" + departure + 2_000_000 + packet,
            "110.060000000" + departure + 0 + packet + " service=2 control",
            "110.106000000" + departure + 0 + packet, // a quarter of it
            "110.050000000 n2 departure link=0 late=0" + packet)) {
      TraceParser.replay(line, run::at);
    }
    SequencedMap<String, Double> metrics = run.metrics(Map.of());

    assertEquals(0.14, metrics.getOrDefault("link.utilisation.n2->n3", 0.0), 1e-12);
    assertFalse(metrics.containsKey("link.utilisation.n2->n1"), "it has no rate");
  }

  @Test
  void aScheduleThatChangesTheRateChangesWhatIsBusy() {
    var run = new Observations(over(0, OptionalLong.empty()));
    String packet = " from=10.0.0.1 to=10.0.0.3 proto=27 id=1 len=1000 sport=5 dport=7";
    for (String line :
        List.of(
            "100.008000000 n2 departure link=1 late=0" + packet, // 8 ms
            "100.012000000 n2 note service=node event=set-link by=schedule link=1"
                + " rate=2000000bit/s",
            "100.016000000 n2 departure link=1 late=0" + packet, // 8 ms: it was in service
            "100.020000000 n2 departure link=1 late=0" + packet, // 4 ms
            "100.040000000 n2 departure link=1 late=0" + packet)) {
      TraceParser.replay(line, run::at);
    }
    SequencedMap<String, Double> metrics = run.metrics(Map.of());

    assertEquals(0.6, metrics.getOrDefault("link.utilisation.n2->n3", 0.0), 1e-12);
    assertEquals(1, metrics.get("schedule.done"));
    assertEquals(0, metrics.get("schedule.refused"));
  }

  /** 64 bytes take 5.12 ns at 100 Gbit/s; a hundred packets, one each 10 ns. */
  @Test
  void partsOfANanosecondAreBusyTogether() {
    var run = new Observations(over(Rate.bitsPerSecond(100e9), 0, OptionalLong.of(1000)));
    for (int k = 1; k <= 100; k++) {
      TraceParser.replay(
          "100.00000%04d n2 departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=27 id=1"
                  .formatted(10 * k)
              + " len=64 sport=5 dport=7",
          run::at);
    }

    assertEquals(0.512, run.metrics(Map.of()).getOrDefault("link.utilisation.n2->n3", 0.0), 0.001);
  }

  @Test
  void withoutAnEndOfItsOwnTheSpanEndsWithTheLastEvent() {
    var run = new Observations(over(0, OptionalLong.empty()));
    TraceParser.replay(
        "100.016000000 n2 departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=27 id=1"
            + " len=1000 sport=5 dport=7",
        run::at);

    assertEquals(0.5, run.metrics(Map.of()).getOrDefault("link.utilisation.n2->n3", 0.0), 1e-12);
  }

  @Test
  void aRunThatEndsBeforeItsSpanIsMeasuredUpToItsEnd() {
    var run = new Observations(over(0, OptionalLong.of(50_000_000_000L)));
    TraceParser.replay(
        "100.016000000 n2 departure link=1 late=0 from=10.0.0.1 to=10.0.0.3 proto=27 id=1"
            + " len=1000 sport=5 dport=7",
        run::at);

    assertEquals(0.5, run.metrics(Map.of()).getOrDefault("link.utilisation.n2->n3", 0.0), 1e-12);
  }

  /** A packet of 1000 bytes takes 8 ms, up to when it was due and not to when it left. */
  @Test
  void aLateDepartureWasInServiceBefore() {
    String packet = " from=10.0.0.1 to=10.0.0.3 proto=27 id=1 len=1000 sport=5 dport=7";
    var run = new Observations(over(10, OptionalLong.of(10_100_000_000L)));
    TraceParser.replay("110.004000000 n2 departure link=1 late=2000000" + packet, run::at); // 2 ms
    TraceParser.replay("110.008000000 n2 departure link=2 late=0" + packet, run::at);
    TraceParser.replay("110.103000000 n2 departure link=1 late=4000000" + packet, run::at); // 8 ms

    assertEquals(0.1, run.metrics(Map.of()).getOrDefault("link.utilisation.n2->n3", 0.0), 1e-12);
  }

  private static ObservationPlan over(long fromSeconds, OptionalLong untilNanos) {
    return over(Rate.bitsPerSecond(1e6), fromSeconds, untilNanos);
  }

  private static ObservationPlan over(Rate rate, long fromSeconds, OptionalLong untilNanos) {
    ObservationPlan plan = plan();
    return new ObservationPlan(
        plan.queueNode(),
        plan.queue(),
        plan.maxThFrames(),
        plan.addressNames(),
        List.of(new ObservedLink("n2", 1, "n2->n3", rate)),
        new ObservedSpan(fromSeconds * 1_000_000_000L, untilNanos),
        plan.epochNanos());
  }

  private static List<String> told() throws Exception {
    return Files.readAllLines(Path.of("resources/golden/connections.trace"));
  }

  private static Observations observe(List<String> lines) {
    var run = new Observations(plan());
    lines.forEach(line -> TraceParser.replay(line, run::at));
    return run;
  }

  private static ObservationPlan plan() {
    var names = new LinkedHashMap<String, String>();
    names.put("10.0.0.1", "n1");
    names.put("10.0.0.2", "n2");
    names.put("10.0.0.3", "n3");
    return TestPlans.whole("n2", "link-1", OptionalDouble.empty(), names, 100_000_000_000L);
  }
}
