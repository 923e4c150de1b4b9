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

  /** Where its results and its progress go. */
  protected final Screen screen() {
    return new Screen(spec);
  }

  /** What the user typed, so that it can be typed again. */
  protected final String typed() {
    List<String> words = new ArrayList<>(List.of("rani"));
    words.addAll(spec.root().commandLine().getParseResult().originalArgs());
    return ShellWords.join(words);
  }

  /** What a command throws that was said wrongly: exit code 2. */
  protected final ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** The same, with the message of who has refused it. */
  protected final ParameterException wrong(IllegalArgumentException refusal) {
    return wrong(String.valueOf(refusal.getMessage()));
  }

  /**
   * The same of a quantity, with what may have been meant.
   *
   * @param before what stands before the message, such as {@code --since: }
   */
  protected final ParameterException wrong(String before, UnitError error) {
    String hint = error.hint().isEmpty() ? "" : "; " + error.hint();
    return wrong(before + error.getMessage() + hint);
  }
}
