// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import rani.ground.ShellWords;

/** What the user typed. */
public final class CommandText {
  private CommandText() {}

  /** So that it can be typed again. */
  public static String of(CommandSpec spec) {
    List<String> words = new ArrayList<>(List.of("rani"));
    words.addAll(spec.root().commandLine().getParseResult().originalArgs());
    return ShellWords.join(words);
  }
}
