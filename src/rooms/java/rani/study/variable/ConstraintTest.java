// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.file.FileError;
import rani.model.menu.Menus;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;

class ConstraintTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      textBlock =
          """
          ${delay} * 2 <= 400ms || ${limiter} == lgc \
              # 100ms lgc, 100ms drop-tail, 200ms lgc, 200ms drop-tail, 0.3s lgc
          ${limiter} != drop-tail && ${delay} < 0.25s # 100ms lgc, 200ms lgc
          !(${limiter} == "drop-tail") # 100ms lgc, 200ms lgc, 0.3s lgc
          ${delay} + 100ms == 0.3s # 200ms lgc, 200ms drop-tail
          min(${delay}, 150ms) == 100ms && ${limiter} == 'lgc' # 100ms lgc
          ${delay} * 100 % 20 == 0 && ${limiter} == lgc # 200ms lgc
          ${delay} / 1s >= 25% # 0.3s lgc, 0.3s drop-tail
          """)
  void a_condition_chooses_combinations(String condition, String expected) throws Exception {
    assertEquals(expected, combinations(condition));
  }

  @Test
  void every_constraint_must_hold() throws Exception {
    assertEquals(
        "200ms lgc", combinations("${delay} > 100ms", "${delay} < 300ms", "${limiter} == lgc"));
  }

  @Test
  void a_pick_narrows_what_the_constraints_leave() throws Exception {
    Sweep sweep = load(List.of("limiter=drop-tail"), "${delay} <= 200ms || ${limiter} == lgc");
    assertEquals(2, sweep.variants());
  }

  @Test
  void what_is_no_condition_is_named_with_its_place() {
    assertError("unknown variable `delai`; did you mean `delay`?", "${delai} < 1s");
    assertError(
        "no variable of `${limiter} == lgcc` has the value `lgcc`; did you mean `lgc`?",
        "${limiter} == lgcc");
    assertError(
        "no variable of `delay < 1s` has the value `delay`; write `${delay}` for the " + "variable",
        "delay < 1s");
    assertError(
        "`${delay} <` is no condition: Missing second operand for operator; such as "
            + "`${delay} * 2 <= 400ms || ${limiter} == codel`",
        "${delay} <");
    assertError("`1h` has an unknown unit", "${delay} < 1h");
    assertError("`${delay} * 2` is neither true nor false (with delay=100ms)", "${delay} * 2");
    assertError(
        "`${limiter} * 2 < 1` cannot be evaluated: Unsupported data types in operation "
            + "(with limiter=lgc)",
        "${limiter} * 2 < 1");
    assertError(
        "`${delay} / 0 < 1` cannot be evaluated: Division by zero (with delay=100ms)",
        "${delay} / 0 < 1");
    assertError(
        "unknown function `random`; known: `min`, `max`, `abs`, `floor`, `ceiling`, " + "`sqrt`",
        "random() < 0.5");
    assertError("`${delay} < 1s; 1` has `; 1`, which is no condition", "${delay} < 1s; 1");
    assertError("no combination of values meets this constraint", "${delay} > 1s");
  }

  private void assertError(String message, String condition) {
    FileError error = assertThrows(FileError.class, () -> load(List.of(), condition));
    assertEquals(folder.resolve("e.yaml") + ":8:6: " + message, error.getMessage());
  }

  @Test
  void constraints_that_exclude_each_other_are_named() {
    FileError error =
        assertThrows(
            FileError.class, () -> load(List.of(), "${delay} > 100ms", "${delay} < 200ms"));
    assertTrue(
        error.getMessage().endsWith(": no combination of values meets all constraints"),
        error.getMessage());
  }

  @Test
  void a_constraint_on_too_many_combinations_is_refused() {
    String text =
        """
        experiment: e
        topology: {nodes: {n1: {}}}
        title: "${a: 1..200} ${b: 1..200} ${c: 1..200}"
        sweep: {constraints: "${a} + ${b} + ${c} < 10"}
        """;
    assertTrue(
        assertThrows(FileError.class, () -> loadText(List.of(), text))
            .getMessage()
            .contains("more than 1000000 combinations"));
  }

  /** The work of evaluating a condition once, by what it allocates: the same on all machines. */
  private static final long EVALUATION_BYTES_MAX = 10_000;

  @Test
  void a_million_combinations_are_sifted_by_far_fewer_evaluations() throws Exception {
    String text =
        """
        experiment: e
        topology: {nodes: {n1: {}}}
        title: "${a: 1..100} ${b: 1..100} ${c: 1..100}"
        sweep: {constraints: ["${a} < ${b}", "${b} < ${c}", "${a} * ${b} <= 2000"]}
        """;
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Sweep sweep = loadText(List.of(), text);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    long expected = 0;
    for (int a = 1; a <= 100; a++) {
      for (int b = a + 1; b <= 100; b++) {
        expected += a * b <= 2000 ? 100 - b : 0;
      }
    }
    assertEquals(expected, sweep.variants());
    assertEquals("{a=1, b=2, c=3}", sweep.labels(0).toString());
    // Three conditions, each for the ten thousand values of its own variables.
    assertTrue(allocated < 30_000 * EVALUATION_BYTES_MAX, allocated + " bytes");
  }

  private String combinations(String... conditions) throws Exception {
    Sweep sweep = load(List.of(), conditions);
    List<String> combinations = new ArrayList<>();
    for (long index = 0; index < sweep.variants(); index++) {
      combinations.add(String.join(" ", sweep.variant(index).labels().values()));
    }
    return String.join(", ", combinations);
  }

  private Sweep load(List<String> picks, String... conditions) throws Exception {
    StringBuilder text =
        new StringBuilder(
            """
            experiment: e
            topology: {nodes: {n1: {}}}
            title: ${delay} ${limiter}
            sweep:
              variables:
                {delay: [100ms, 200ms, 0.3s], limiter: [lgc, drop-tail]}
              constraints:
            """);
    for (String condition : conditions) {
      text.append("   - >-\n      ").append(condition).append('\n');
    }
    return loadText(picks, text.toString());
  }

  private Sweep loadText(List<String> picks, String text) throws Exception {
    Path file = Files.writeString(folder.resolve("e.yaml"), text);
    return SweepFile.load(file, List.of(), picks, Menus.catalog());
  }
}
