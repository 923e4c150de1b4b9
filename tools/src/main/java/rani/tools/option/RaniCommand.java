// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import rani.ground.ExitCodes;
import rani.ground.ShellWords;
import rani.model.file.UnitError;
import rani.tools.screen.Screen;

/** Command of the shell, which ends with one of {@link rani.ground.ExitCodes}. */
@Command(mixinStandardHelpOptions = true)
public abstract class RaniCommand implements Callable<Integer> {
  protected static final int OK = ExitCodes.OK;
  protected static final int FAILED = ExitCodes.FAILED;

  @Spec protected CommandSpec spec;

  /** Returns exit code 0 if every expectation holds, else 1. */
  protected static int exitCode(boolean holds) {
    return holds ? OK : FAILED;
  }

  /** Returns the output of this command: results on standard output, progress on standard error. */
  protected final Screen screen() {
    return new Screen(spec);
  }

  /** Prints a line of the result, see {@link Screen#print}. */
  protected final void print(String format, Object... arguments) {
    screen().print(format, arguments);
  }

  /** Prints a text of whole lines as it is. */
  protected final void printWhole(String text) {
    screen().printWhole(text);
  }

  /** Prints facts, a record or a map as one line of JSON. */
  protected final void printJson(Object object) {
    screen().printJson(object);
  }

  /** Prints a message to standard error. */
  protected final void progress(String line) {
    screen().progress(line);
  }

  /** Returns the command as the user typed it, quoted for a shell. */
  protected final String typed() {
    List<String> words = new ArrayList<>(List.of("rani"));
    words.addAll(spec.root().commandLine().getParseResult().originalArgs());
    return ShellWords.join(words);
  }

  /** Returns the error of a command with wrong arguments: exit code 2. */
  protected final ParameterException wrong(@Nullable String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Returns the error about a wrong quantity, with a prefix like {@code --since: } and a hint. */
  protected final ParameterException wrong(String before, UnitError error) {
    String hint = error.hint().isEmpty() ? "" : "; " + error.hint();
    return wrong(before + error.getMessage() + hint);
  }
}
