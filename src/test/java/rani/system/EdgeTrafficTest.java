// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import rani.parts.RealPart;
import rani.parts.SlowTest;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * iperf3 as traffic of experiments: the kernel's TCP through queues, losses and filters. They send
 * little and take their time, so they go side by side.
 */
@SlowTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EdgeTrafficTest {
  private static final Path AVAILABLE =
      Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

  private static final String LOSS =
      """
      experiment: loss
      topology:
        generate: {linear: {nodes: 3}}
        defaults: {link: {rate: 20Mbit/s, delay: 5ms, queue: {limit: 2000packet}}}
        links: {n2 -- n3: {loss: 1%}}
      traffic:
        - {kind: iperf3, from: n1, to: n3, duration: 3s, congestion: cubic}
      captures: [{link: n1:n2, inner: true}]
      run: {until: traffic-done, linger: 500ms, max: 60s}
      measure: {queue: n1 -> n2}
      expect:
        - {metric: edge.n1-n3.exit-code, equals: 0}
      """;

  @TempDir private static Path temporary;

  private Workplace place;
  private Running loss;
  private Running disciplines;
  private Running flood;

  @BeforeAll
  void startExperiments() throws IOException {
    ShellTest.needEdges();
    RealPart.program("iperf3");
    List<String> available = List.of(Files.readString(AVAILABLE).strip().split(" "));
    RealPart.need(available.contains("cubic"), "tcp_cubic in its kernel");
    place = new Workplace(temporary);
    place.write("loss.yaml", LOSS);
    loss = run("loss.yaml");
    disciplines = run(Checkout.file("config/experiments/edges/edge-aqm.yaml"));
    flood = run(Checkout.file("config/experiments/edges/edge-lgc.yaml"));
  }

  @AfterAll
  void nothingIsLeft() {
    place.assertNothingRunsAndNoFileIsAstray();
  }

  private Running run(String experiment) {
    return place
        .rani("run", experiment, "--mode", "live", "--in-process", "--trust", "--json")
        .start();
  }

  /**
   * The node's view of a connection with losses beside that of tshark, which sees it where it
   * leaves by the first link, and beside iperf3's, which asks the kernel.
   */
  @Test
  void tsharkAndTheKernelSeeTheSameConnection() {
    RealPart.program("tshark");
    RunResult result = RunResult.of(loss.await()).expectPassed();

    Path folder = result.folder(place.here());
    String capture = folder.resolve("captures/n1-n2-inner.pcapng").toString();
    List<String> seen =
        tshark(
            capture,
            // One octet again is a keep-alive to tshark, acknowledged or not; iperf3 sends none.
            "ip.src == 10.0.0.1 && (tcp.analysis.retransmission || tcp.analysis.out_of_order"
                + " || tcp.analysis.spurious_retransmission"
                + " || (tcp.analysis.keep_alive && tcp.len == 1))",
            "frame.number");
    assertEquals(seen.size(), result.metric("tcp.retransmissions.n1"), result::toString);
    double told = result.metric("iperf3.n1-n3.retransmissions");
    assertTrue(told > 0 && told <= seen.size(), result::toString); // of its data, without control
    double least =
        tshark(capture, "ip.src == 10.0.0.3 && tcp.analysis.ack_rtt", "tcp.analysis.ack_rtt")
            .stream()
            .mapToDouble(Double::parseDouble)
            .min()
            .orElseThrow();
    double ours = result.metric("tcp.rtt.n1.min"); // of fewer segments, and with the node's time
    assertTrue(ours >= 0.020 && ours > 0.9 * least && ours < 2 * least, least + " " + result);
    assertTheReportHasItsFlows(result, folder);
  }

  /** iperf3 has a connection for its orders and one for data, which tshark and metrics saw. */
  private static void assertTheReportHasItsFlows(RunResult result, Path folder) {
    List<Map<String, String>> ways = rows(folder.resolve("edge-flows.csv"));
    assertEquals(
        List.of("n1 n3 5201", "n3 n1 5201", "n1 n3 5201", "n3 n1 5201"),
        ways.stream()
            .map(way -> way.get("source") + " " + way.get("destination") + " " + serverPort(way))
            .toList());
    assertEquals(
        result.metric("tcp.retransmissions.n1"),
        Stream.of(0, 2).mapToInt(k -> number(ways.get(k), "retransmissions")).sum());
    assertTrue(number(ways.getFirst(), "good_bytes") > 100_000, ways::toString); // that of the data
    assertTrue(number(ways.get(1), "good_bytes") < 1000, ways::toString);
    double roundTrip = Double.parseDouble(ways.getFirst().getOrDefault("rtt_seconds", ""));
    assertTrue(roundTrip >= 0.020, ways::toString);
    String flow = "n1:" + ways.getFirst().get("source_port") + " \u2192 n3:5201";
    String page = read(folder.resolve("report.html"));
    assertTrue(page.contains("<h2>Flows of edges</h2>"));
    String state = ways.getFirst().getOrDefault("state", "");
    assertTrue(Set.of("closed", "reset").contains(state), ways::toString); // as iperf3 pleases
    assertTrue(page.contains(flow + "</th><td>tcp " + state + ", ECN</td>"), flow);
  }

  private static @Nullable String serverPort(Map<String, String> way) {
    return "n3".equals(way.get("source")) ? way.get("source_port") : way.get("destination_port");
  }

  private static int number(Map<String, String> way, String column) {
    return Integer.parseInt(way.getOrDefault(column, ""));
  }

  private static List<Map<String, String>> rows(Path csv) {
    List<List<String>> lines = read(csv).lines().map(line -> List.of(line.split(",", -1))).toList();
    List<Map<String, String>> rows = new ArrayList<>();
    for (List<String> line : lines.subList(1, lines.size())) {
      Map<String, String> row = new LinkedHashMap<>();
      for (int column = 0; column < line.size(); column++) {
        row.put(lines.getFirst().get(column), line.get(column));
      }
      rows.add(row);
    }
    return rows;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> tshark(String capture, String shown, String field) {
    Outcome outcome =
        Program.run(
            place.here(), "tshark", "-n", "-r", capture, "-Y", shown, "-T", "fields", "-e", field);
    return outcome.expectExit(0).out().lines().toList();
  }

  /** Each link has the same rate, delay and load; the factor was 13 and more on a busy machine. */
  @Test
  void queueDisciplinesActOnTheKernelsTcp() throws IOException {
    RunResult result = RunResult.of(disciplines.await()).expectPassed();

    double standing = result.metric("sojourn.tail1->tail2.p50");
    for (String pair : List.of("red", "codel", "fq", "pie")) {
      double stay = result.metric("sojourn." + pair + "1->" + pair + "2.p50");
      assertTrue(
          3 * stay < standing, () -> pair + ": " + stay + " s, not " + standing + "\n" + result);
      assertTrue(result.metric("tcp.echoes." + pair + "2") > 0, () -> pair + "\n" + result);
    }
    Path log = result.folder(place.here()).resolve("edges/red.log");
    JsonNode end = JsonMapper.shared().readTree(Files.readString(log)).get("end");
    assertEquals("cubic", end.get("sender_tcp_congestion").asString());
  }

  @Test
  void lgcFiltersAProgramThatFloods() {
    RunResult result = RunResult.of(flood.await()).expectPassed();
    assertTrue(result.metric("drops.filtered") > 1000, result::toString);
  }

  @Test
  void whatTheKernelDoesNotHaveIsNamed() {
    place.write(
        "other.yaml",
        """
        experiment: other
        topology: {generate: {linear: {nodes: 2}}}
        traffic: [{kind: iperf3, from: n1, to: n2, congestion: nosuch}]
        """);
    Outcome outcome = run("other.yaml").await();
    assertTrue(outcome.exit() != 0, outcome::toString);
    assertTrue(
        outcome.err().contains("this kernel has no congestion control `nosuch`, but "),
        outcome::toString);
    assertTrue(outcome.err().contains("cubic"), outcome::toString);
  }
}
