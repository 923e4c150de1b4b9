// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.study.expectation.Expectation;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.experiment.Variant;
import rani.study.observe.MetricSheet;

/**
 * Every experiment that is shipped, scenarios among them, keeps its expectations in virtual time: a
 * single one with two seeds, a sweep in a few of its variants; of runs that last long by the clock
 * only the beginning, in the first variant and the last. {@code -Plong} runs seeds 1 to 20, every
 * variant, and every repetition, whole. The first of these trials is to come to what is pinned.
 */
class EveryExperimentTest {
  private static final Path CONFIG = Path.of("../..", "config");
  private static final List<Path> FOLDERS =
      List.of(CONFIG.resolve("experiments"), CONFIG.resolve("scenarios"));
  private static final String SUFFIX = ".yaml";
  private static final boolean LONG = Boolean.getBoolean("rani.long");
  private static final int SEEDS = LONG ? 20 : 2;
  private static final int VARIANTS = 3;
  private static final Pins PINS = pins();

  /** Bulk traffic takes seconds to compute: of these experiments so much is run. */
  private static final List<Cut> CUTS =
      List.of(
          new Cut("abcd-", List.of("run.until=12s"), List.of()),
          new Cut("acc-basic", List.of("run.until=20s"), List.of()),
          new Cut("acc-", List.of("run.until=12s"), List.of()),
          new Cut("red-", List.of("run.until=2s"), List.of()),
          new Cut("ufc-time", List.of(), List.of("until=8s")),
          new Cut("ufc-cross", List.of("run.until=8s"), List.of()),
          new Cut("ufc-", List.of("run.until=6s"), List.of()));

  private static final String LIVE = "of live runs alone";
  private static final String MANY = "of runs with more than ten million of them";
  private static final String ASKING = "no shipped experiment asks for responses";

  /** Rows of the sheet that no run here gives a number, and why. */
  private static final Map<String, String> NOT_HERE =
      Map.ofEntries(
          Map.entry("cpu.seconds.NODE", LIVE),
          Map.entry("cpu.seconds.total", LIVE),
          Map.entry("cpu.seconds-per-megabyte", LIVE),
          Map.entry("live.runs", LIVE),
          Map.entry("live.doubtful", LIVE),
          Map.entry("delay.NODE.error", LIVE),
          Map.entry("delay.NODE.percentile-error", MANY),
          Map.entry("sojourn.A->B.percentile-error", MANY),
          Map.entry("rdp.responses.NODE", ASKING),
          Map.entry("rdp.response-mean-seconds.NODE", ASKING),
          Map.entry("rdp.response-max-seconds.NODE", ASKING));

  /** Rows of real programs, which do not run in virtual time. */
  private static final String OF_PROGRAMS = "(edge|iperf3|tcp)\\..+";

  /** Rows that runs gave numbers, and experiments that did so. */
  private static final Set<String> FITTED = ConcurrentHashMap.newKeySet();

  private static final Set<String> RUN = ConcurrentHashMap.newKeySet();

  private static final Cut WHOLE = new Cut("", List.of(), List.of());
  private static final int LONG_RUN_VARIANTS = 2;

  /** What is done to experiments whose names begin so; the first that fits counts. */
  private record Cut(String prefix, List<String> sets, List<String> picks) {
    static Cut of(String name) {
      return LONG
          ? WHOLE
          : CUTS.stream().filter(cut -> name.startsWith(cut.prefix)).findFirst().orElse(WHOLE);
    }
  }

  private static Pins pins() {
    try {
      return Pins.read(LONG ? "whole" : "cut");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  static void writePins() throws IOException {
    PINS.write(experiments().toList());
  }

  static Stream<String> experiments() throws IOException {
    return files().keySet().stream();
  }

  /** The shipped files by the names that verbs find them by. */
  private static SortedMap<String, Path> files() throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    for (Path folder : FOLDERS) {
      try (Stream<Path> inside = Files.list(folder)) {
        for (Path file : inside.toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(SUFFIX)) {
            Path other = files.put(name.substring(0, name.length() - SUFFIX.length()), file);
            assertNull(other, () -> file + " has the name of " + other);
          }
        }
      }
    }
    return files;
  }

  @Test
  void allOfLgcIsThere() throws IOException {
    SequencedSet<String> names = experiments().collect(Collectors.toCollection(TreeSet::new));
    for (String wanted :
        List.of(
            "lgc-0-share",
            "lgc-1-basic",
            "lgc-1-moderate",
            "lgc-2-mobility",
            "lgc-3-two-greedy",
            "lgc-4-blind-spot",
            "lgc-1-compare",
            "lgc-1-moderate-compare",
            "lgc-2-compare",
            "lgc-3-compare",
            "lgc-4-compare",
            "lgc-ablation")) {
      assertTrue(names.contains(wanted), () -> wanted + " is not among " + names);
    }
  }

  @Test
  void pinsAreOfShippedExperiments() throws IOException {
    assertEquals(Set.of(), PINS.stray(experiments().toList()), "take their lines out of the pins");
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @MethodSource("experiments")
  void expectationsHoldInVirtualTime(String name) throws Exception {
    Cut cut = Cut.of(name);
    List<String> sets = cut.sets;
    Sweep sweep = SweepFile.load(Objects.requireNonNull(files().get(name), name), sets, cut.picks);
    for (long index : chosen(sweep, cut == WHOLE ? VARIANTS : LONG_RUN_VARIANTS)) {
      Variant variant = sweep.variant(index);
      int trials = sweep.isSingle() ? SEEDS : LONG ? sweep.repeat() : 1;
      for (int k = 0; k < trials; k++) {
        Trial trial = run(name, variant, sweep.isSingle() ? 1 + k : sweep.seed(index, k), sets);
        if (index == 0 && k == 0) {
          List<String> moved = PINS.moved(name, variant.experiment(), trial);
          assertTrue(moved.isEmpty(), () -> String.join("\n", moved));
          if (Pins.REWRITE) {
            return; // the other trials pin nothing
          }
        }
      }
    }
    RUN.add(name);
  }

  /** If all were run: a row that no run gives a number says something about nothing. */
  @AfterAll
  static void everyRowOfTheSheetIsOfSomeRun() throws IOException {
    if (experiments().allMatch(RUN::contains)) {
      SequencedSet<String> rows = new TreeSet<>();
      MetricSheet.rows().forEach(row -> rows.add(row.pattern()));
      rows.removeAll(FITTED);
      SequencedSet<String> known = new TreeSet<>(NOT_HERE.keySet());
      rows.stream().filter(row -> row.matches(OF_PROGRAMS)).forEach(known::add);
      if (LONG) {
        known.retainAll(rows); // whole runs may have more
      }

      assertEquals(known, rows);
    }
  }

  /** All, or the first, the last, and some that lie evenly between. */
  private static List<Long> chosen(Sweep sweep, int most) {
    long all = sweep.variants();
    long some = LONG ? all : Math.min(all, most);
    return LongStream.range(0, some)
        .map(k -> some == 1 ? 0 : k * (all - 1) / (some - 1))
        .boxed()
        .toList();
  }

  private static Trial run(String name, Variant variant, long seed, List<String> sets)
      throws Exception {
    String picks =
        variant.labels().entrySet().stream()
            .map(label -> " --pick " + label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining());
    String replay =
        "./rani run "
            + name
            + " --mode virtual"
            + picks
            + sets.stream().map(set -> " --set " + set).collect(Collectors.joining())
            + " --trials 1 --seed "
            + seed;
    Trial trial = VirtualTrial.run(variant.experiment(), seed, Optional.empty(), replay);
    for (String metric : trial.metrics().sequencedKeySet()) {
      List<MetricSheet.Named> rows = MetricSheet.all(metric);
      assertEquals(1, rows.size(), () -> "rows of the sheet for " + metric);
      FITTED.add(rows.getFirst().row().pattern());
    }
    if (!trial.passed()) {
      String what =
          trial.expectations().stream()
              .filter(result -> !result.passed())
              .map(EveryExperimentTest::inWords)
              .collect(Collectors.joining("\n"));
      fail(what + "\nreplay: " + replay);
    }
    return trial;
  }

  private static String inWords(Expectation.Result result) {
    return result.expectation().name() + ": " + result.reason();
  }
}
