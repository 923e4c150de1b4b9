// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.experiment.Variant;

/** Every scenario has its page. Its expectations are kept by {@link EveryExperimentTest}. */
class ScenariosTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path SCENARIOS = ROOT.resolve("config/scenarios");
  private static final Path PAGES = ROOT.resolve("docs/scenarios");

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
  @MethodSource("scenarios")
  void each_variant_expects_something(String name) throws Exception {
    Sweep sweep = sweep(name);
    for (long k = 0; k < sweep.variants(); k++) {
      Variant variant = sweep.variant(k);
      assertFalse(
          variant.experiment().expectations().isEmpty(), () -> name + " " + variant.labels());
    }
  }

  private static Sweep sweep(String name) throws Exception {
    return SweepFile.load(SCENARIOS.resolve(name + ".yaml"), List.of(), List.of());
  }
}
