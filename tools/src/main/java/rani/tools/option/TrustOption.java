// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.nio.file.Path;
import java.util.Collection;
import picocli.CommandLine.Option;
import rani.model.file.FileError;
import rani.model.power.Power;
import rani.model.power.Powers;
import rani.tools.screen.Screen;

/** The option {@code --trust} of commands that start a network. */
public final class TrustOption {
  @Option(
      names = "--trust",
      description =
          "Permits what the file runs, opens and trusts beyond this machine's loopback, all of"
              + " which `rani validate` lists.")
  private boolean given;

  public boolean isGiven() {
    return given;
  }

  /** Prints the powers that a file uses, before their use; fails if they need more trust. */
  public void check(Path file, Collection<Power> powers, Screen screen) throws FileError {
    if (!given) {
      Powers.requireNoTrust(file, powers);
    }
    powers.forEach(power -> screen.progress(power.text()));
  }
}
