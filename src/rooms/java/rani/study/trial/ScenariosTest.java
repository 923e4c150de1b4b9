// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.study.expectation.Expectation;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.experiment.Variant;

/**
 * Every scenario keeps its expectations in virtual time, in its first, middle and last variant
 * (with {@code -Plong} in all, repeated as the file says), and has its page.
 */
class ScenariosTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path SCENARIOS = ROOT.resolve("config/scenarios");
  private static final Path PAGES = ROOT.resolve("docs/scenarios");
  private static final boolean LONG = Boolean.getBoolean("rani.long");
  private static final int VARIANTS = 3;

  static SequencedSet<String> scenarios() throws IOException {
    return names(SCENARIOS, ".yaml");
  }

  private static SequencedSet<String> names(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .map(name -> name.substring(0, name.length() - suffix.length()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void each_scenario_has_its_page_and_each_page_its_scenario() throws IOException {
    SequencedSet<String> pages = names(PAGES, ".md");
    assertTrue(pages.remove("README"), "there is no table of the scenarios");
    assertEquals(scenarios(), pages);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void the_table_and_the_page_ask_what_the_file_asks(String name) throws Exception {
    String title = sweep(name).variant(0).experiment().title();
    String row = "| [" + name + "](" + name + ".md) | " + title + " |";
    assertTrue(Files.readAllLines(PAGES.resolve("README.md")).contains(row), row);
    assertEquals("# " + title, Files.readAllLines(PAGES.resolve(name + ".md")).getFirst());
  }

  @ParameterizedTest
  @Execution(CONCURRENT)
  @MethodSource("scenarios")
  void expectations_hold_in_virtual_time(String name) throws Exception {
    Sweep sweep = sweep(name);
    long all = sweep.variants();
    long some = LONG ? all : Math.min(all, VARIANTS);
    for (long k : LongStream.range(0, some).toArray()) {
      Variant variant = sweep.variant(some == 1 ? 0 : k * (all - 1) / (some - 1));
      assertTrue(!variant.experiment().expectations().isEmpty(), name + " expects nothing");
      for (int repetition = 0; repetition < (LONG ? sweep.repeat() : 1); repetition++) {
        long seed = sweep.seed(variant.index(), repetition);
        Trial trial = VirtualTrial.run(variant.experiment(), seed, Optional.empty(), name);
        assertEquals(
            "",
            trial.expectations().stream()
                .filter(result -> !result.passed())
                .map(ScenariosTest::inWords)
                .collect(Collectors.joining("\n")),
            () -> name + " " + variant.labels() + " --seed " + seed);
      }
    }
  }

  private static Sweep sweep(String name) throws Exception {
    return SweepFile.load(SCENARIOS.resolve(name + ".yaml"), List.of(), List.of());
  }

  private static String inWords(Expectation.Result result) {
    return result.expectation().name() + ": " + result.reason();
  }
}
