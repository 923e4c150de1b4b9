// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** A verb of the console, made for one line. */
@Command(mixinStandardHelpOptions = true)
public abstract class ConsoleVerb implements Callable<Integer> {
  /** What it is said of. */
  @SuppressWarnings("NullAway.Init") // set as it is put on a command line
  protected VerbContext context;

  /** Says it of this. */
  public final void of(VerbContext said) {
    context = said;
  }
}
