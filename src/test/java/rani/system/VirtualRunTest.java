// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;
import tools.jackson.databind.JsonNode;

/** What {@code rani run --mode virtual} promises to people and to scripts. */
class VirtualRunTest extends InWorkplace {
  private static final List<String> BASIC =
      List.of("run", Checkout.file("config/experiments/lgc-1-basic.yaml"));

  private static final List<String> FIELDS =
      List.of(
          "format",
          "rani",
          "experiment",
          "mode",
          "seed",
          "trials",
          "digest",
          "passed",
          "expect",
          "metrics",
          "connections",
          "trust",
          "report");

  /** What makes a browser fetch something as it opens a page. */
  private static final Pattern FETCHING =
      Pattern.compile(
          "<(?:script|img|iframe|source|video|audio|embed|object)\\b[^>]*\\b(?:src|data)\\s*="
              + "\\s*+[\"']?+(?!data:)|<link\\b|<base\\b|@import|url\\(\\s*+[\"']?+(?!data:|#)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern SCRIPT = Pattern.compile("(?s)(<script\\b[^>]*>).*?</script>");

  private int folders;

  @Test
  @Execution(CONCURRENT)
  void aRunLeavesAllThatReproducesIt() throws IOException {
    place.copyConfig(place.here().resolve("config"));
    RunResult first =
        launched("run", "config/experiments/lgc-1-basic.yaml", "--seed", "3").expectPassed();

    assertEquals(1, place.runs().size(), first::toString);
    Path folder = place.runs().getFirst();
    assertEquals(folder, first.folder(place.here()).toRealPath(), first::toString);
    assertTrue(folder.getFileName().toString().startsWith("lgc-1-basic-"), first::toString);
    assertEquals(first.outcome().out(), Files.readString(folder.resolve("result.json")));
    for (String data : List.of("report.html", "queue.csv", "flows.csv", "topology.yaml")) {
      assertTrue(Files.size(folder.resolve(data)) > 0, data);
    }
    String command = Files.readString(folder.resolve("command.txt"));
    assertTrue(command.contains("rani run config/experiments/lgc-1-basic.yaml --seed 3"), command);
    assertFetchesNothing(Files.readString(folder.resolve("report.html")));

    // What the run wrote down runs again, with the same result, and from a folder of its own.
    String resolved = folder.resolve("experiment.yaml").toString();
    RunResult again = launched("run", resolved, "--seed", "3", "--out", "again").expectPassed();
    assertEquals(first.digest(), again.digest(), again::toString);
    assertEquals("again/report.html", again.text("report"));
    assertEquals(2, files(place.here().resolve("runs"), place.here().resolve("again")));
  }

  private static void assertFetchesNothing(String page) {
    Matcher fetching = FETCHING.matcher(SCRIPT.matcher(page).replaceAll("$1</script>"));
    assertFalse(fetching.find(), () -> "the page fetches: " + fetching.group());
    assertTrue(page.contains("lgc-1-basic"), "the page is not about the experiment");
    assertTrue(page.contains("53.5"), "the page does not show the paper's throughput");
  }

  private static int files(Path... folders) throws IOException {
    int count = 0;
    for (Path folder : folders) {
      try (Stream<Path> files = Files.walk(folder)) {
        count += (int) files.filter(file -> file.endsWith("report.html")).count();
      }
    }
    return count;
  }

  @Test
  @Execution(CONCURRENT)
  void aFailedExpectationIsExit1AndItsNameAndValueAreTold() {
    List<String> arguments = new ArrayList<>(BASIC);
    arguments.addAll(List.of("--set", "expect.greedy share.between=[99%, 100%]"));

    RunResult result = virtual(arguments.toArray(String[]::new));
    result.outcome().expectExit(1);
    List<String> people = new ArrayList<>(arguments);
    people.addAll(List.of("--mode", "virtual", "--out", folder()));
    Outcome told = InThisJvm.rani(people.toArray(String[]::new)).expectExit(1);

    assertEquals(FIELDS, result.fields(), result::toString);
    assertEquals("lgc-1-basic", result.text("experiment"));
    assertEquals("virtual", result.text("mode"));
    assertEquals(1, result.field("seed").asInt());
    assertEquals(1, result.field("trials").asInt());
    assertTrue(result.digest().matches("[0-9a-f]{64}"), result::toString);
    assertFalse(result.field("passed").asBoolean(), result::toString);
    assertEquals("exact", result.field("trust").get("verdict").asString());
    assertEquals(0, result.field("trust").get("reasons").size());
    assertEquals(2, result.field("trust").size());
    int failed = 0;
    for (JsonNode one : result.field("expect")) {
      assertEquals(List.of("name", "passed", "value", "bound"), List.copyOf(one.propertyNames()));
      if (!one.get("passed").asBoolean()) {
        failed++;
        assertEquals("greedy share", one.get("name").asString());
        assertEquals(result.metric("through.n1"), one.get("value").asDouble());
        assertEquals("between 99% and 100%", one.get("bound").asString());
      }
    }
    assertEquals(1, failed, result::toString);

    List<String> complaints = told.out().lines().filter(line -> line.contains("FAILED")).toList();
    assertEquals(1, complaints.size(), told::toString);
    assertTrue(complaints.getFirst().contains("greedy share"), told::toString);
    assertTrue(told.out().contains("digest " + result.digest()), told::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void theFirstExperimentComesOutTheSameTenTimesFaster() {
    String file = Checkout.file("config/experiments/lgc-1-basic.yaml");
    RunResult fast = virtual("run", file, "--compress", "10").expectPassed();
    RunResult slow = virtual("run", file).expectPassed();
    assertTrue(fast.outcome().err().contains("10× compressed"), fast::toString);

    for (String count :
        List.of("lgc.trigger.p", "lgc.trigger.n", "lgc.trigger.r", "lgc.trigger.held")) {
      assertEquals(slow.metric(count), fast.metric(count), () -> count + " in " + fast);
    }
    assertEquals(slow.metric("through.n1"), fast.metric("through.n1"), fast::toString);
    assertEquals(slow.metric("lgc.gap-seconds") / 10, fast.metric("lgc.gap-seconds"), 1e-6);
  }

  @Test
  @Execution(CONCURRENT)
  void theModerateRunNeverTriggersAndDeliversAll() {
    RunResult result =
        virtual("run", Checkout.file("config/experiments/lgc-1-moderate.yaml")).expectPassed();

    assertEquals(0, result.metric("lgc.triggers"), result::toString);
    assertEquals(0, result.metric("drops.total"), result::toString);
    assertEquals(500, result.metric("delivered.total"), result::toString);
    double average = result.metric("queue.n7.average-max");
    assertTrue(average > 2 && average < 10, result::toString);
  }

  @Test
  @Execution(CONCURRENT)
  void severalTrialsHaveOneSeedAfterTheOther() {
    List<String> arguments = new ArrayList<>(BASIC);
    arguments.addAll(List.of("--seed", "20", "--trials", "3"));

    RunResult result = virtual(arguments.toArray(String[]::new)).expectPassed();

    assertEquals(20, result.field("seed").asInt());
    assertEquals(3, result.field("trials").asInt());
    for (int seed = 20; seed <= 22; seed++) {
      assertTrue(result.outcome().err().contains("seed " + seed), result::toString);
    }
    List<String> digests = new ArrayList<>();
    result.field("digests").forEach(digest -> digests.add(digest.asString()));
    assertEquals(3, digests.stream().distinct().count(), result::toString);
    List<String> alone = new ArrayList<>(BASIC);
    alone.addAll(List.of("--seed", "22"));
    assertEquals(digests.getLast(), virtual(alone.toArray(String[]::new)).digest());
  }

  @Test
  @Execution(CONCURRENT)
  void whatCannotBeCarriedOutIsExit3() throws IOException {
    Path taken = Files.createDirectory(place.here().resolve("taken"));
    Files.writeString(taken.resolve("thesis.txt"), "dear");
    Path file = place.write("file", "");
    String experiment = Checkout.file("config/experiments/lgc-1-moderate.yaml");

    for (List<String> more :
        List.of(
            List.of("--out", taken.toString()),
            List.of("--out", file.toString()),
            List.of("--trace", file + "/trace"))) {
      List<String> arguments = new ArrayList<>(List.of("run", experiment, "--mode", "virtual"));
      arguments.addAll(more);
      if (!arguments.contains("--out")) {
        arguments.addAll(List.of("--out", folder()));
      }
      Outcome outcome = InThisJvm.rani(arguments.toArray(String[]::new)).expectExit(3);
      assertEquals("", outcome.out(), outcome::toString);
      assertTrue(outcome.err().contains(more.getLast()), outcome::toString);
      assertFalse(outcome.err().contains("\tat "), outcome::toString);
    }
    assertEquals("dear", Files.readString(taken.resolve("thesis.txt")));
  }

  /** As a user would type it. */
  private RunResult launched(String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.addAll(List.of("--mode", "virtual", "--json"));
    return RunResult.of(place.rani(words.toArray(String[]::new)).run());
  }

  private RunResult virtual(String... arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    words.addAll(List.of("--mode", "virtual", "--json", "--out", folder()));
    return RunResult.of(InThisJvm.rani(words.toArray(String[]::new)));
  }

  /** For one run. */
  private String folder() {
    folders++;
    return "" + place.here().resolve("run-" + folders);
  }
}
