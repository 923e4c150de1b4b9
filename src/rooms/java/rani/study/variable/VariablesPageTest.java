// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.study.experiment.ExperimentTree;
import rani.study.experiment.ShippedFilesTest;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.variable.Items.Item;

/** What docs/files.md says of variables is so. */
class VariablesPageTest {

  private static final Path PAGE = Path.of("../..", "docs", "files.md");

  @TempDir Path folder;

  @Test
  void the_example_is_a_sweep() throws Exception {
    Matcher block =
        Pattern.compile("```yaml\n(experiment: hello-swept\n.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    assertTrue(block.find());
    Path base = ShippedFilesTest.CONFIG.resolve("experiments/hello.yaml").toRealPath();
    Path file =
        Files.writeString(
            folder.resolve("e.yaml"), block.group(1).replace("hello.yaml", base.toString()));
    Sweep sweep = SweepFile.load(file, List.of(), List.of());

    assertEquals(List.of("delay", "rate", "wire"), List.copyOf(sweep.variables().keySet()));
    // Five delays are at most 200 ms and go with all three wires, two with the good one alone.
    assertEquals((5 * 3 + 2) * 2, sweep.variants());
  }

  @Test
  void the_table_of_values_is_what_comes_out() throws Exception {
    Matcher table =
        Pattern.compile("\\| written \\| values \\|\n\\|---\\|---\\|\n((?:\\|.*\n)+)")
            .matcher(Files.readString(PAGE));
    assertTrue(table.find());
    List<String> wrong = new ArrayList<>();
    for (String row : table.group(1).split("\n")) {
      Matcher cells = Pattern.compile("\\| `(.*)` \\| (.*) \\|").matcher(row);
      assertTrue(cells.matches(), row);
      List<String> values =
          new Items(Variable.VALUES_MAX).parse(cells.group(1)).stream().map(Item::text).toList();
      if (!String.join(" · ", values).equals(cells.group(2))) {
        wrong.add(row + " but " + values);
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void the_limits_are_those_of_the_code() throws Exception {
    String page = Files.readString(PAGE);
    assertTrue(
        page.contains(
            "at most %d variables of %,d values each, and %,d combinations and trials"
                .formatted(Variable.VARIABLES_MAX, Variable.VALUES_MAX, Sweep.TRIALS_MAX)));
    assertTrue(
        page.contains(
            "at most %,d combinations of its own".formatted(Constraint.COMBINATIONS_MAX)));
    assertEquals(10, ExperimentTree.EXTENDS_MAX);
  }
}
