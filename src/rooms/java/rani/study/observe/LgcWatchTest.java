// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.study.tracefile.TraceParser;

/** Decisions of LGC, told by hand; the observed queue is that of n7, with max_th 2.5. */
class LgcWatchTest {
  private static final String PACKET = " to=10.0.0.8 proto=17 id=1 len=1000 sport=5 dport=7";

  private static SequencedMap<String, Double> metrics(String greedy, List<String> lines) {
    var names = new LinkedHashMap<String, String>();
    names.put("10.0.0.1", greedy);
    names.put("10.0.0.2", "n2");
    var run =
        new Observations(
            TestPlans.whole("n7", "node", OptionalDouble.of(2.5), names, 100_000_000_000L));
    lines.forEach(line -> TraceParser.replay(line, run::at));
    return run.metrics(Map.of());
  }

  private static SequencedMap<String, Double> metrics(String... lines) {
    return metrics("n1", List.of(lines));
  }

  private static String decision(String time, String node, String event, int packets) {
    return time + " " + node + " note service=lgc event=" + event + numbers(packets);
  }

  private static String numbers(int packets) {
    return " p=" + packets + " n=3 r=2 gci=10.0.0.1 held=6";
  }

  private static String average(String time, String average) {
    return time
        + " n7 verdict queue=node verdict=enqueue queued=1 average="
        + average
        + " from=10.0.0.2"
        + PACKET;
  }

  private static String joins(String time, String node, String source) {
    return time
        + " "
        + node
        + " verdict queue=node verdict=enqueue queued=1 average=1 from="
        + source
        + PACKET;
  }

  @Test
  void aDecisionIsToldInNumbersAndInSharesOfTheQueue() {
    SequencedMap<String, Double> metrics =
        metrics(
            decision("101.500000000", "n7", "trigger", 8),
            decision("103.000000000", "n7", "miss", 16),
            decision("104.000000000", "n7", "miss", 12));

    assertEquals(1.5, metrics.get("lgc.trigger.at-seconds"));
    assertEquals(8, metrics.get("lgc.trigger.p"));
    assertEquals(3, metrics.get("lgc.trigger.n"));
    assertEquals(2, metrics.get("lgc.trigger.r"));
    assertEquals(6, metrics.get("lgc.trigger.held"));
    assertEquals(2 / 8.0, metrics.get("lgc.trigger.share"));
    assertEquals(6 / 8.0, metrics.get("lgc.trigger.held-share"));
    assertEquals(1, metrics.get("lgc.trigger.source"));
    assertEquals(2, metrics.get("lgc.misses"));
    assertEquals(3, metrics.get("lgc.miss.at-seconds"), "the first of them");
    assertEquals(6 / 16.0, metrics.get("lgc.miss.held-share"));
  }

  @Test
  void anEmptyQueueHasNoShares() {
    SequencedMap<String, Double> metrics = metrics(decision("101.000000000", "n7", "trigger", 0));

    assertEquals(0, metrics.get("lgc.trigger.p"));
    assertFalse(metrics.containsKey("lgc.trigger.share"));
    assertFalse(metrics.containsKey("lgc.trigger.held-share"));
  }

  @ParameterizedTest
  @CsvSource({
    "n10, 10",
    "source-09, 9",
    "n123456789, 123456789",
    "n1234567890, ",
    "greedy, ",
    "77, ",
    "n1/, ",
    "n1:, "
  })
  void aSourceIsTheNumberAtTheEndOfItsName(String name, Double number) {
    assertEquals(
        number,
        metrics(name, List.of(decision("101.000000000", "n7", "trigger", 8)))
            .get("lgc.trigger.source"));
  }

  @Test
  void whatJoinedTheQueueOfThatNodeByTheTriggerIsCountedBySource() {
    SequencedMap<String, Double> metrics =
        metrics(
            joins("100.100000000", "n7", "10.0.0.1"),
            joins("100.200000000", "n7", "10.0.0.1"),
            joins("100.300000000", "n7", "10.0.0.2"),
            joins("100.400000000", "i3", "10.0.0.2"),
            decision("101.000000000", "n7", "trigger", 8),
            joins("101.100000000", "n7", "10.0.0.2"),
            decision("102.000000000", "n7", "trigger", 8));

    assertEquals(2, metrics.get("lgc.trigger.entered.n1"));
    assertEquals(1, metrics.get("lgc.trigger.entered.n2"));
    assertEquals(3, metrics.get("lgc.trigger.entered.total"));
    assertEquals(4, metrics.get("lgc.trigger-2.entered.total"));
  }

  /** 4 s and 2.5 s apart at n7; what i3 decides lies closer, and is another's. */
  @Test
  void spacingIsBetweenDecisionsOfOneNode() {
    assertEquals(
        2.5,
        metrics(
                decision("101.000000000", "n7", "trigger", 8),
                decision("105.000000000", "n7", "miss", 8),
                decision("107.500000000", "n7", "trigger", 8),
                decision("107.600000000", "i3", "trigger", 8))
            .get("lgc.decision-spacing-seconds"));
    assertFalse(
        metrics(
                decision("101.000000000", "n7", "trigger", 8),
                decision("101.100000000", "i3", "trigger", 8))
            .containsKey("lgc.decision-spacing-seconds"));
  }

  @Test
  void crossingsWithoutADecisionAreThoseWhileItRests() {
    List<String> crossings =
        List.of(
            average("101.000000000", "2.6"),
            decision("101.000000000", "n7", "trigger", 8),
            average("102.000000000", "2.5"), // just max_th is not above it
            average("103.000000000", "2.6"),
            average("103.500000000", "2.7"),
            average("104.000000000", "2.4"),
            average("105.000000000", "2.6"),
            decision("105.000000000", "n7", "miss", 8));

    assertEquals(1, metrics("n1", crossings).get("lgc.crossings-while-resting"));
    assertFalse(
        metrics(average("101.000000000", "2.6"), decision("101.000000000", "i3", "trigger", 8))
            .containsKey("lgc.crossings-while-resting"),
        "nothing is decided there");
  }

  @Test
  void theGapLastsFromTheFirstTriggerToTheNextReturn() {
    assertEquals(
        0.75,
        metrics(
                average("100.500000000", "2.6"),
                average("101.000000000", "2.4"), // returns as it is triggered, of another crossing
                decision("101.000000000", "n7", "trigger", 8),
                average("101.250000000", "2.6"),
                average("101.750000000", "2.4"),
                decision("102.000000000", "n7", "trigger", 8),
                average("102.500000000", "2.6"),
                average("103.000000000", "2.4"))
            .get("lgc.gap-seconds"));
  }

  @Test
  void theFilterIsTheFirstOfItsSourceThereFromTheTriggerOn() {
    String filter = " filter change=install link=1 flow=10.0.0.";
    SequencedMap<String, Double> metrics =
        metrics(
            "100.500000000 n7" + filter + "1 until=100.900000000 caught=0",
            "100.900000000 n7 filter change=expire link=1 flow=10.0.0.1 until=100.900000000"
                + " caught=0",
            decision("101.000000000", "n7", "trigger", 8),
            "101.000000000 i3" + filter + "1 until=111.000000000 caught=0",
            "101.000000000 n7" + filter + "2 until=112.000000000 caught=0",
            "101.000000000 n7" + filter + "1 until=104.000000000 caught=0",
            "103.000000000 n7 filter change=refresh link=1 flow=10.0.0.1 until=106.500000000"
                + " caught=0");

    assertEquals(5.5, metrics.get("lgc.filter-seconds"));
    assertFalse(
        metrics(
                decision("101.000000000", "n7", "trigger", 8),
                "101.000000000 i3" + filter + "1 until=111.000000000 caught=0")
            .containsKey("lgc.filter-seconds"));
  }

  @Test
  void messagesToTheFilteredSourceItselfAreCountedApart() {
    String message = "102.000000000 i3 note service=active-filter event=propagate id=4 ";
    SequencedMap<String, Double> metrics =
        metrics(
            message + "gci=10.0.0.1 to=10.0.0.1",
            message + "gci=10.0.0.1 to=10.0.0.9",
            message + "gci=10.0.0.1",
            "102.000000000 i3 note service=active-filter event=install gci=10.0.0.1 to=10.0.0.1");

    assertEquals(3, metrics.get("lgc.active-filter-messages"));
    assertEquals(1, metrics.get("lgc.active-filter-messages-to-sources"));
  }
}
