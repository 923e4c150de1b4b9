// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rani.ground.ExitCodes;
import rani.model.file.InputFile;

/** The option {@code --attached} of commands that must not outlive the program that starts them. */
public final class AttachedOption extends OptionGroup {
  private static final int BUFFER_BYTES = 1 << 10;

  @Option(
      names = "--attached",
      description =
          "Ends, as by Ctrl-C, when standard input ends: for a program that holds it open, and may"
              + " be killed.")
  private boolean attached;

  /** Begins to watch standard input, if asked to; the file named must not come from there then. */
  public void follow(@Nullable Path named) {
    if (!attached) {
      return;
    }
    if (named != null && NamedFile.given(named).equals(InputFile.STANDARD_INPUT)) {
      throw wrong("with --attached the experiment cannot come from standard input");
    }
    Thread.ofPlatform().name("attached").daemon().start(AttachedOption::endWithInput);
  }

  private static void endWithInput() {
    byte[] passedOver = new byte[BUFFER_BYTES];
    try {
      while (System.in.read(passedOver) >= 0) {
        // what it says is of no concern
      }
    } catch (IOException e) {
      System.err.println("rani: standard input cannot be read: " + e.getMessage());
    }
    System.exit(ExitCodes.INTERRUPTED);
  }
}
