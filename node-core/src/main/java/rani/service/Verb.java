// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;

/**
 * A verb of a service: what its operator may tell it, by the console's {@code tell} or the control
 * plane.
 *
 * @param name in lower case
 * @param arguments as a synopsis has them, such as {@code [ID]}; empty if it takes none
 * @param meaning what it does, in the third person and without a full stop
 */
public record Verb(String name, String arguments, String meaning) {
  /** Verbs, one a line: how one is typed and, behind a bar, what it does. */
  public static List<Verb> table(String text) {
    return text.lines().map(Verb::of).toList();
  }

  private static Verb of(String line) {
    String[] cells = line.split(" \\| ", 2);
    String[] words = cells[0].split(" ", 2);
    return new Verb(words[0], words.length == 1 ? "" : words[1], cells[1]);
  }

  /** How it is typed. */
  public String synopsis() {
    return arguments.isEmpty() ? name : name + " " + arguments;
  }
}
