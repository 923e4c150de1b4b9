// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import rani.ground.LabFailure;
import rani.study.chaos.SeedRange;

/** Hostile code: others lose no more than it may take, and what took more would be found. */
class HostileSimulation {
  private static final int MODULES_LONG = 1000;

  /** A function in a table of the page, such as {@code `log(f64) -> f64`}. */
  private static final Pattern FUNCTION = Pattern.compile("`([a-z][a-z0-9_]*)\\(");

  @Test
  void othersLoseNoMoreThanEachAttackMayTake() throws LabFailure {
    int modules = Boolean.getBoolean("rani.long") ? MODULES_LONG : Attack.values().length;
    List<HostileOutcome> outcomes = new ArrayList<>();
    new HostileSeries(new SeedRange(1, modules)).run(2, outcomes::add);

    assertEquals(List.of(), outcomes.stream().filter(each -> each.broken().isPresent()).toList());
    assertEquals(modules, outcomes.size());
    assertTrue(outcomes.stream().anyMatch(HostileOutcome::suspended));
    assertTrue(outcomes.stream().anyMatch(each -> each.refused().isPresent()));
  }

  @Test
  void whatTakesMoreThanItMayIsFound() {
    HostileModule filters = first(Attack.FILTERS_EVERYTHING);
    HostileModule claimsToLoop =
        new HostileModule(filters.seed(), Attack.ENDLESS_LOOP, filters.bytes());

    HostileOutcome outcome = HostileRun.run(claimsToLoop, HostileRun.baseline(), "again");

    assertTrue(outcome.broken().orElse("").startsWith("packets of others: "), outcome::toString);
  }

  /** A function that attackers do not know would never be attacked. */
  @Test
  void attackersKnowEveryFunctionOfThePage() throws IOException {
    String page = Files.readString(Path.of("..", "..", "docs", "webassembly.md"));
    String functions =
        page.substring(page.indexOf("### The functions"), page.indexOf("\n## Limits"));
    Set<String> documented =
        FUNCTION
            .matcher(functions)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> known =
        Arrays.stream(Abi.values()).map(Abi::text).collect(Collectors.toCollection(TreeSet::new));

    assertEquals(documented, known);
  }

  @Test
  void aModuleIsTheSameForTheSameSeed() {
    for (int seed = 1; seed <= Attack.values().length; seed++) {
      assertArrayEquals(HostileModule.of(seed).bytes(), HostileModule.of(seed).bytes());
    }
  }

  private static HostileModule first(Attack attack) {
    return HostileModule.of(attack.ordinal() + 1L);
  }
}
