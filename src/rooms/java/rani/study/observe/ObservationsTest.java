// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import rani.service.metric.Crossing;
import rani.service.metric.FilterSpan;
import rani.study.tracefile.TraceParser;
import rani.world.Verdict;

/** A greedy source n1 and a responsive one n2 at node n7, told by hand; max_th is 2.5 there. */
class ObservationsTest {
  private static final String GREEDY =
      " from=10.0.0.1 to=10.0.0.8 proto=17 id=1 len=1000 sport=5 dport=7";
  private static final String RESPONSIVE =
      " from=10.0.0.2 to=10.0.0.8 proto=17 id=1 len=1000 sport=5 dport=7";

  private static final SequencedMap<String, String> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put("10.0.0.1", "n1");
    NAMES.put("10.0.0.2", "n2");
  }

  private static final List<String> GREEDY_RUN =
      List.of(
          "100.000000000 n1 origin" + GREEDY,
          "100.010000000 n1 verdict queue=link-1 verdict=enqueue queued=90 average=90" + GREEDY,
          "100.100000000 n7 verdict queue=node verdict=enqueue queued=0 average=0" + GREEDY,
          "100.200000000 n7 verdict queue=node verdict=enqueue queued=1 average=1.5" + RESPONSIVE,
          "100.300000000 n7 verdict queue=node verdict=enqueue queued=4 average=2.75" + GREEDY,
          "100.300000000 n7 congestion queue=node kind=above-max average=2.75",
          "100.300000000 n7 note service=lgc event=trigger p=5 n=2 r=4 gci=10.0.0.1 held=4",
          "100.300000000 n7 filter change=install link=1 flow=10.0.0.1 until=200.300000000"
              + " caught=0",
          "100.400000000 n7 drop reason=filtered link=1" + GREEDY,
          "100.500000000 n7 verdict queue=node verdict=enqueue queued=3 average=2.6" + RESPONSIVE,
          "100.600000000 n7 verdict queue=node verdict=overflow queued=2 average=2.4" + RESPONSIVE,
          "100.600000000 n7 drop reason=queue-full link=2" + RESPONSIVE,
          "100.600000000 n7 congestion queue=node kind=below-max average=2.4",
          "100.700000000 n8 delivery at=sink" + RESPONSIVE,
          "100.800000000 n7 drop reason=bad-length link=2 frame=17bytes");

  @Test
  void theQueueSeriesHoldsThePacketsThatReachedTheObservedQueueCountedFromOne() {
    List<QueueSample> samples = observe(GREEDY_RUN).queueSamples();

    assertEquals(5, samples.size());
    assertEquals(
        new QueueSample(3, 300_000_000L, "10.0.0.1", 4, 2.75, Verdict.ENQUEUE), samples.get(2));
    assertEquals(Verdict.OVERFLOW, samples.getLast().verdict());
  }

  @Test
  void theTriggerTheFilterAndTheStretchOverMaxThAreRelativeToTheEpoch() {
    Observations run = observe(GREEDY_RUN);

    assertEquals(
        List.of("300000000 LGC triggers: n1 holds 4 of 5 packets, r = 4; finds n1"),
        run.moments().stream()
            .map(moment -> moment.timeNanos() + " " + moment.text() + "; " + moment.brief())
            .toList());
    assertEquals(
        List.of(new Crossing(300_000_000L, OptionalLong.of(600_000_000L))), run.crossings());
    assertEquals(
        List.of(
            new FilterSpan(
                "n7",
                OptionalInt.of(1),
                "10.0.0.1",
                300_000_000L,
                100_300_000_000L,
                OptionalLong.empty(),
                1)),
        run.filters());
    assertEquals(3, run.drops().size());
    assertEquals(new DropSample(800_000_000L, "n7", "", "bad-length"), run.drops().getLast());
  }

  @Test
  void theMetricsCarryTheNamesThatExperimentsUse() {
    SequencedMap<String, Double> metrics = observe(GREEDY_RUN).metrics(facts());

    assertMetric(1, "lgc.triggers", metrics);
    assertMetric(5, "lgc.trigger.p", metrics);
    assertMetric(2, "lgc.trigger.n", metrics);
    assertMetric(4, "lgc.trigger.r", metrics);
    assertMetric(4, "lgc.trigger.held", metrics);
    assertMetric(1, "lgc.trigger.source", metrics);
    assertMetric(0.3, "lgc.gap-seconds", metrics);
    assertMetric(100, "lgc.filter-seconds", metrics);
    assertMetric(0, "lgc.active-filter-messages", metrics);
    assertMetric(4, "offered.n1", metrics);
    assertMetric(2, "delivered.n1", metrics);
    assertMetric(0.5, "through.n1", metrics);
    assertMetric(1, "through.n2", metrics);
    assertMetric(5, "delivered.total", metrics);
    assertMetric(2.75, "queue.n7.average-max", metrics);
    assertMetric(4, "queue.n7.queued-max", metrics);
    assertMetric(1, "queue.n7.tail-drops", metrics);
    assertMetric(90, "queue.n1.queued-max", metrics);
    assertMetric(0, "queue.n7.entered-after-filter.n1", metrics);
    assertMetric(3, "drops.total", metrics);
    assertMetric(1, "drops.filtered", metrics);
    assertMetric(1, "drops.queue-full", metrics);
    assertMetric(0.8, "duration-seconds", metrics);
  }

  @Test
  void aPacketOfAFilteredFlowThatEntersTheQueueAllTheSameIsCounted() {
    var lines = new ArrayList<>(GREEDY_RUN);
    lines.add("100.900000000 n7 verdict queue=node verdict=enqueue queued=1 average=2" + GREEDY);
    lines.add("100.900000000 n7 verdict queue=node verdict=overflow queued=9 average=2" + GREEDY);
    lines.add(
        "100.950000000 n7 filter change=remove link=1 flow=10.0.0.1 until=200.300000000 caught=1");
    lines.add("100.960000000 n7 verdict queue=node verdict=enqueue queued=1 average=2" + GREEDY);

    assertMetric(1, "queue.n7.entered-after-filter.n1", observe(lines).metrics(Map.of()));
  }

  @Test
  void theLinkQueueBehindANodeQueueIsNoSecondEntry() {
    var lines = new ArrayList<>(GREEDY_RUN);
    lines.add("100.900000000 n7 verdict queue=link-6 verdict=enqueue queued=9 average=9" + GREEDY);
    SequencedMap<String, Double> metrics = observe(lines).metrics(Map.of());

    assertMetric(0, "queue.n7.entered-after-filter.n1", metrics);
    assertMetric(4, "queue.n7.queued-max", metrics);
    assertMetric(2.75, "queue.n7.average-max", metrics);
  }

  @Test
  void aSecondFilterOfTheSameFlowIsAnotherLifeOnlyAfterTheFirstEnded() {
    Observations run =
        observe(
            List.of(
                "101.000000000 n7 filter change=install link=1 flow=10.0.0.1 until=106.000000000"
                    + " caught=0",
                "101.500000000 n7 drop reason=filtered link=1" + GREEDY,
                "102.000000000 n7 filter change=refresh link=1 flow=10.0.0.1 until=107.000000000"
                    + " caught=1",
                "103.500000000 n7 drop reason=filtered link=1" + GREEDY,
                "107.000000000 n7 filter change=expire link=1 flow=10.0.0.1 until=107.000000000"
                    + " caught=2",
                "108.000000000 n7 filter change=install link=1 flow=10.0.0.1 until=113.000000000"
                    + " caught=0"));

    assertEquals(
        List.of(
            new FilterSpan(
                "n7",
                OptionalInt.of(1),
                "10.0.0.1",
                1_000_000_000L,
                7_000_000_000L,
                OptionalLong.of(7_000_000_000L),
                2),
            new FilterSpan(
                "n7",
                OptionalInt.of(1),
                "10.0.0.1",
                8_000_000_000L,
                13_000_000_000L,
                OptionalLong.empty(),
                0)),
        run.filters());
  }

  @Test
  void whatADiversionCatchesIsNotWhatAFilterDropped() {
    String flow = " link=1 flow=10.0.0.1:5>10.0.0.8:7/27 until=106.000000000";
    SequencedMap<String, Double> metrics =
        observe(
                List.of(
                    "101.000000000 n7 filter change=install" + flow + " caught=0",
                    "103.000000000 n7 filter change=remove" + flow + " caught=7"))
            .metrics(Map.of());

    assertMetric(0, "filter.caught.n7", metrics);
    assertMetric(0, "filter.caught.total", metrics);
  }

  @Test
  void aRunWithoutCongestionHasNoTriggerAndNoMetricOfOne() {
    Observations run =
        observe(
            List.of(
                "100.100000000 n7 verdict queue=node verdict=enqueue queued=0 average=0" + GREEDY));
    SequencedMap<String, Double> metrics = run.metrics(facts());

    assertMetric(0, "lgc.triggers", metrics);
    assertMetric(0, "drops.total", metrics);
    assertFalse(metrics.containsKey("lgc.trigger.p"));
    assertFalse(metrics.containsKey("lgc.gap-seconds"));
    assertTrue(run.crossings().isEmpty());
  }

  @Test
  void aCrossingThatLastsToTheEndHasNoB() {
    Observations run = observe(GREEDY_RUN.subList(0, 9));

    assertEquals(List.of(new Crossing(300_000_000L, OptionalLong.empty())), run.crossings());
    assertFalse(run.metrics(facts()).containsKey("lgc.gap-seconds"));
  }

  @Test
  void laterTriggersHaveNamesOfTheirOwn() {
    var lines = new ArrayList<>(GREEDY_RUN);
    lines.add("104.500000000 n7 note service=lgc event=trigger p=9 n=3 r=7 gci=10.0.0.2 held=8");
    SequencedMap<String, Double> metrics = observe(lines).metrics(facts());

    assertMetric(2, "lgc.triggers", metrics);
    assertMetric(1, "lgc.trigger.source", metrics);
    assertMetric(2, "lgc.trigger-2.source", metrics);
    assertMetric(9, "lgc.trigger-2.p", metrics);
  }

  @Test
  void missesAndMessagesThatMoveTheFilterAreCounted() {
    SequencedMap<String, Double> metrics =
        observe(
                List.of(
                    "101.000000000 n7 note service=lgc event=miss p=9 n=3 r=7 gci=10.0.0.2 held=5",
                    "102.000000000 i3 note service=active-filter event=propagate id=4"
                        + " gci=10.0.0.1"))
            .metrics(Map.of());

    assertMetric(0, "lgc.triggers", metrics);
    assertMetric(1, "lgc.misses", metrics);
    assertMetric(1, "lgc.active-filter-messages", metrics);
  }

  @Test
  void aFilterOfOneConnectionIsNotThatOfItsSource() {
    String packet = " from=10.0.0.1 to=10.0.0.8 proto=17 id=1 len=1000 sport=5 dport=";
    String verdict = " n7 verdict queue=node verdict=enqueue queued=1 average=1.0";
    SequencedMap<String, Double> metrics =
        observe(
                List.of(
                    "101.000000000 n7 filter change=install link=1"
                        + " flow=10.0.0.1:5>10.0.0.8:7/17 until=106.000000000 caught=0",
                    "102.000000000" + verdict + packet + 7,
                    "103.000000000" + verdict + packet + 8))
            .metrics(Map.of());

    assertMetric(1, "queue.n7.entered-after-filter.10.0.0.1:5>10.0.0.8:7/17", metrics);
  }

  @Test
  void aTriggerThatDoesNotSayItsNumbersIsRefused() {
    String line = "104.500000000 n7 note service=lgc event=trigger p=9 n=many r=7";

    assertEquals(
        "a decision of LGC without a number 'n': " + line,
        assertThrows(IllegalArgumentException.class, () -> observe(List.of(line))).getMessage());
  }

  @Test
  void messagesOfConnectionsAreDeliveredAsDistinctPacketsAre() {
    SequencedMap<String, Double> metrics =
        observe(GREEDY_RUN)
            .metrics(
                Map.of(
                    "n1", Map.of("source", Map.of("offered", 10L)),
                    "n8",
                        Map.of(
                            "sink",
                            Map.of(
                                "distinct.10.0.0.1", 2L,
                                "messages.10.0.0.1", 3L,
                                "messages", 3L,
                                "message-bytes.10.0.0.1", 2886L))));

    assertMetric(5, "delivered.n1", metrics);
    assertMetric(0.5, "through.n1", metrics);
  }

  @Test
  void aSourceThatAsksTellsHowLongItsResponsesTook() {
    Map<String, Object> asking =
        Map.of(
            "offered",
            3L,
            "responses",
            2L,
            "response-seconds-mean",
            0.25,
            "response-seconds-max",
            0.375);
    Map<String, Object> silent =
        Map.of("offered", 3L, "responses", 0L, "response-seconds-mean", 0.0);
    SequencedMap<String, Double> metrics =
        observe(GREEDY_RUN)
            .metrics(Map.of("n1", Map.of("source", asking), "n2", Map.of("source", silent)));

    assertMetric(2, "rdp.responses.n1", metrics);
    assertMetric(0.25, "rdp.response-mean-seconds.n1", metrics);
    assertMetric(0.375, "rdp.response-max-seconds.n1", metrics);
    assertFalse(metrics.containsKey("rdp.responses.n2"), "nothing came that took time");
  }

  private static Observations observe(List<String> lines) {
    var run =
        new Observations(
            TestPlans.whole("n7", "node", OptionalDouble.of(2.5), NAMES, 100_000_000_000L));
    lines.forEach(line -> TraceParser.replay(line, run::at));
    return run;
  }

  private static Map<String, Map<String, Object>> facts() {
    return Map.of(
        "n1", Map.of("source", Map.of("offered", 4L, "done", true)),
        "n2", Map.of("source", Map.of("offered", 3L, "done", true)),
        "n8", Map.of("sink", Map.of("distinct.10.0.0.1", 2L, "distinct.10.0.0.2", 3L)));
  }

  private static void assertMetric(
      double expected, String name, SequencedMap<String, Double> metrics) {
    assertTrue(metrics.containsKey(name), () -> name + " is missing from " + metrics.keySet());
    assertEquals(expected, metrics.getOrDefault(name, Double.NaN), 1e-9, name);
  }

  /** The congestion's own line tells of it where no verdict does. */
  @Test
  void aCrossingMayBeToldByCongestionAlone() {
    String average = " n7 congestion queue=node kind=";
    Observations run =
        observe(
            List.of(
                "100.300000000" + average + "above-max average=2.75",
                "100.400000000" + average + "early-drop average=2.75",
                "100.500000000 n8 congestion queue=node kind=below-max average=2.4",
                "100.500000000 n7 congestion queue=link-1 kind=below-max average=2.4",
                "100.600000000" + average + "below-max average=2.4"));

    assertEquals(
        List.of(new Crossing(300_000_000L, OptionalLong.of(600_000_000L))), run.crossings());
  }

  @Test
  void whatQueuesDropOfConnectionsIsCounted() {
    var lines = new ArrayList<String>();
    for (String reason :
        List.of(
            "queue-full",
            "red-early",
            "red-forced",
            "sojourn",
            "pie",
            "aqm",
            "filtered",
            "expired")) {
      lines.add("100.500000000 n7 drop reason=" + reason + GREEDY.replace("=17", "=27"));
      lines.add("100.500000000 n7 drop reason=" + reason + GREEDY);
      lines.add("100.500000000 n7 drop reason=" + reason + GREEDY);
    }
    SequencedMap<String, Double> metrics = observe(lines).metrics(Map.of());

    assertMetric(6, "rdp.queue-drops.total", metrics);
    assertMetric(24, "drops.total", metrics);
    assertMetric(3, "drops.pie", metrics);
  }

  @Test
  void whatSchedulesDidAndWhatNodesRefusedIsCountedApart() {
    String note = "100.500000000 n7 note service=node event=";
    SequencedMap<String, Double> metrics =
        observe(
                List.of(
                    note + "refused by=schedule link=1",
                    note + "set-link by=schedule link=2",
                    note + "refused by=schedule link=1",
                    note + "set-link by=operator link=2",
                    note.replace("node", "lgc") + "set-link by=schedule link=2"))
            .metrics(Map.of());

    assertMetric(1, "schedule.done", metrics);
    assertMetric(2, "schedule.refused", metrics);
    assertFalse(
        observe(List.of(note + "set-link by=operator link=2"))
            .metrics(Map.of())
            .containsKey("schedule.done"));
    assertMetric(
        0, "schedule.done", observe(List.of(note + "refused by=schedule")).metrics(Map.of()));
  }

  @Test
  void aSourceThatOfferedNothingHasNoShareThatCameThrough() {
    SequencedMap<String, Double> metrics =
        observe(GREEDY_RUN).metrics(Map.of("n1", Map.of("source", Map.of("offered", 0L))));

    assertMetric(0, "offered.n1", metrics);
    assertFalse(metrics.containsKey("through.n1"));
  }

  @Test
  void withoutSeriesTheMetricsAreTheSame() {
    Observations with = observe(GREEDY_RUN);
    Observations without =
        Observations.withoutSeries(
            TestPlans.whole("n7", "node", OptionalDouble.of(2.5), NAMES, 100_000_000_000L));
    GREEDY_RUN.forEach(line -> TraceParser.replay(line, without::at));

    assertEquals(with.metrics(facts()), without.metrics(facts()));
    assertEquals(List.of(), without.queueSamples());
    assertEquals(List.of(), without.drops());
  }

  @Test
  void theSpanHoldsBothItsEnds() {
    ObservedSpan span = new ObservedSpan(2, OptionalLong.of(5));

    assertFalse(span.contains(1));
    assertTrue(span.contains(2));
    assertTrue(span.contains(5));
    assertFalse(span.contains(6));
    assertTrue(new ObservedSpan(2, OptionalLong.empty()).contains(Long.MAX_VALUE));
  }
}
