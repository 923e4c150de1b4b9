// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.List;

/**
 * What one line of the console came to.
 *
 * @param line as it was said
 * @param out what it printed, as results
 * @param err what it printed beside them
 */
public record VerbResult(String line, int exit, String out, String err) {
  /** The same, if it ended so. */
  public VerbResult expectExit(int expected) {
    return expect(exit == expected, "exit " + expected);
  }

  /** The same, if it printed this somewhere, however many blanks stand between the words. */
  public VerbResult expect(String words) {
    return expect((out + err).replaceAll(" +", " ").contains(words), "`" + words + "`");
  }

  /** The same, if it printed that nowhere. */
  public VerbResult expectNo(String words) {
    return expect(!(out + err).contains(words), "no `" + words + "`");
  }

  private VerbResult expect(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("expected " + what + ": " + this);
    }
    return this;
  }

  /** A row of the table that it printed, by its first cell, as cells. */
  public List<String> row(String first) {
    return out.lines()
        .filter(line -> line.equals(first) || line.startsWith(first + " "))
        .findFirst()
        .map(line -> List.of(line.strip().split(" {2,}")))
        .orElseThrow(() -> new AssertionError("no row `" + first + "`: " + this));
  }
}
