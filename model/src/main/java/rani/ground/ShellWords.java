// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines that can be typed again. */
public final class ShellWords {
  private ShellWords() {}

  /** The words as a POSIX shell reads them, quoted where they need to be. */
  public static String join(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.matches("[\\w./=:,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
