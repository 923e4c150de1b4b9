// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.ground.ExitCodes;

/** Lines that are said one after the other, each of which ends as its only word says. */
class ScriptTest {
  private final List<String> said = new ArrayList<>();
  private final StringWriter err = new StringWriter();

  private int run(String lines) throws IOException {
    Script script =
        new Script(
            (words, nodes, json, out, errors) -> {
              said.add(words.getFirst());
              return Integer.parseInt(words.getFirst());
            },
            "file:");
    return script.execute(
        new BufferedReader(new StringReader(lines)),
        List.of(),
        false,
        new PrintWriter(new StringWriter()),
        new PrintWriter(err, true));
  }

  @Test
  void whatFailedEndsNothingButIsTheExitCode() throws IOException {
    assertEquals(ExitCodes.FAILED, run("0\n1\n0\n"));
    assertEquals(List.of("0", "1", "0"), said);
    assertTrue(err.toString().contains("file:2: `1` ended with exit code 1"), err::toString);
  }

  @Test
  void whatCouldNotBeCarriedOutEndsIt() throws IOException {
    assertEquals(ExitCodes.NOT_CARRIED_OUT, run("1\n3\n0\n"));
    assertEquals(List.of("1", "3"), said);
  }

  @Test
  void exitEndsItAndEmptyLinesSayNothing() throws IOException {
    assertEquals(ExitCodes.OK, run("0\n\n# nothing\nexit\n3\n"));
    assertEquals(List.of("0"), said);
  }

  @Test
  void aLineHasALongestLength() throws IOException {
    assertEquals(ExitCodes.BAD_INPUT, run("0".repeat(65_537)));
    assertEquals(List.of(), said);
  }
}
