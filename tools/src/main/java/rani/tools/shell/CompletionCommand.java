// SPDX-License-Identifier: Apache-2.0
package rani.tools.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import rani.tools.option.RaniCommand;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.HOSTS)
@Command(
    name = "completion",
    description = "Prints the script by which a shell completes rani's words.",
    footer = {
      "  source <(rani completion bash)                # in ~/.bashrc",
      "  source <(rani completion zsh)                 # in ~/.zshrc, behind compinit",
      "  rani completion fish | source                 # in ~/.config/fish/config.fish",
      "",
      "Where rani was installed from a package, shells have it already."
    })
public final class CompletionCommand extends RaniCommand {
  /** Shells that have a script. */
  public enum Shell {
    BASH("rani.bash"),
    ZSH("_rani"),
    FISH("rani.fish");

    private final String file;

    Shell(String file) {
      this.file = file;
    }

    private String script() {
      try (InputStream in = CompletionCommand.class.getResourceAsStream(file)) {
        if (in == null) {
          throw new IllegalStateException("rani was built without " + file);
        }
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Parameters(
      paramLabel = "bash|zsh|fish",
      description = "The shell that completes rani's command lines.")
  private Shell shell;

  @Override
  public Integer call() {
    printWhole(shell.script());
    return OK;
  }
}
