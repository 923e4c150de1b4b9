// SPDX-License-Identifier: Apache-2.0
package rani.tools.screen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCellAndNumbersStandToTheRight() {
    Table table = new Table("node, >inside").row("n1", 5).row("a-long-name", 1234);

    assertEquals(
        """
        node         inside
        n1                5
        a-long-name    1234
        """,
        table.text(TerminalColours.NONE));
  }

  @Test
  void aSignOfTwoCharactersIsOneCellWide() {
    Table table = new Table("x, y").row("\uD83D\uDE00", "a").row("bb", "c");

    assertEquals(
        List.of("x   y", "\uD83D\uDE00   a", "bb  c"),
        table.text(TerminalColours.NONE).lines().toList());
  }

  @Test
  void aRowHasACellForEachHeading() {
    Table table = new Table("one, two");

    assertTrue(table.isEmpty());
    assertThrows(IllegalArgumentException.class, () -> table.row("alone"));
  }
}
