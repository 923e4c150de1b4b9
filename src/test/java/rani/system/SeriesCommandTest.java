// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.system.RaniCommand.Outcome;
import tools.jackson.databind.JsonNode;

/**
 * {@code rani series} against the trace of the same run, of which these tests read the text: a
 * Poisson source at 1.3 times the rate of its link, and a connection beside it.
 */
@Execution(CONCURRENT)
class SeriesCommandTest {
  private static final String FILE =
      """
      experiment: crowded
      topology:
        nodes: {a: {}, b: {}, c: {}}
        links:
          a -- b: {rate: 100packet/s, delay: 5ms}
          b -- c: {rate: 200packet/s, delay: 5ms}
        defaults: {node: {queue: {limit: 12packet}}}
      traffic:
        - {from: a, to: b, kind: poisson, packets: 300, rate: 130packet/s}
        - {from: c, to: b, kind: bulk, packets: 200, size: 500B, congestion: newreno}
      run: {until: traffic-done, linger: 500ms, max: 20s}
      """;

  private static final String HEAD = "series,connection,time_seconds,until_seconds,value,state";

  @TempDir private static Path folder;
  private static Path run;
  private static List<Line> trace;

  /** A line of a trace (docs/trace-format.md). */
  private record Line(BigDecimal time, String node, String kind, Map<String, String> fields) {
    static Line of(String text) {
      String[] words = text.split(" ");
      Map<String, String> fields = new HashMap<>();
      for (String word : Arrays.asList(words).subList(3, words.length)) {
        int equals = word.indexOf('=');
        fields.put(equals < 0 ? word : word.substring(0, equals), word.substring(equals + 1));
      }
      return new Line(new BigDecimal(words[0]), words[1], words[2], fields);
    }

    boolean is(String where, String what, String field, String value) {
      return node.equals(where) && kind.equals(what) && value.equals(fields.get(field));
    }
  }

  /** A row of what was printed, with its cells by the words of the head. */
  private record Row(Map<String, String> cells) {
    BigDecimal number(String column) {
      return new BigDecimal(cells.getOrDefault(column, ""));
    }

    String text(String column) {
      return cells.getOrDefault(column, "");
    }
  }

  @BeforeAll
  static void run() throws IOException {
    Path file = Files.writeString(folder.resolve("crowded.yaml"), FILE);
    run = folder.resolve("run");
    Path lines = folder.resolve("all.trace");
    InThisJvm.rani("run", "" + file, "--mode=virtual", "--out=" + run, "--trace=" + lines)
        .expectExit(0);
    trace = Files.readAllLines(lines).stream().map(Line::of).toList();
  }

  private static Outcome series(String... arguments) {
    return InThisJvm.rani(
        Stream.concat(Stream.of("series", run.toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static List<Row> rows(String... arguments) {
    List<String> lines = series(arguments).expectExit(0).out().lines().toList();
    assertEquals(HEAD, lines.getFirst());
    String[] columns = HEAD.split(",");
    List<Row> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      assertEquals(columns.length, cells.length, line);
      Map<String, String> row = new LinkedHashMap<>();
      for (int k = 0; k < cells.length; k++) {
        row.put(columns[k], cells[k]);
      }
      rows.add(new Row(row));
    }
    return rows;
  }

  /** Lines of packets of the source of datagrams that came to its sink. */
  private static List<Line> deliveries() {
    return trace.stream()
        .filter(line -> line.is("b", "delivery", "at", "sink"))
        .filter(line -> "10.0.0.1".equals(line.fields().get("from")))
        .toList();
  }

  /** Time zero: series count from it, and traces do not. */
  private static BigDecimal go() {
    return deliveries()
        .getFirst()
        .time()
        .subtract(rows("delay.a").getFirst().number("time_seconds"));
  }

  private static void assertSame(BigDecimal expected, BigDecimal value) {
    assertEquals(expected.doubleValue(), value.doubleValue(), 1e-9);
  }

  @Test
  void aDelayIsFromOriginToDelivery() {
    Map<String, BigDecimal> made = new HashMap<>();
    for (Line line : trace) {
      if (line.is("a", "origin", "from", "10.0.0.1")) {
        made.put(line.fields().getOrDefault("id", ""), line.time());
      }
    }
    List<Line> came = deliveries();
    List<Row> rows = rows("delay.a");
    BigDecimal go = go();

    assertTrue(came.size() > 200 && came.size() < 300, () -> came.size() + " came");
    assertEquals(came.size(), rows.size());
    for (int k = 0; k < rows.size(); k++) {
      Line line = came.get(k);
      BigDecimal begun = made.getOrDefault(line.fields().getOrDefault("id", ""), BigDecimal.ZERO);
      assertEquals("delay.a", rows.get(k).text("series"));
      assertSame(line.time().subtract(begun), rows.get(k).number("value"));
      assertSame(line.time().subtract(go), rows.get(k).number("time_seconds"));
    }
  }

  @Test
  void aQueueIsWhatItsArrivalsFound() {
    List<Line> found =
        trace.stream().filter(line -> line.is("a", "verdict", "queue", "link-0")).toList();
    List<Row> rows = rows("queue.a->b");

    assertEquals(
        found.stream().map(line -> new BigDecimal(line.fields().get("queued"))).toList(),
        rows.stream().map(row -> row.number("value")).toList());
    assertTrue(rows.stream().anyMatch(row -> row.text("value").equals("12")), "it was never full");
  }

  @Test
  void throughputIsOfTheBytesThatCameInABin() {
    BigDecimal go = go();
    Map<Integer, Integer> bytes = new HashMap<>();
    for (Line line : deliveries()) {
      int bin = (int) Math.floor(line.time().subtract(go).doubleValue() / 0.25);
      bytes.merge(bin, Integer.parseInt(line.fields().getOrDefault("len", "")), Integer::sum);
    }
    List<Row> rows = rows("throughput.a", "--bin=250ms");

    assertTrue(rows.size() >= bytes.size(), rows::toString);
    for (Row row : rows) {
      int bin = (int) Math.round(row.number("time_seconds").doubleValue() / 0.25);
      assertEquals(bytes.getOrDefault(bin, 0) * 8 / 0.25, row.number("value").doubleValue(), 1e-6);
    }
  }

  @Test
  void aWindowIsThatOfTheNotesOfItsConnection() {
    List<String> told =
        trace.stream()
            .filter(line -> line.is("c", "note", "event", "window"))
            .map(line -> line.fields().getOrDefault("cwnd", ""))
            .toList();
    List<Row> rows = rows("rdp.cwnd.c");

    assertFalse(rows.isEmpty());
    assertEquals(1, rows.stream().map(row -> row.text("connection")).distinct().count());
    for (Row row : rows) {
      assertTrue(
          told.stream().anyMatch(cwnd -> new BigDecimal(cwnd).compareTo(row.number("value")) == 0),
          row::toString);
    }
  }

  @Test
  void statesFollowOneAnotherWithoutAGap() {
    List<Row> rows = rows("rdp.state.c");

    assertFalse(rows.isEmpty());
    for (int k = 1; k < rows.size(); k++) {
      assertEquals(rows.get(k - 1).text("until_seconds"), rows.get(k).text("time_seconds"));
      assertEquals("", rows.get(k).text("value"));
    }
  }

  @Test
  void jsonHasTheSameNumbersAsColumnsAndTheUnit() {
    List<Row> delays = rows("delay.a");
    List<Row> states = rows("rdp.state.c");
    JsonNode json = RunResult.of(series("delay.a", "rdp.state.c", "--json").expectExit(0)).json();

    assertTrue(json.get("as-recorded").asBoolean());
    assertEquals(run.toString(), json.get("folder").asString());
    JsonNode delay = json.get("series").get(0);
    assertEquals("s", delay.get("unit").asString());
    assertEquals(0, delay.get("without-room").asInt());
    assertColumn(delay.get("value"), delays, "value");
    assertColumn(delay.get("time-seconds"), delays, "time_seconds");
    JsonNode state = json.get("series").get(1);
    assertColumn(state.get("until-seconds"), states, "until_seconds");
    assertEquals(
        states.stream().map(row -> row.text("state")).toList(),
        state.get("state").valueStream().map(JsonNode::asString).toList());
  }

  private static void assertColumn(JsonNode column, List<Row> rows, String name) {
    assertEquals(
        rows.stream().map(row -> row.number(name).doubleValue()).toList(),
        column.valueStream().map(JsonNode::asDouble).toList());
  }

  @Test
  void withoutANameItListsThoseThatTheNetworkMayHave() {
    List<String> names = series().expectExit(0).out().lines().toList();
    JsonNode json = RunResult.of(series("--json").expectExit(0)).json();

    assertEquals(names, json.get("series").valueStream().map(JsonNode::asString).toList());
    assertTrue(
        names.containsAll(
            List.of("delay.a", "sojourn.b->a", "queue.c", "queue.b->c", "fct.total", "rdp.cwnd.c")),
        names::toString);
    assertEquals(names.stream().distinct().toList(), names);
  }

  @Test
  void ofASweepATrialIsFoundByTheBeginningOfItsHash() throws IOException {
    Path sweep = folder.resolve("sweep");
    InThisJvm.rani(
            "sweep", "" + folder.resolve("crowded.yaml"), "--trials=2", "--out=" + sweep, "-j1")
        .expectExit(0);
    for (String result : Files.readAllLines(sweep.resolve("results.jsonl"))) {
      String hash = result.replaceFirst(".*\"trial\":\"([0-9a-f]{64})\".*", "$1");
      String came = result.replaceFirst(".*\"delivered\\.a\":([0-9.]+).*", "$1");
      Outcome outcome =
          InThisJvm.rani("series", "" + sweep, "delay.a", "--trial", hash.substring(0, 12))
              .expectExit(0);

      assertEquals(1 + Double.parseDouble(came), outcome.out().lines().count(), outcome::toString);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          delay.aa               | there is no series `delay.aa`; did you mean
          queue.a--b             | there is no series `queue.a--b`; did you mean
          delay.a --bin=0s       | --bin is more than 0s, not 0s
          delay.a --bin=1parsec  | --bin: `1parsec`
          delay.a --trial=7      | the run has trials 1…1, and no trial 7
          --trail=1              | --trail
          """)
  void whatIsWrongIsToldWithTheNearestRightThing(String words, String told) {
    Outcome outcome = series(words.split(" ")).expectExit(2);

    assertTrue(outcome.err().contains(told), outcome::toString);
    assertEquals("", outcome.out());
  }

  @Test
  void aFolderWithoutARunIsRefused() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Outcome nothing = InThisJvm.rani("series", "" + empty, "delay.a").expectExit(3);
    Outcome missing = InThisJvm.rani("series", "" + folder.resolve("rum"), "delay.a").expectExit(2);

    assertTrue(nothing.err().contains("is no folder of a run"), nothing::toString);
    assertTrue(missing.err().contains("rum"), missing::toString);
  }
}
