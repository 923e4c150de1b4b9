// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of rani. */
@Command(
    name = "rani",
    description = "A testbed for active networks.",
    mixinStandardHelpOptions = true,
    version = "rani 0.1.0-SNAPSHOT")
public final class Rani {
  private Rani() {}

  /** Runs one verb and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Rani()).execute(arguments));
  }
}
