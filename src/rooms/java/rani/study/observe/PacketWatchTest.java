// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rani.study.tracefile.TraceParser;

/** Source n1, whose packets are filtered at i2 and later at i1, or come to the sink s. */
class PacketWatchTest {
  private static final ObservedSpan WHOLE = ObservedSpan.WHOLE;

  @Test
  void delaysAreFromEachCopysOwnSendingToTheSink() {
    SequencedMap<String, Double> metrics =
        observe(
            WHOLE,
            "1.000000000 n1 origin" + packet(7),
            "1.500000000 i1 drop reason=queue-full" + packet(7),
            "2.000000000 n1 origin" + packet(8), // the same data, sent again
            "2.250000000 s delivery at=sink" + packet(8),
            "3.000000000 n1 origin" + packet(9),
            "3.750000000 s delivery at=sink" + packet(9),
            "3.800000000 s delivery at=sink" + packet(9), // a copy that a link made
            "4.000000000 n1 origin" + packet(10) + " service=2 control",
            "9.000000000 s delivery at=sink" + packet(10) + " service=2 control");

    assertEquals(0.5, metrics.get("delay.n1.mean"));
    assertEquals(0.25, metrics.get("delay.n1.p50"));
    assertEquals(0.75, metrics.get("delay.n1.p95"));
    assertEquals(0.75, metrics.get("delay.n1.max"));
    assertEquals(1, metrics.get("dropped.n1"));
  }

  /** A wire of exactly 100 ms. */
  @Test
  void noDelayIsLongerThanItWas() {
    SequencedMap<String, Double> metrics =
        observe(
            WHOLE,
            "1.000000000 n1 origin" + packet(1),
            "1.100000000 s delivery at=sink" + packet(1),
            "1.200000000 n1 origin" + packet(2),
            "1.300000001 s delivery at=sink" + packet(2));

    assertEquals(0.1, metrics.get("delay.n1.p50"));
    assertEquals(0.100000001, metrics.get("delay.n1.max"));
    assertEquals(0.1000000005, metrics.get("delay.n1.mean"));
  }

  @Test
  void whatComesInACopyWasNotDropped() {
    SequencedMap<String, Double> metrics =
        observe(
            WHOLE,
            "1.000000000 n1 origin" + packet(1),
            "1.500000000 i1 drop reason=queue-full" + packet(1),
            "1.600000000 s delivery at=sink" + packet(1), // a copy that a link made
            "2.000000000 n1 origin" + packet(2),
            "2.200000000 i1 filter change=install link=1 flow=10.0.0.1 until=9.000000000 caught=0",
            "2.500000000 i1 drop reason=filtered" + packet(2),
            "2.600000000 s delivery at=sink" + packet(2),
            "2.700000000 s delivery at=sink" + packet(2), // one more
            "3.000000000 n1 origin" + packet(3),
            "3.500000000 i1 drop reason=filtered" + packet(3),
            "4.000000000 n1 origin" + packet(3), // another that got the same number
            "4.500000000 s delivery at=sink" + packet(3));

    assertEquals(1, metrics.get("dropped.n1"));
    assertEquals(1, metrics.get("dropped.n1.filtered"));
    assertFalse(metrics.containsKey("dropped.n1.queue-full"), metrics::toString);
    assertEquals(1, metrics.get("filtered.n1"));
    assertEquals(3, metrics.get("filter.first.i1"));
    assertEquals(3, metrics.get("drops.total"));
    assertEquals(0.6, metrics.get("delay.n1.max"));
    assertClose(8 * 3 * 1000 / 4.5, "throughput.n1", metrics, 1e-9);
  }

  @Test
  void dropsAreToldByTheirReasons() {
    SequencedMap<String, Double> metrics =
        observe(
            WHOLE,
            "1.000000000 n1 origin" + packet(1),
            "1.000000000 n1 origin" + packet(2),
            "1.000000000 n1 origin" + packet(3),
            "1.000000000 n1 origin" + packet(4),
            "1.500000000 i1 drop reason=queue-full" + packet(1),
            "1.500000000 i1 drop reason=queue-full" + packet(3),
            "1.600000000 i2 drop reason=expired" + packet(2),
            "1.600000000 i2 drop reason=expired" + packet(2)); // a copy that a link made

    assertEquals(3, metrics.get("dropped.n1"));
    assertEquals(2, metrics.get("dropped.n1.queue-full"));
    assertEquals(1, metrics.get("dropped.n1.expired"));
  }

  @Test
  void fairnessIsAmongThoseThatSendTraffic() {
    List<String> lines = new ArrayList<>();
    int[] arrived = {3, 1, 0, 5};
    for (int source = 1; source <= arrived.length; source++) {
      lines.add("0.500000000 n" + source + " origin" + from(source, 100));
      for (int id = 1; id <= arrived[source - 1]; id++) {
        lines.add("1.000000000 n" + source + " origin" + from(source, id));
        lines.add("2.000000000 s delivery at=sink" + from(source, id));
      }
    }
    Observations run = run(WHOLE, lines.toArray(String[]::new));
    Map<String, Object> offered = Map.of("source", Map.of("offered", 6L));

    // Jain's formula for 3, 1, and 0 packets of the same size; n4 answers, and offers nothing.
    assertEquals(
        16 / (3 * 10.0),
        run.metrics(Map.of("n1", offered, "n2", offered, "n3", offered))
            .getOrDefault("fairness.jain", 0.0),
        1e-12);
    assertFalse(run.metrics(Map.of("n1", offered)).containsKey("fairness.jain"), "one source");
  }

  private static String from(int source, int id) {
    return packet(id).replace("10.0.0.1", "10.0.1." + source);
  }

  @Test
  void onlyWhatReachesASinkHasADelay() {
    SequencedMap<String, Double> metrics =
        observe(
            WHOLE,
            "1.000000000 n1 origin" + packet(7),
            "1.500000000 n1 delivery at=source" + packet(7),
            "2.000000000 n1 origin" + packet(8),
            "2.500000000 s delivery at=ping" + packet(8));

    assertFalse(metrics.containsKey("delay.n1.mean"), metrics::toString);
    assertFalse(metrics.containsKey("throughput.n1"), metrics::toString);
    assertFalse(metrics.containsKey("last-delivery-seconds.n1"), metrics::toString);
  }

  @Test
  void onlyWhatArrivesWithinTheMeasuredSpanHasADelay() {
    SequencedMap<String, Double> metrics =
        observe(
            new ObservedSpan(2_000_000_000L, OptionalLong.of(4_000_000_000L)),
            "1.000000000 n1 origin" + packet(1),
            "1.100000000 s delivery at=sink" + packet(1),
            "1.200000000 n1 origin" + packet(2),
            "3.200000000 s delivery at=sink" + packet(2),
            "3.300000000 n1 origin" + packet(3),
            "4.300000000 s delivery at=sink" + packet(3));

    assertClose(2, "delay.n1.mean", metrics, 1e-9);
    assertClose(8 * 1000 / 2.0, "throughput.n1", metrics, 1e-9);
    assertEquals(0, metrics.get("dropped-per-second.n1"));
  }

  @Test
  void aFilterThatWalksUpstreamCatchesTheLastPacketsInOrder() {
    SequencedMap<String, Double> metrics =
        observe(WHOLE, walk("s", "s", "i2", "i2", "i1", "i1", "i1"));

    assertEquals(5, metrics.get("filtered.n1"));
    assertEquals(0, metrics.get("filter.passed-after.n1"));
    assertEquals(0, metrics.get("filter.steps-back.n1"));
    assertEquals(3, metrics.get("filter.first.i2"));
    assertEquals(4, metrics.get("filter.last.i2"));
    assertEquals(5, metrics.get("filter.first.i1"));
    assertEquals(7, metrics.get("filter.last.i1"));
  }

  @Test
  void whatGetsPastAFilterOrIsCaughtFurtherDownAgainIsCounted() {
    SequencedMap<String, Double> metrics =
        observe(WHOLE, walk("s", "i2", "s", "i1", "s", "i2", "i2", "i1"));

    assertEquals(2, metrics.get("filter.passed-after.n1"));
    assertEquals(2, metrics.get("filter.steps-back.n1"));
  }

  @Test
  void whoWasNotFilteredHasNoNumbersOfFilters() {
    SequencedMap<String, Double> metrics = observe(WHOLE, walk("s", "s"));

    assertFalse(
        metrics.keySet().stream().anyMatch(name -> name.startsWith("filter.p")), metrics::toString);
    assertFalse(metrics.containsKey("filter.first.i2"), metrics::toString);
  }

  @Test
  void timesAndRatesCountFromTheEpoch() {
    Observations run =
        new Observations(
            new ObservationPlan(
                "i2",
                "node",
                OptionalDouble.empty(),
                new LinkedHashMap<>(Map.of("10.0.0.1", "n1", "10.0.0.4", "s")),
                List.of(),
                new ObservedSpan(2_000_000_000L, OptionalLong.of(6_000_000_000L)),
                100_000_000_000L));
    for (int second = 101; second <= 108; second++) {
      TraceParser.replay(second + ".500000000 n1 origin" + packet(second), run::at);
      TraceParser.replay(
          second
              + ".750000000 "
              + (second % 2 == 0 ? "i1 drop reason=filtered" : "s delivery at=sink")
              + packet(second),
          run::at);
    }
    SequencedMap<String, Double> metrics =
        run.metrics(
            Map.of(
                "n1", Map.of("source", Map.of("offered", 8L)),
                "s", Map.of("sink", Map.of("distinct.10.0.0.1", 4L))));

    assertEquals(8.75, metrics.get("duration-seconds"));
    assertEquals(7.75, metrics.get("last-delivery-seconds.n1"));
    assertEquals(2 / 4.0, metrics.get("dropped-per-second.n1"), "at 2.75 and 4.75 s");
    assertEquals(8 * 2 * 1000 / 4.0, metrics.get("throughput.n1"), "at 3.75 and 5.75 s");
    assertEquals(4 + 4, metrics.get("delivered-or-dropped.n1"));
    assertEquals(Map.of("n1", List.of("s")), run.ways());
  }

  @Test
  void waysLeadToEachSinkOnceInTheOrderOfTheFirstDelivery() {
    List<String> lines = new ArrayList<>();
    int[] sinks = {4, 3, 4, 4, 3, 0};
    for (int id = 0; id < sinks.length; id++) {
      String packet = packet(id).replace("10.0.0.4", "10.0.1." + sinks[id]);
      lines.add("1.000000000 n1 origin" + packet);
      lines.add("2.000000000 n4 delivery at=sink" + packet);
    }

    assertEquals(
        Map.of("n1", List.of("n4", "n3", "10.0.1.0")),
        run(WHOLE, lines.toArray(String[]::new)).ways());
  }

  private static void assertClose(
      double expected, String metric, SequencedMap<String, Double> metrics, double tolerance) {
    assertEquals(expected, metrics.getOrDefault(metric, Double.NaN), tolerance, metric);
  }

  /** Packets 1, 2, … with the place at which each ends. */
  private static String[] walk(String... ends) {
    List<String> lines = new ArrayList<>();
    for (String node : List.of("i2", "i1")) {
      lines.add(
          "0.100000000 "
              + node
              + " filter change=install link=0 flow=10.0.0.1 until=9.000000000 caught=0");
    }
    IntStream.rangeClosed(1, ends.length)
        .forEach(
            id -> {
              String end = ends[id - 1];
              lines.add("1.000000000 n1 origin" + packet(id));
              lines.add(
                  "1.000000000 "
                      + end
                      + (end.equals("s") ? " delivery at=sink" : " drop reason=filtered link=0")
                      + packet(id));
            });
    return lines.toArray(String[]::new);
  }

  private static String packet(int id) {
    return " from=10.0.0.1 to=10.0.0.4 proto=17 id=" + id + " len=1000 sport=5 dport=7";
  }

  private static SequencedMap<String, Double> observe(ObservedSpan span, String... lines) {
    return run(span, lines).metrics(Map.of());
  }

  private static Observations run(ObservedSpan span, String... lines) {
    var names = new LinkedHashMap<String, String>();
    names.put("10.0.0.1", "n1");
    names.put("10.0.0.4", "s");
    IntStream.rangeClosed(1, 4).forEach(k -> names.put("10.0.1." + k, "n" + k));
    var run =
        new Observations(
            new ObservationPlan("i2", "node", OptionalDouble.empty(), names, List.of(), span, 0));
    List.of(lines).forEach(line -> TraceParser.replay(line, run::at));
    return run;
  }
}
