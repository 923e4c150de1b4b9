// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rani.ground.ShellWords;
import rani.model.file.UnitError;
import rani.tools.screen.Screen;

/** A command of the shell, which ends with one of {@link rani.ground.ExitCodes}. */
@Command(mixinStandardHelpOptions = true)
public abstract class RaniCommand implements Callable<Integer> {
  @Spec protected CommandSpec spec;

  /** The output for results and progress. */
  protected final Screen screen() {
    return new Screen(spec);
  }

  /** The command as the user typed it, quoted for a shell. */
  protected final String typed() {
    List<String> words = new ArrayList<>(List.of("rani"));
    words.addAll(spec.root().commandLine().getParseResult().originalArgs());
    return ShellWords.join(words);
  }

  /** The error of a command with wrong arguments: exit code 2. */
  protected final ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** The same error with the message of a cause. */
  protected final ParameterException wrong(IllegalArgumentException refusal) {
    return wrong(String.valueOf(refusal.getMessage()));
  }

  /**
   * The same error for a quantity, with a suggestion.
   *
   * @param before the prefix of the message, such as {@code --since: }
   */
  protected final ParameterException wrong(String before, UnitError error) {
    String hint = error.hint().isEmpty() ? "" : "; " + error.hint();
    return wrong(before + error.getMessage() + hint);
  }
}
