// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DamagedLinesTest {
  @Test
  void theFirstTenAreToldAndAllAreCounted() {
    DamagedLines damaged = new DamagedLines(Path.of("journal"));
    assertTrue(damaged.isEmpty());
    assertEquals(List.of(), damaged.told());
    List<String> told = new ArrayList<>();
    for (int line = 3; line < 13; line++) {
      damaged.add(line, "it is empty");
      told.add("journal, line " + line + ": it is empty");
      assertEquals(told, damaged.told());
    }
    assertFalse(damaged.isEmpty());

    damaged.add(20, "it is empty");
    damaged.add(21, "it is empty");

    told.add("journal: and so on, 12 lines in all");
    assertEquals(told, damaged.told());
    assertEquals(12, damaged.count());
  }
}
