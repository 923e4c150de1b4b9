// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.util.List;
import java.util.stream.Collectors;

/** Prints command lines that a user can paste into a shell. */
public final class ShellWords {
  private ShellWords() {}

  /** Joins words with blanks and quotes those that a POSIX shell would otherwise interpret. */
  public static String join(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.matches("[\\w./=:,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
