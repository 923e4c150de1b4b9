// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void blanksPartWordsAndQuotesKeepThemTogether() {
    assertEquals(List.of("n1", "ping", "n8"), Words.of("  n1\tping   n8 "));
    assertEquals(List.of("payload=text:a b", "it's"), Words.of("payload='text:a b' \"it's\""));
    assertEquals(List.of("", "x"), Words.of("'' x"));
  }

  @Test
  void aHashBeginsACommentWhereAWordWouldBegin() {
    assertEquals(List.of("link", "n1-n7#2"), Words.of("link n1-n7#2 # the second one"));
    assertEquals(List.of("#"), Words.of("'#'"));
    assertEquals(List.of(), Words.of("# nothing"));
  }

  @Test
  void aQuoteWithoutEndIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Words.of("tell 'n1"));
  }

  @Test
  void onlyAWholeLineLeaves() {
    assertTrue(Words.isExit(List.of("exit")));
    assertTrue(Words.isExit(List.of("quit")));
    assertFalse(Words.isExit(List.of("exit", "now")));
  }
}
