// SPDX-License-Identifier: Apache-2.0
package rani.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.report.SensitivityInput.TriedAlternative;
import rani.report.SensitivityInput.TriedChoice;
import rani.report.SweepReportInput.Expected;
import rani.report.SweepReportInput.Row;
import rani.study.experiment.Tried;
import rani.study.sweep.PaperValues;

/** Which choice decides, from trials whose values are given. */
class SensitivityTest {
  private static final String DROPS = "drops.total";
  private static final String GOODPUT = "rdp.goodput.total";

  @TempDir Path folder;

  private final List<Row> rows = new ArrayList<>();
  private final List<Tried.Number> numbers = new ArrayList<>();

  private static SequencedMap<String, String> labels(String... pairs) {
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    for (int k = 0; k < pairs.length; k += 2) {
      labels.put(pairs[k], pairs[k + 1]);
    }
    return labels;
  }

  /** Trials with seeds 1, 2, … of an alternative. */
  private void trials(String choice, String control, String metric, double... values) {
    for (int k = 0; k < values.length; k++) {
      SequencedMap<String, Double> metrics = new LinkedHashMap<>(Map.of(metric, values[k]));
      rows.add(
          new Row(
              labels("choice", choice, "control", control),
              k,
              k + 1,
              values[k] < 1000,
              null,
              List.of(new Expected("few", values[k] < 1000, values[k], "below 1000")),
              metrics,
              "again"));
    }
  }

  private Sensitivity found() {
    return new SensitivityAnalysis(input()).sensitivity();
  }

  private SensitivityInput input() {
    return new SensitivityInput(
        new ReportInput.Subject("e", "title", null, "cite", null, null),
        "d1",
        labels("control", "red"),
        List.of(
            new TriedChoice("a", "1", List.of(alternative("a", "2"), alternative("a", "3")), ""),
            new TriedChoice("b", "x", List.of(alternative("b", "y")), ""),
            new TriedChoice("c", "0", List.of(), "nothing else is said anywhere")),
        List.of(),
        List.of(),
        numbers,
        new SweepReportInput.Provenance("virtual", "seeds 1–3", 9, "1", "rani sensitivity"),
        rows);
  }

  private static TriedAlternative alternative(String choice, String value) {
    return new TriedAlternative(choice + "=" + value, value, "");
  }

  private void printed(String control, String metric, String value) {
    numbers.add(new Tried.Number(labels("control", control), metric, value));
  }

  @Test
  void the_choice_is_named_with_which_ours_agrees_as_it_did_not() {
    printed("acc", DROPS, "50");
    trials("shipped", "acc", DROPS, 100, 110, 90);
    trials("a=2", "acc", DROPS, 50, 51, 50);
    trials("a=3", "acc", DROPS, 101, 111, 91.5);
    trials("b=y", "acc", DROPS, 85, 96, 74);
    Sensitivity.Number number = found().numbers().getFirst();
    assertTrue(number.disagrees());
    assertEquals(
        List.of("a=2", "b=y", "a=3"),
        number.effects().stream().map(Sensitivity.Effect::label).toList());
    // By hand: differences −50, −59, −40; t(2) = 4.302653, s² = 271/3.
    Sensitivity.Effect effect = number.effects().getFirst();
    assertEquals(-49.66667, Objects.requireNonNull(effect.difference()), 1e-5);
    assertEquals(
        4.302653 * Math.sqrt(271 / 9.0),
        Objects.requireNonNull(effect.differenceHalfWidth()),
        1e-5);
    assertEquals(
        "a choice decides it: with a=2 ours is 50.3 ± 1.4, which agrees",
        SensitivityWords.decision(number, found()));
  }

  @Test
  void what_comes_nearest_is_named_where_none_decides() {
    printed("acc", DROPS, "10");
    trials("shipped", "acc", DROPS, 100, 110, 90);
    trials("a=2", "acc", DROPS, 60, 70, 50);
    trials("a=3", "acc", DROPS, 150, 160, 140);
    trials("b=y", "acc", DROPS, 80, 90, 70);
    Sensitivity.Number number = found().numbers().getFirst();
    assertEquals(
        "none of the 3 alternatives tried decides it; nearest comes a=2, with 60 ± 25",
        SensitivityWords.decision(number, found()));
  }

  @Test
  void an_interval_that_is_only_wider_decides_nothing() {
    printed("acc", DROPS, "50");
    trials("shipped", "acc", DROPS, 100, 110, 90);
    trials("a=2", "acc", DROPS, 92, 98, 74); // mean 88, ± 31: it moves, and 50 lies outside
    trials("a=3", "acc", DROPS, 83, 99, 58); // mean 80, ± 51: 50 lies within
    Sensitivity.Number number = found().numbers().getFirst();
    assertTrue(
        SensitivityWords.decision(number, found()).startsWith("none of the 3 alternatives tried"),
        SensitivityWords.decision(number, found()));
  }

  @Test
  void what_chance_explains_moves_nothing() {
    printed("acc", DROPS, "10");
    trials("shipped", "acc", DROPS, 100, 110, 90);
    trials("a=2", "acc", DROPS, 90, 130, 80);
    Sensitivity.Number number = found().numbers().getFirst();
    assertEquals(List.of(), number.effects());
    assertEquals(
        "none of the 3 alternatives tried decides it, nor moves it",
        SensitivityWords.decision(number, found()));
  }

  @Test
  void what_deciding_costs_is_told_and_what_costs_nothing_comes_first() {
    printed("acc", DROPS, "50");
    printed("red", DROPS, "20");
    trials("shipped", "acc", DROPS, 100, 110, 90);
    trials("shipped", "red", DROPS, 20, 20, 20);
    trials("a=2", "acc", DROPS, 50, 50, 50);
    trials("a=2", "red", DROPS, 30, 30, 30);
    Sensitivity.Number number = found().numbers().getFirst();
    assertEquals(
        "a choice decides it: with a=2 ours is 50, which agrees"
            + " (but 1 other number no longer does)",
        SensitivityWords.decision(number, found()));
    trials("a=3", "acc", DROPS, 50, 51, 50);
    number = found().numbers().getFirst();
    assertEquals(
        "a choice decides it: with a=3 ours is 50.3 ± 1.4, which agrees; so it does with a=2",
        SensitivityWords.decision(number, found()));
  }

  @Test
  void a_relative_number_is_over_the_baseline_with_the_same_alternative() {
    printed("acc", "relative." + GOODPUT, ">120%");
    trials("shipped", "acc", GOODPUT, 100, 200, 300);
    trials("shipped", "red", GOODPUT, 100, 200, 300);
    // The alternative changes only what the other is compared with.
    trials("a=2", "red", GOODPUT, 80, 160, 240);
    Sensitivity.Number number = found().numbers().getFirst();
    assertEquals(1.0, number.ours());
    assertEquals(1.25, number.effects().getFirst().ours());
    assertEquals(0.25, number.effects().getFirst().difference());
    assertTrue(number.effects().getFirst().agrees());
    assertEquals(1, number.effects().size());
  }

  @Test
  void a_number_that_is_gone_is_moved() {
    printed("acc", DROPS, "10");
    trials("shipped", "acc", DROPS, 10, 10, 10);
    trials("a=2", "acc", GOODPUT, 1, 1, 1);
    Sensitivity.Number number = found().numbers().getFirst();
    assertFalse(number.disagrees());
    assertNull(number.effects().getFirst().ours());
    assertEquals(
        "a=2: no longer measured", SensitivityWords.effect(number, number.effects().getFirst()));
  }

  @Test
  void an_alternative_that_breaks_an_expectation_is_told_and_is_no_failure() {
    printed("acc", DROPS, "10");
    trials("shipped", "acc", DROPS, 10, 10, 10);
    trials("a=2", "acc", DROPS, 10, 2000, 10);
    assertEquals(List.of("a=2"), found().breaking());
    assertEquals(0, found().failed());
    trials("shipped", "red", DROPS, 2000);
    assertEquals(1, found().failed());
  }

  @Test
  void its_files_are_made_again_from_report_json() throws Exception {
    printed("acc", DROPS, "50");
    trials("shipped", "acc", DROPS, 100, 110, 90);
    trials("a=2", "acc", DROPS, 50, 51, 50);
    Path page = new ReportFile.OfChoices(input()).write(folder);
    String before = Files.readString(page);
    String numbersBefore = Files.readString(folder.resolve(Sensitivity.NAME));
    assertTrue(before.contains("with a=2 ours is 50.3 ± 1.4, which agrees."), before);
    assertTrue(before.contains("nothing else is said anywhere"));
    Files.delete(page);
    assertEquals(page, ReportFile.read(folder).write(folder));
    assertEquals(before, Files.readString(page));
    assertEquals(numbersBefore, Files.readString(folder.resolve(Sensitivity.NAME)));
    assertEquals(found(), Sensitivity.read(folder.resolve(Sensitivity.NAME)));
    List<String> cells =
        List.of(Files.readAllLines(folder.resolve(ReportFile.CHOICES_CSV)).get(1).split(","));
    assertEquals(
        "control acc,drops.total,50,a=2,50.33333,1.434218,-49.66667,23.6102,true,true,true",
        String.join(",", cells.subList(0, 11)));
    double t = 149 / 3.0 / Math.sqrt(271 / 9.0);
    double p = 1 - t / Math.sqrt(t * t + 2); // of two degrees of freedom
    assertEquals(p, Double.parseDouble(cells.get(11)), 1e-12);
    assertEquals(List.of(cells.get(11), "1"), cells.subList(12, 14));
  }

  @Test
  void a_table_for_a_document_names_what_decides_and_what_moves() {
    printed("acc", DROPS, "50");
    printed("acc", GOODPUT, "7");
    printed("red", DROPS, "20");
    trials("shipped", "acc", DROPS, 100, 110, 90);
    trials("shipped", "red", DROPS, 20, 20, 20);
    trials("a=2", "acc", DROPS, 50, 51, 50);
    assertEquals(
        """
        | | paper | ours | which choice decides | what moves it |
        |---|---|---|---|---|
        | packets dropped in all (control acc) | 50 | 100 ± 25 | `a=2` (50.3 ± 1.4) \
        | −50 ± 24 with `a=2` |
        | goodput of all connections (control acc) | 7 bit/s | not measured | not measured |  |

        3 alternatives, seeds 1–3; 1 more number agrees, and nothing moves it.
        """,
        SensitivityMarkdown.of(found()));
  }

  @Test
  void the_report_of_a_sweep_says_which_choice_decides_unless_that_is_stale() throws Exception {
    printed("acc", DROPS, "50");
    trials("shipped", "acc", DROPS, 100, 110, 90);
    trials("a=2", "acc", DROPS, 50, 51, 50);
    Path recorded = found().recordBeside(folder.resolve("e.yaml"), "rani sensitivity e.yaml");
    assertEquals(folder.resolve("sensitivity/e.json"), recorded);
    Path run = Files.createDirectory(folder.resolve("run"));
    assertFalse(Sensitivity.copy(recorded, "d1", run).stale());
    String told = "A choice decides it: with a=2 ours is 50.3 ± 1.4, which agrees.";
    assertTrue(sweepPage(run).contains(told));
    assertTrue(Sensitivity.copy(recorded, "d2", run).stale());
    String stale = sweepPage(run);
    assertFalse(stale.contains(told));
    assertTrue(stale.contains("Which choice decides is not said"), stale);
  }

  private String sweepPage(Path run) throws Exception {
    SensitivityInput input = input();
    List<Row> own = new ArrayList<>();
    for (Row row : rows) {
      if ("shipped".equals(row.parameters().get("choice"))) {
        own.add(
            new Row(
                labels("control", "acc"),
                row.repetition(),
                row.seed(),
                true,
                null,
                List.of(),
                row.metrics(),
                "again"));
      }
    }
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    variables.put("control", List.of("red", "acc"));
    return Files.readString(
        new ReportFile.Sweep(
                new SweepReportInput(
                    input.subject(),
                    variables,
                    labels("control", "red"),
                    List.of(),
                    List.of(),
                    List.of(new PaperValues(labels("control", "acc"), labels(DROPS, "50"))),
                    input.provenance(),
                    own))
            .write(run));
  }
}
