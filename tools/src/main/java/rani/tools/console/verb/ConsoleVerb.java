// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** A verb of the console, created for one line. */
@Command(mixinStandardHelpOptions = true)
public abstract class ConsoleVerb implements Callable<Integer> {
  /** The context of the verb. */
  @SuppressWarnings("NullAway.Init") // set when the verb is added to a command line
  protected VerbContext context;

  /** Sets the context. */
  public final void of(VerbContext said) {
    context = said;
  }
}
