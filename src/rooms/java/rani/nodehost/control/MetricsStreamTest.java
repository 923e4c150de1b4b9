// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.Version;
import rani.model.code.Modules;
import rani.nodehost.session.ServedNode;
import rani.parts.RealPart;
import rani.world.Note;

class MetricsStreamTest {
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*)"
              + "(\\{[a-zA-Z_][a-zA-Z0-9_]*=\"[^\"\\\\]*\""
              + "(?:,[a-zA-Z_][a-zA-Z0-9_]*=\"[^\"\\\\]*\")*\\})?"
              + " (-?[0-9.]+(?:E-?[0-9]+)?|NaN|[+-]Inf)");

  private static final Path PAGE = Path.of("../..", "docs", "control-plane.md");
  private static final boolean REWRITE = Boolean.getBoolean("rani.tables");

  @TempDir private Path folder;
  private ServedNode served;

  @BeforeEach
  void serve() throws Exception {
    Files.write(folder.resolve("talkers.wasm"), Modules.of(Modules.TALKERS));
    served =
        new ServedNode(
            folder,
            """
            topology: pair
            modules: {talkers: talkers.wasm}
            traces: {steps: {times: [0s, 1s], rates: [8Mbit/s, 4Mbit/s]}}
            nodes: {n1: {services: {lgc: {}, active-filter: {}, sink: {}, talkers: {}}}, n2: {}}
            links:
              n1 -- n2: {rate: 2Mbit/s, delay: 30ms}
              "n1 -- n2 #2": {rate: 40packet/s}
              "n1 -- n2 #3": {rate: {trace: steps}}
            """);
  }

  @AfterEach
  void end() {
    served.close();
  }

  private Map<String, Double> samples() throws Exception {
    return samples(scrape());
  }

  private String scrape() throws Exception {
    HttpResponse<String> response =
        served.http().send(served.request("/metrics").build(), BodyHandlers.ofString());
    assertEquals(200, response.statusCode());
    String type = response.headers().firstValue("Content-Type").orElse("");
    assertTrue(type.startsWith("text/plain; version=0.0.4"), type);
    assertTrue(response.body().endsWith("\n"), "the last line ends");
    return response.body();
  }

  /** A strict reading of the text format: help, then type, then all samples of the family. */
  private static Map<String, Double> samples(String text) {
    Map<String, Double> samples = new LinkedHashMap<>();
    Set<String> families = new LinkedHashSet<>();
    String helped = "";
    String family = "";
    String type = "";
    for (String line : text.lines().toList()) {
      List<String> words = List.of(line.split(" ", 4));
      if (line.startsWith("# HELP ")) {
        helped = words.get(2);
        assertTrue(words.size() == 4 && !words.get(3).isBlank(), line);
      } else if (line.startsWith("# TYPE ")) {
        family = words.get(2);
        type = words.get(3);
        assertEquals(helped, family, "help comes before type");
        assertTrue(families.add(family), () -> "twice: " + line);
      } else {
        Matcher sample = SAMPLE.matcher(line);
        assertTrue(sample.matches(), () -> "no sample: " + line);
        assertTrue(sample.group(1).startsWith(family), () -> "outside its family: " + line);
        if (!type.equals("untyped")) {
          assertEquals(type.equals("counter"), sample.group(1).endsWith("_total"), line);
        }
        String labels = sample.group(2) == null ? "" : sample.group(2);
        assertTrue(labels.contains("node=\"n1\""), line);
        Double before =
            samples.put(
                sample.group(1) + labels,
                Double.valueOf(sample.group(3).replace("Inf", "Infinity")));
        assertEquals(null, before, () -> "twice: " + line);
      }
    }
    return samples;
  }

  @Test
  void whatTheNodeShowsIsThereUnderItsLabels() throws Exception {
    Map<String, Double> samples = samples();
    assertEquals(
        250_000, samples.get("rani_link_rate_bytes_per_second{link=\"n1->n2\",node=\"n1\"}"));
    assertEquals(0.03, samples.get("rani_link_delay_seconds{link=\"n1->n2\",node=\"n1\"}"));
    assertEquals(0.0, samples.get("rani_link_departures_total{link=\"n1->n2\",node=\"n1\"}"));
    assertEquals(0.0, samples.get("rani_link_arrivals_total{link=\"n2->n1\",node=\"n1\"}"));
    assertEquals(0.0, samples.get("rani_drops_total{node=\"n1\",reason=\"queue-full\"}"));
    assertEquals(0.0, samples.get("rani_filters{node=\"n1\",place=\"own\"}"));
    assertEquals(0.0, samples.get("rani_filters{node=\"n1\",place=\"n2->n1\"}"));
    assertEquals(0.0, samples.get("rani_link_states_total{event=\"contested\",node=\"n1\"}"));
    assertEquals(
        0.0, samples.get("rani_link_states_total{event=\"refused-unknown-link\",node=\"n1\"}"));
    assertEquals(100.0, samples.get("rani_queue_limit_packets{node=\"n1\",queue=\"n1->n2\"}"));
    assertEquals(
        0.0,
        samples.get(
            "rani_queue_lateness_seconds_bucket{node=\"n1\",queue=\"n1->n2\",le=\"+Inf\"}"));
    assertEquals(
        0.0, samples.get("rani_queue_lateness_seconds_count{node=\"n1\",queue=\"n1->n2\"}"));
    assertEquals(0.0, samples.get("rani_service_suspended{node=\"n1\",service=\"lgc\"}"));
    assertEquals(
        (double) Modules.of(Modules.TALKERS).length,
        samples.get("rani_code_bytes{node=\"n1\",service=\"talkers\"}"));
    assertEquals(0.0, samples.get("rani_service_talkers_packets{node=\"n1\"}"));
    assertFalse(samples.containsKey("rani_service_talkers_fuel_used{node=\"n1\"}"));
    assertEquals(0.0, samples.get("rani_service_lgc_triggers{node=\"n1\"}"));
    assertEquals(
        1.0,
        samples.get(
            "rani_build_info{commit=\"%s\",node=\"n1\",version=\"%s\"}"
                .formatted(Version.COMMIT, Version.TEXT)));
    assertTrue(
        samples.keySet().stream().anyMatch(name -> name.startsWith("jvm_memory_used_bytes")),
        "the JVM's own");
  }

  @Test
  void promtoolHasNothingToSay() throws Exception {
    RealPart.program("promtool");
    showConnection(1);
    Path scrape = folder.resolve("scrape.txt");
    Files.writeString(scrape, scrape());
    Path said = folder.resolve("said.txt");
    Process promtool =
        new ProcessBuilder("promtool", "check", "metrics")
            .redirectInput(scrape.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    int exit = promtool.waitFor();
    assertEquals("", Files.readString(said));
    assertEquals(0, exit);
  }

  /** The table of docs/control-plane.md has every metric of rani's own, and no other. */
  @Test
  void theTableOfThePageIsWhatIsScraped() throws Exception {
    showConnection(1);
    Pattern block = Pattern.compile("(?s)(<!-- metrics -->\n)(.*?)(<!-- end -->\n)");
    String page = Files.readString(PAGE);
    Matcher found = block.matcher(page);
    assertTrue(found.find(), "a block of metrics");
    String made = MetricTable.of(scrape()).markdown();
    if (REWRITE) {
      Files.writeString(
          PAGE, page.substring(0, found.start(2)) + made + page.substring(found.end(2)));
    } else {
      assertEquals(made, found.group(2), "if this is meant, repeat it with -Drani.tables=true");
    }
  }

  private void showConnection(long nowNanos) {
    served
        .node()
        .connections()
        .note(
            nowNanos,
            "source",
            "window",
            Note.parse(
                "conn=10.0.0.1:1-10.0.0.2:7 state=CA cwnd=16.062 ssthresh=16.000 srtt=0.141208"
                    + " rto=1.000000 flight=16"));
  }

  @Test
  void windowsOfConnectionsComeAndGo() throws Exception {
    showConnection(1);
    String labels = "{connection=\"n1:1->n2:7\",node=\"n1\",service=\"source\"}";
    Map<String, Double> samples = samples();
    assertEquals(16.062, samples.get("rani_rdp_cwnd_packets" + labels));
    assertEquals(0.141208, samples.get("rani_rdp_srtt_seconds" + labels));
    assertEquals(16.0, samples.get("rani_rdp_flight_segments" + labels));
    served
        .node()
        .connections()
        .note(2, "source", "closed", Note.of("conn", "10.0.0.1:1-10.0.0.2:7"));
    assertFalse(samples().containsKey("rani_rdp_cwnd_packets" + labels));
  }

  @Test
  void withoutTheTokenThereAreNone() throws Exception {
    HttpRequest request = served.strangersRequest("/metrics").build();
    assertEquals(401, served.http().send(request, BodyHandlers.ofString()).statusCode());
  }
}
