// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import rani.ground.ExitCodes;

/** Verb of the console, created for the execution of one line. */
@Command(mixinStandardHelpOptions = true)
public abstract class ConsoleVerb implements Callable<Integer> {
  protected static final int OK = ExitCodes.OK;
  protected static final int FAILED = ExitCodes.FAILED;

  @SuppressWarnings("NullAway.Init") // set when the verb is added to a command line
  protected VerbContext context;

  /** Returns exit code 0 if every expectation holds, else 1. */
  protected static int exitCode(boolean holds) {
    return holds ? OK : FAILED;
  }

  /** Prints a line of the result, see {@link rani.tools.screen.Screen#print}. */
  protected final void print(String format, Object... arguments) {
    context.screen().print(format, arguments);
  }

  /** Prints a text of whole lines as it is. */
  protected final void printWhole(String text) {
    context.screen().printWhole(text);
  }

  /** Prints facts, a record or a map as one line of JSON. */
  protected final void printJson(Object object) {
    context.screen().printJson(object);
  }

  /** Prints a message to standard error. */
  protected final void progress(String line) {
    context.screen().progress(line);
  }

  public final void of(VerbContext said) {
    context = said;
  }
}
