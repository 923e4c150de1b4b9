// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.study.expectation.Bound;
import rani.study.expectation.Expectation;
import rani.study.experiment.Experiment;
import rani.study.experiment.ExperimentFile;

/** One flow's saw-tooth against {@code golden/saw_tooth.py}, which derives its period. */
class SawToothGolden {
  private static final Path GOLDEN = Path.of("resources", "golden");
  private static final Path EXPERIMENTS = Path.of("../..", "config", "experiments");
  private static final String PERIOD = "rdp.sawtooth.packets.n1";
  private static final Map<String, Trial> TRIALS = new HashMap<>();

  @TempDir private static Path traces;

  @ParameterizedTest
  @ValueSource(strings = {"rdp-saw-tooth", "rdp-saw-tooth-delayed-ack"})
  void theFileBoundsThePeriodByTheoryAndFivePercent(String name) throws Exception {
    List<String> theory = theory(name);
    Bound bound =
        load(name).expectations().stream()
            .filter(expectation -> expectation.metric().equals(PERIOD))
            .map(Expectation::bound)
            .findFirst()
            .orElseThrow();

    assertEquals(Bound.Relation.BETWEEN, bound.relation());
    assertEquals(theory.subList(2, 4), bound.limits().stream().map(Bound.Limit::text).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rdp-saw-tooth", "rdp-saw-tooth-delayed-ack"})
  void thePeriodIsThatOfTheoryAndTheSlowLinkIsBusy(String name) throws Exception {
    Trial trial = ran(name);

    assertTrue(trial.passed(), () -> trial.expectations().toString());
    double theory = Double.parseDouble(theory(name).get(1));
    assertEquals(theory, trial.metrics().getOrDefault(PERIOD, 0.0), 0.05 * theory);
    assertTrue(trial.metrics().getOrDefault("rdp.sawtooth.cuts.n1", 0.0) >= 10, "enough teeth");
    assertEquals(
        trial.metrics().get("rdp.fast-retransmits.n1"),
        trial.metrics().get("drops.total"),
        "one packet a tooth");
  }

  @Test
  void thePageOfExperimentsGivesTheNumbersOfTheory() throws Exception {
    String page = Files.readString(Path.of("../..", "docs", "experiments.md"));
    for (String line : Files.readAllLines(GOLDEN.resolve("saw_tooth.txt"))) {
      String number = line.split(" ")[1];
      assertTrue(page.contains(number), () -> line + " is not on the page");
    }
  }

  @Test
  void thePageOfExperimentsGivesTheNumbersThatComeOut() throws Exception {
    String page = Files.readString(Path.of("../..", "docs", "experiments.md"));
    Trial each = ran("rdp-saw-tooth");
    Trial second = ran("rdp-saw-tooth-delayed-ack");

    assertTrue(
        page.contains("| period in packets: ours |" + cells(each, second, PERIOD, 1, 0)), page);
    assertTrue(page.contains("one a tooth |" + cells(each, second, "drops.total", 1, 0)), page);
    assertTrue(
        page.contains(
            "| goodput |"
                + cells(each, second, "rdp.goodput.n1", 1e-3, 1).replace(" |", " kbit/s |")),
        page);
  }

  private static String cells(
      Trial first, Trial second, String metric, double factor, int decimals) {
    StringBuilder cells = new StringBuilder();
    for (Trial trial : List.of(first, second)) {
      double value = trial.metrics().getOrDefault(metric, Double.NaN) * factor;
      cells.append(String.format(Locale.ROOT, " %." + decimals + "f |", value));
    }
    return cells.toString();
  }

  @Test
  void thePageOfTracesHasTheWordsOfTheNotes() throws Exception {
    String page = Files.readString(Path.of("../..", "docs", "trace-format.md"));
    ran("rdp-saw-tooth");
    Path trace = traces.resolve("rdp-saw-tooth.trace");
    TreeSet<String> events = new TreeSet<>();
    TreeSet<String> words = new TreeSet<>();
    for (String line : Files.readAllLines(trace)) {
      if (line.contains(" note ") && line.contains(" conn=")) {
        for (String word : line.split(" ")) {
          String[] pair = word.split("=");
          if (pair.length == 2) {
            words.add(pair[0]);
          }
          if (pair[0].equals("event")) {
            events.add(pair[1]);
          }
        }
      }
    }

    assertEquals(new TreeSet<>(List.of("connection", "retransmit", "window")), events);
    words.removeIf(word -> page.contains("`" + word + "`"));
    assertEquals(new TreeSet<>(), words);
  }

  @Test
  void aQueueOfAnotherLengthIsSeen() throws Exception {
    Experiment longer =
        ExperimentFile.load(
            EXPERIMENTS.resolve("rdp-saw-tooth.yaml"),
            List.of("topology.links.n2 -- n3.queue.limit=22packet"));

    assertTrue(!VirtualTrial.run(longer, 1, Optional.empty(), "none").passed());
  }

  @Test
  void aConnectionThatIsStoppedStillTellsWhatItCameTo() throws Exception {
    Trial trial = ran("rdp-saw-tooth");
    var source = trial.observations().connections().getFirst();

    assertEquals("stopped", source.end().orElseThrow().reason());
    assertTrue(source.end().orElseThrow().bytesAcknowledged() > 7_000_000);
    assertEquals(60.0, trial.metrics().get("duration-seconds"));
  }

  /** The one trial of a file that this class needs; the same run says several things. */
  private static synchronized Trial ran(String name) throws Exception {
    Trial known = TRIALS.get(name);
    if (known != null) {
      return known;
    }
    Path trace = traces.resolve(name + ".trace");
    Trial trial = VirtualTrial.run(load(name), 1, Optional.of(trace), "none");
    TRIALS.put(name, trial);
    return trial;
  }

  private static Experiment load(String name) throws Exception {
    return ExperimentFile.load(EXPERIMENTS.resolve(name + ".yaml"), List.of());
  }

  /** Name, packets, and the bounds 5 % to both sides. */
  private static List<String> theory(String name) throws Exception {
    for (String line : Files.readAllLines(GOLDEN.resolve("saw_tooth.txt"))) {
      List<String> words = List.of(line.split(" "));
      if (words.getFirst().equals(name)) {
        return words;
      }
    }
    throw new IllegalArgumentException("no theory of " + name);
  }
}
