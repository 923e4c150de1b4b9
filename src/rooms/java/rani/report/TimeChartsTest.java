// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.rdp.SenderState;
import rani.report.ReportInput.Scheduled;
import rani.study.observe.WindowSample;
import rani.study.observe.WorkingRange;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What charts over time mark, and their scales. */
class TimeChartsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static WindowSample window(SenderState state, double cwnd) {
    return new WindowSample(0, state, cwnd, 65_535, 0, 0, 0);
  }

  private static ScheduleMarks marks(int count, String text, double everySeconds) {
    List<Scheduled> schedule = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      schedule.add(new Scheduled((long) (i * everySeconds * 1e9), text));
    }
    return new ScheduleMarks(schedule, false, 100);
  }

  @Test
  void theScaleOfAWindowIsItsWorkingRange() {
    WindowSample highest = window(SenderState.CONGESTION_AVOIDANCE, 35);
    WindowSample inflated = window(SenderState.PARTIAL_RECOVERY, 250);
    WindowSample little = window(SenderState.FAST_RECOVERY, 40);

    assertEquals(35, WorkingRange.top(List.of(highest, inflated)));
    assertEquals(40, WorkingRange.top(List.of(highest, little)), "inflated by little");
    assertEquals(250, WorkingRange.top(List.of(inflated)), "nothing but a recovery");
    assertEquals(
        60, WorkingRange.top(List.of(window(SenderState.SLOW_START, 60), highest, little)));
  }

  @Test
  void theWindowsChartIsAsHighAsThatAndTellsWhatExceedsIt() throws Exception {
    ReportInput input = SampleRun.connected(SampleConnections.inflated());
    var chart = new ConnectionCharts(input, input.connections().getFirst());
    JsonNode spec = JSON.readTree(chart.overTime());

    assertEquals("packetsTop", spec.at("/params/0/name").asString());
    double top = spec.at("/params/0/value").asDouble();
    assertTrue(top > 27 && top < 32, "27 packets and some headroom, not " + top);
    JsonNode clipped = spec.at("/datasets/clipped");
    assertEquals(1, clipped.size());
    assertEquals("250", clipped.at("/0/text").asString());
    assertTrue(chart.remarks().contains("to at most 250 packets"), chart.remarks());
  }

  @Test
  void timeoutsInARowAreEachMarkedAndTheLongestSilenceIsExplained() throws Exception {
    ReportInput input = SampleRun.connected(List.of(SampleConnections.silent()));
    var chart = new ConnectionCharts(input, input.connections().getFirst());
    JsonNode timeouts = JSON.readTree(chart.overTime()).at("/datasets/timeouts");

    // the samples are 0.4, 0.8 and 0.15 s apart; the fourth is no expiry: its timeout is shorter
    assertEquals(
        List.of(0.4, 0.8, 0.15),
        timeouts.valueStream().map(row -> row.get("silent").asDouble()).toList());
    assertTrue(chart.remarks().contains("3 timeouts in a row"), chart.remarks());
    assertTrue(chart.remarks().contains("lasts 1.350\u202fs"), chart.remarks());
    assertTrue(chart.remarks().contains("back-off"), chart.remarks());
  }

  @Test
  void aSegmentThatIsSentAgainAndAgainIsATimeoutEachTime() throws Exception {
    ReportInput input = SampleRun.connected(List.of(SampleConnections.cut()));
    var chart = new ConnectionCharts(input, input.connections().getFirst());
    JsonNode timeouts = JSON.readTree(chart.overTime()).at("/datasets/timeouts");

    assertEquals(
        List.of(2.0, 4.0, 0.05),
        timeouts.valueStream().map(row -> row.get("silent").asDouble()).toList());
    assertTrue(chart.remarks().contains("lasts 6.050\u202fs: 3 timeouts"), chart.remarks());
  }

  @Test
  void labelsThatWouldOverlapHaveLanesOfTheirOwn() {
    JsonNode far = marks(3, "cut n1 -- n2", 40).labels();
    JsonNode near = marks(3, "cut n1 -- n2", 1).labels();

    assertEquals(List.of(0, 0, 0), far.valueStream().map(row -> row.get("lane").asInt()).toList());
    assertEquals(List.of(0, 1, 2), near.valueStream().map(row -> row.get("lane").asInt()).toList());
    assertEquals(
        ScheduleMarks.LANES, marks(40, "cut n1 -- n2", 0.1).labels().size(), "no further lane");
    JsonNode atTheEnd = marks(2, "cut n1 -- n2", 99).labels();
    assertFalse(atTheEnd.at("/0/left").asBoolean());
    assertTrue(atTheEnd.at("/1/left").asBoolean(), "its text would leave the chart");
  }

  @Test
  void aLongScheduleIsThinnedAndTheCaptionSaysSo() {
    List<Scheduled> schedule = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      schedule.add(new Scheduled(i * 1_000_000L, "cut n1 -- n2"));
    }
    ReportInput input = SampleRun.scheduled(List.of(), schedule);

    ScheduleMarks marks = ScheduleMarks.of(input, 100);
    assertTrue(marks.shown().size() <= ScheduleMarks.MARKS_MAX, "at most 60");
    assertTrue(marks.sentence().contains("of a long schedule only 50 entries"), marks.sentence());
    assertEquals(2, ScheduleMarks.of(input, 0.0015).shown().size(), "what is within the chart");
    assertEquals("", ScheduleMarks.of(SampleRun.greedy(), 100).sentence());
  }
}
