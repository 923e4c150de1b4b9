// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code rani report} makes of runs and sweeps. */
class ReportsTest extends InWorkplace {
  private static final String CONFIG = "config/experiments/";

  @Test
  @Execution(CONCURRENT)
  void theIndexShowsEveryExperimentInARealBrowserWhichFetchesNothing() throws Exception {
    HeadlessBrowser browser = HeadlessBrowser.require(place.here());
    experiment("run", "hello", "hello");
    experiment("run", "lgc-2-mobility", "mobility");
    experiment("sweep", "lgc-1-basic", "basic", "--trials", "3");
    place.rani("report", "--index", "runs").run().expectExit(0);
    HeadlessBrowser.Seen seen = browser.open(place.here().resolve("runs/index.html"));

    assertEquals(List.of(), seen.console());
    assertEquals(3, count("<article>", seen.dom()));
    assertEquals(3, count("data-drawn=\"true\"", seen.dom()), "charts");
    assertEquals(List.of(), seen.requests());
    for (String folder : List.of("hello", "mobility", "basic")) {
      assertTrue(seen.dom().contains("href=\"" + folder + "/report.html\""), folder);
    }
    assertTrue(seen.dom().contains("3 of 3 trials passed"), "the sweep");
  }

  /** Hellos go once a second, and three that are missing tell of a dead link. */
  @Test
  @Execution(CONCURRENT)
  void chartsOverTimeMarkWhatTheScheduleDidAndWhenNodesFoundIt() throws IOException {
    experiment("run", "ring-reroute", "ring");
    String folder = "" + place.here().resolve("runs/ring");
    Path figures = place.here().resolve("figures");
    InThisJvm.rani(
            "plot",
            folder,
            "--x=time",
            "--metric=throughput.n1",
            "--format=tex",
            "-o",
            "" + figures)
        .expectExit(0);
    List<Path> specs;
    try (Stream<Path> files = Files.list(figures)) {
      specs = files.filter(file -> file.toString().endsWith(".vl.json")).toList();
    }
    JsonNode chart = new JsonMapper().readTree(Files.readString(specs.getFirst()));
    SequencedMap<String, Double> seconds = new LinkedHashMap<>();
    for (JsonNode layer : chart.path("layer")) {
      if (layer.path("name").asString().startsWith("moments")) {
        layer
            .at("/data/values")
            .forEach(row -> seconds.put(row.at("/text").asString(), row.at("/x").asDouble()));
      }
    }
    double found = seconds.getOrDefault("n3 finds n4 down", Double.NaN);
    double again = seconds.getOrDefault("n4 finds n3 up again", Double.NaN);
    String page = Files.readString(Path.of(folder, "report.json"));

    assertEquals(3, seconds.getOrDefault("cut n3 -- n4", Double.NaN), seconds::toString);
    assertEquals(15, seconds.getOrDefault("mend n3 -- n4", Double.NaN), seconds::toString);
    assertTrue(found > 5 && found < 6, seconds::toString);
    assertTrue(again > 15 && again < 16, seconds::toString);
    assertEquals(12, seconds.size(), "four entries, and what both ends of two links found");
    assertTrue(page.contains("\"n3 finds n4 down\""), "the page marks it, too");
  }

  @Test
  @Execution(CONCURRENT)
  void aReportIsMadeAgainToTheByte() throws IOException {
    experiment("run", "hello", "hello");
    Path page = place.here().resolve("runs/hello/report.html");
    Path table = page.resolveSibling("flows.csv");
    byte[] before = Files.readAllBytes(page);
    byte[] tableBefore = Files.readAllBytes(table);
    Files.delete(page);
    Files.delete(table);
    Outcome outcome = InThisJvm.rani("report", "" + page.getParent()).expectExit(0);

    assertTrue(outcome.out().contains("runs/hello/report.html"), outcome::toString);
    assertArrayEquals(before, Files.readAllBytes(page));
    assertArrayEquals(tableBefore, Files.readAllBytes(table));
  }

  @Test
  @Execution(CONCURRENT)
  void aFolderWithoutAReportIsRefusedInOneLine() throws IOException {
    String empty = "" + Files.createDirectory(place.here().resolve("empty"));
    Outcome none = InThisJvm.rani("report", empty).expectExit(3);
    Outcome nothing = InThisJvm.rani("report", "--index", empty).expectExit(3);
    InThisJvm.rani("report").expectExit(2);

    assertTrue(none.err().contains(empty + " has no report.json"), none::toString);
    assertTrue(nothing.err().contains("no run and no sweep below " + empty), nothing::toString);
    assertFalse(none.err().contains("Exception"), none::toString);
  }

  private void experiment(String verb, String name, String folder, String... more) {
    Path file = Checkout.root().resolve(CONFIG + name + ".yaml");
    List<String> words =
        new ArrayList<>(
            List.of(verb, file.toString(), "--out", "" + place.here().resolve("runs/" + folder)));
    if (verb.equals("run")) {
      words.addAll(List.of("--mode", "virtual"));
    }
    words.addAll(List.of(more));
    InThisJvm.rani(words.toArray(String[]::new)).expectExit(0);
  }

  private static int count(String text, String page) {
    return page.split(Pattern.quote(text), -1).length - 1;
  }
}
