// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import rani.queue.Rate;
import rani.service.metric.MetricInterval;
import rani.service.metric.MetricRow;
import rani.study.tracefile.TraceParser;

/** The rows of all metrics, and docs/metrics.md, which is made from them. */
class MetricSheetTest {
  private static final Path PAGE = Path.of("../..", "docs", "metrics.md");
  private static final Path MADE = Path.of("target", "metrics.md");
  private static final String INTERVALS = "| interval | it is |";
  private static final String PACKET =
      " from=10.0.0.1 to=10.0.0.3 proto=27 id=1 len=1000 sport=5 dport=7";

  private static final String NEXT_PACKET = PACKET.replace("id=1", "id=2");

  private static final List<String> MORE =
      List.of(
          "108.000000000 n1 origin" + PACKET,
          "108.000000000 n1 origin" + NEXT_PACKET,
          "108.500000000 n3 delivery at=sink" + PACKET,
          "109.000000000 n2 verdict queue=link-1 verdict=enqueue queued=4 average=4" + PACKET,
          "109.000000000 n2 congestion queue=link-1 kind=above-max average=4",
          "109.000000000 n2 note service=lgc event=trigger p=5 n=2 r=4 gci=10.0.0.1 held=4",
          "109.000000000 n2 filter change=install link=0 flow=10.0.0.1"
              + " until=119.000000000 caught=0",
          "109.050000000 n2 drop reason=filtered link=0" + NEXT_PACKET,
          "109.060000000 n2 note service=lgc event=miss p=5 n=2 r=4 gci=10.0.0.1 held=4",
          "109.100000000 n2 verdict queue=link-1 verdict=overflow queued=4 average=3" + PACKET,
          "109.100000000 n2 drop reason=queue-full" + PACKET,
          "109.200000000 n2 congestion queue=link-1 kind=below-max average=2",
          "109.200000000 n2 departure link=1 late=0" + PACKET,
          "109.300000000 n2 note service=node event=cut-link by=schedule link=1");

  /** One metric of each kind that a run may have. */
  private static final List<String> KINDS =
      List.of(
          "lgc.gap-seconds",
          "lgc.filter-seconds",
          "lgc.miss.share",
          "lgc.trigger.entered.n1",
          "lgc.decision-spacing-seconds",
          "lgc.crossings-while-resting",
          "filter.at-seconds.n2",
          "filter.passed-after.n1",
          "filter.first.n2",
          "delivered-or-dropped.n1",
          "delay.n1.p95",
          "queue.n2.entered-after-filter.n1",
          "through.n1",
          "dropped.n1",
          "rdp.goodput.n3",
          "rdp.timeouts.total",
          "rdp.response-max-seconds.n1",
          "rdp.sawtooth.packets.n1",
          "rdp.close-size.n1",
          "rdp.closes-per-second.mean",
          "acc.filters.total",
          "link.utilisation.n2->n3");

  @Test
  void everyMetricOfARunThatHasThemAllHasOneRow() throws Exception {
    TreeMap<String, Integer> others = new TreeMap<>();
    for (String metric : metrics().keySet()) {
      others.put(metric, MetricSheet.all(metric).size());
    }
    others.values().removeIf(rows -> rows == 1);

    assertEquals(Map.of(), others);
  }

  @Test
  void noRowFitsTheNameOfAnother() {
    for (MetricRow row : MetricSheet.rows()) {
      String metric =
          row.pattern()
              .replaceAll("NODE|SOURCE|FLOW", "n1")
              .replace("K", "2")
              .replace("CLASS", "small")
              .replace("REASON", "ttl");
      assertEquals(
          List.of(row),
          MetricSheet.all(metric).stream().map(MetricSheet.Named::row).toList(),
          metric);
    }
  }

  @Test
  void wordsSayOfWhichNodeAndTrigger() {
    assertEquals("packets offered by n1", inWords("offered.n1"));
    assertEquals("packets offered by 10.0.0.7", inWords("offered.10.0.0.7"));
    assertEquals("of them, packets of n3, trigger 12", inWords("lgc.trigger-12.entered.n3"));
    assertEquals("utilisation of a->b#2", inWords("link.utilisation.a->b#2"));
    assertEquals("95th percentile of the delay of packets of n1", inWords("delay.n1.p95"));
    assertEquals("longest delay of packets of n1", inWords("delay.n1.max"));
  }

  private static String inWords(String metric) {
    return MetricSheet.find(metric).orElseThrow().inWords();
  }

  /** What is different goes to a file beside the classes, so that it can be put in place. */
  @Test
  void thePageIsMadeFromTheRows() throws Exception {
    String page = Files.readString(PAGE);
    String written = page.substring(0, page.indexOf(INTERVALS)) + tables();
    Files.writeString(MADE, written);

    assertTrue(written.equals(page), () -> PAGE + " is not what the rows say; " + MADE + " is");
  }

  private static String tables() {
    StringBuilder page = new StringBuilder(INTERVALS).append("\n|---|---|\n");
    for (MetricInterval interval : MetricInterval.values()) {
      line(page, interval.text(), interval.explanation());
    }
    page.append("\n**Over trials** every metric is the ").append(MetricRow.OVER_TRIALS);
    page.append(" ([sweeps.md](sweeps.md) has the rest).\n");
    page.append("\n| metric | unit | interval | what it is | how it is computed | from |\n");
    page.append("|---|---|---|---|---|---|\n");
    for (MetricRow row : MetricSheet.rows()) {
      line(
          page,
          "`" + row.pattern() + "`",
          row.unit().text(),
          row.interval().text(),
          row.words(),
          row.formula() + (row.overNodes().isEmpty() ? "" : ". Over nodes " + row.overNodes()),
          row.events());
    }
    return page.toString();
  }

  private static void line(StringBuilder page, String... cells) {
    String row = Stream.of(cells).map(cell -> cell.replace("|", "\\|")).collect(joining(" | "));
    page.append("| ").append(row).append(" |\n");
  }

  private static SequencedMap<String, Double> metrics() throws Exception {
    var names = new LinkedHashMap<String, String>();
    names.put("10.0.0.1", "n1");
    names.put("10.0.0.2", "n2");
    names.put("10.0.0.3", "n3");
    var run =
        new Observations(
            new ObservationPlan(
                "n2",
                "link-1",
                OptionalDouble.of(2.5),
                names,
                List.of(new ObservedLink("n2", 1, "n2->n3", Rate.bitsPerSecond(1e6))),
                ObservedSpan.WHOLE,
                100_000_000_000L));
    List<String> told = Files.readAllLines(Path.of("resources/golden/connections.trace"));
    // Only where every connection of a node has told what it came to has the node a goodput.
    String end =
        "117.000000000 n3 note service=sink event=closed conn=10.0.0.3:7000-10.0.0.1:49152"
            + " reason=closed-by-peer sent=0 acknowledged=0 received=2000 bytes=0"
            + " retransmissions=0 timeouts=0 fast-retransmits=0 goodput=0";
    Stream.of(told.stream(), MORE.stream(), Stream.of(end))
        .flatMap(lines -> lines)
        .forEach(line -> TraceParser.replay(line, run::at));
    SequencedMap<String, Double> metrics =
        run.metrics(
            Map.of(
                "n1",
                    Map.of(
                        "source",
                        Map.of(
                            "offered",
                            4L,
                            "responses",
                            2L,
                            "response-seconds-mean",
                            0.5,
                            "response-seconds-max",
                            0.75,
                            "closes",
                            3L,
                            "closed-packets",
                            12.0)),
                "n2",
                    Map.of(
                        "ufc-core", Map.of("drops", 3L, "reports", 2L),
                        "ufc-edge", Map.of("own-drops", 1L, "shaped", 5L, "reports-shaping", 1L)),
                "n3", Map.of("sink", Map.of("messages.10.0.0.1", 2L))));
    for (String name : KINDS) {
      assertTrue(metrics.containsKey(name), () -> name + " is not among " + metrics.keySet());
    }
    return metrics;
  }
}
