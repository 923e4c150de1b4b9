// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;

/**
 * A verb of a service, which its operator uses by the console's {@code tell} or the control plane.
 *
 * @param name name in lower case
 * @param arguments synopsis such as {@code [ID]}; empty if there are none
 * @param meaning effect, in the third person and without a full stop
 */
public record Verb(String name, String arguments, String meaning) {
  /** Parses a table of verbs: on each line the synopsis and, behind a bar, the meaning. */
  public static List<Verb> table(String text) {
    return text.lines().map(Verb::of).toList();
  }

  private static Verb of(String line) {
    String[] cells = line.split(" \\| ", 2);
    String[] words = cells[0].split(" ", 2);
    return new Verb(words[0], words.length == 1 ? "" : words[1], cells[1]);
  }

  /** Returns how the verb is typed. */
  public String synopsis() {
    return arguments.isEmpty() ? name : name + " " + arguments;
  }
}
