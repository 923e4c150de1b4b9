// SPDX-License-Identifier: Apache-2.0
package rani.report.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.ground.LabFailure;
import rani.study.sweep.PaperValues;

/** What templates make of results that are known. */
class TemplateTest {
  private static final double[] SEEDS = {1, 2, 3};

  /**
   * 1000, 1010, 1020 with 100 ms and RED; 100 more with 10 ms; a tenth more, less the seed, ACC.
   */
  private static TableData results() {
    List<ResultFile.Row> rows = new ArrayList<>();
    for (String delay : List.of("100ms", "10ms")) {
      for (double seed : SEEDS) {
        double red = 990 + 10 * seed + (delay.equals("10ms") ? 100 : 0);
        rows.add(row(delay, "red", seed, red, 0));
        rows.add(row(delay, "acc", seed, red + 100 - seed, 4 + seed));
      }
    }
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    variables.put("delay", List.of("10ms", "100ms"));
    variables.put("aqm", List.of("red", "acc"));
    return new TableData(
        rows,
        variables,
        of(Map.of("aqm", "red")),
        List.of(
            new PaperValues(of(Map.of("delay", "10ms")), of(Map.of("lost", "<5"))),
            new PaperValues(of(Map.of("delay", "10ms", "aqm", "acc")), of(Map.of("lost", "3")))));
  }

  private static <T> SequencedMap<String, T> of(Map<String, T> entries) {
    return new LinkedHashMap<>(entries);
  }

  private static ResultFile.Row row(
      String delay, String aqm, double seed, double rate, double lost) {
    return new ResultFile.Row(
        of(Map.of("delay", delay, "aqm", aqm)),
        (long) seed,
        of(Map.of("rate.all", rate, "lost", lost)));
  }

  private static SequencedMap<String, TableData> all() {
    return of(Map.of("e", results()));
  }

  private static String cell(String field) throws LabFailure {
    return Field.of(field).shown(Map.of(), all());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "rate.all delay=100ms aqm=red *1e-3 mean.2, 1.01",
        // The deviation is 10, so the half width 4.3027 * 10 / sqrt(3).
        "rate.all delay=100ms aqm=red ci.0, 1010 ± 25",
        "rate.all delay=100ms aqm=red range.0, 1000 to 1020",
        "lost delay=100ms aqm=red range.0, 0",
        "lost delay=100ms aqm=red ci.1, 0.0",
        "rate.all delay=100ms aqm=red least.0, 1000",
        "rate.all delay=100ms aqm=red most.0, 1020",
        "rate.all delay=100ms aqm=red median.0, 1010",
        "rate.all delay=100ms aqm=red sum.0, 3030",
        "rate.all delay=100ms aqm=red *-1 mean.0, \u22121010",
        "rate.all delay='100ms' aqm='red' mean.0, 1010",
        "lost delay=10ms aqm=acc void, \" (v)\"",
        "lost delay=10ms aqm=red void, \"\"",
        "lost/lost delay=10ms aqm=acc mean.2, 1.00",
        "lost+lost delay=10ms aqm=acc mean.0, 12",
        "lost delay=10ms aqm=acc paper, 3",
        "lost delay=10ms aqm=acc *0.1 paper.2, 0.30",
        "lost delay=10ms aqm=red paper, <5",
        "e:lost delay=10ms aqm=acc mean.0, 6",
      })
  void formsShowWhatTheySay(String field, String shown) throws Exception {
    assertEquals(shown, cell(field));
  }

  /** 99, 98 and 97 more than 1010 in the mean: 9.703 %, deviation 1, half a width of 4.3027/√3. */
  @Test
  void pairsAreOfOneSeed() throws Exception {
    assertEquals("+9.70 ± 0.25", cell("rate.all delay=100ms aqm=acc pair.2"));
    // With what is lost added the seeds cancel: 104 of 1010 each, and no interval at all.
    assertEquals("+10.30", cell("rate.all+lost delay=100ms aqm=acc pair.2"));
  }

  @Test
  void rowsAreRepeatedForTheValuesOfVariables() throws Exception {
    String template =
        """
        | delay | red |
        |---|---|
        for delay: | {delay} | {rate.all aqm=red mean.0} |
        for delay=100ms aqm: | {^delay} | {aqm}: {lost mean.0} |
        """;
    assertEquals(
        """
        | delay | red |
        |---|---|
        | 10 ms | 1110 |
        | 100 ms | 1010 |
        |  | red: 0 |
        |  | acc: 6 |
        """,
        Template.of(template).filled(all()));
    assertEquals(Map.of("e", Set.of("rate.all", "lost")), Template.of(template).metrics("e"));
  }

  @ParameterizedTest
  @CsvSource({
    "rate.all delay=100ms mean.1, several variants",
    "no.such delay=100ms aqm=red mean.1, no trial has",
    "rate.all delay=100ms aqm=red, has no form",
    "rate.all delay=100ms aqm=red mean, neither LABEL=VALUE",
    "rate.all *x mean.1, is no factor",
    "f:rate.all mean.1, does not name `f`",
    "lost delay=100ms aqm=acc pair.1, baseline's mean is 0",
    "lost delay=100ms aqm=red paper, prints no `lost`",
    "lost delay=10ms aqm=red paper.1, no plain number",
  })
  void whatIsWrongIsTold(String field, String why) {
    LabFailure wrong = assertThrows(LabFailure.class, () -> cell(field));
    assertTrue(String.valueOf(wrong.getMessage()).contains(why), wrong::getMessage);
  }

  @Test
  void aVariableThatNoResultsHaveIsTold() {
    Template template = Template.of("for queue: | {queue} |");
    LabFailure wrong = assertThrows(LabFailure.class, () -> template.filled(all()));
    assertTrue(String.valueOf(wrong.getMessage()).contains("variable `queue`"));
  }
}
