// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Isolated;
import rani.parts.TestRecord;

/**
 * LGC's first experiments on real sockets. What they count depends on the machine keeping up, so a
 * run that reports that it is doubtful, and failed, has four more chances; one that trusts itself
 * has none.
 */
@Isolated("its runs are judged by the clock")
class LiveRunTest extends InWorkplace {
  private static final int ATTEMPTS_MAX = 5;

  private static final List<String> BASIC =
      List.of("run", Checkout.file("config/experiments/lgc-1-basic.yaml"));
  private static final List<String> MODERATE =
      List.of("run", Checkout.file("config/experiments/lgc-1-moderate.yaml"));

  /** How many times faster than it is written the experiment is run with a JVM for each node. */
  private static final String IN_JVMS = Boolean.getBoolean("rani.long") ? "1" : "3";

  @Test
  void theFirstExperimentPassesInEightJvms() throws IOException {
    RunResult result = passing(with(BASIC, "--compress", IN_JVMS));

    assertEquals(
        List.of(
            "format",
            "rani",
            "experiment",
            "mode",
            "seed",
            "trials",
            "passed",
            "expect",
            "metrics",
            "connections",
            "trust",
            "report"),
        result.fields(),
        result::toString);
    assertEquals("live", result.text("mode"));
    String verdict = result.field("trust").get("verdict").asString();
    assertTrue(List.of("good", "doubtful").contains(verdict), result::toString);
    assertEquals(verdict.equals("good"), result.doubts().isEmpty());
    assertTrue(result.outcome().err().contains("8 nodes by "), result::toString);
    Path folder = result.folder(place.here());
    assertTrue(Files.size(folder.resolve("report.html")) > 100_000, result::toString);
    RunRecordFile record = RunRecordFile.of(folder);
    assertEquals(8, record.names().size(), record::toString);
    assertEquals(8, record.names().stream().map(record::pid).distinct().count(), record::toString);
    for (String node : record.names()) {
      assertTrue(Files.size(folder.resolve("trace/" + node + ".trace")) > 0, node);
      String log = Files.readString(folder.resolve("logs/" + node + ".log"));
      assertEquals("", RaniCommand.withoutWordsOfTheJvm(log), node);
    }
  }

  @Test
  void theFirstExperimentPassesInOneJvmTrialAfterTrial() throws IOException {
    RunResult result = passing(with(BASIC, "--compress", "10", "--in-process", "--trials", "2"));

    assertEquals(2, result.field("trials").asInt(), result::toString);
    Path folder = result.folder(place.here());
    for (String trial : List.of("trial-1", "trial-2")) {
      assertTrue(Files.size(folder.resolve(trial + "/trace/n7.trace")) > 0, trial);
      assertTrue(Files.notExists(folder.resolve(trial + "/run.json")), trial);
    }
  }

  @Test
  void theModerateRunNeverTriggersAndDeliversAll() {
    RunResult result = passing(with(MODERATE, "--compress", "10", "--in-process"));

    assertEquals(0, result.metric("lgc.triggers"), result::toString);
    assertEquals(500, result.metric("delivered.total"), result::toString);
    double average = result.metric("queue.n7.average-max");
    assertTrue(average > 2 && average < 10, result::toString);
  }

  /** Four times slower than it is written, as its file says of live runs: most of a minute. */
  @Test
  @EnabledIfSystemProperty(named = "rani.long", matches = "true")
  void theFilterWalksThroughRealJvms() {
    RunResult result =
        passing(List.of("run", Checkout.file("config/experiments/lgc-2-mobility.yaml")));

    assertEquals(3, result.metric("filter.installs.total"), result::toString);
    assertTrue(result.outcome().err().contains("4× stretched"), result::toString);
  }

  private RunResult passing(List<String> arguments) {
    String[] words = with(arguments, "--json").toArray(String[]::new);
    RunResult result = RunResult.of(place.rehearsed(words).run());
    for (int again = 1; !result.field("passed").asBoolean() && again < ATTEMPTS_MAX; again++) {
      if (result.doubts().isEmpty()) {
        break;
      }
      TestRecord.again("LiveRunTest", result.doubts());
      result = RunResult.of(place.rehearsed(words).run());
    }
    return result.expectPassed();
  }

  private static List<String> with(List<String> arguments, String... more) {
    List<String> words = new ArrayList<>(arguments);
    words.addAll(List.of(more));
    return words;
  }
}
