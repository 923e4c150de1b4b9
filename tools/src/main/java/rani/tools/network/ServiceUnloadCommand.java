// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rani.ground.LabFailure;
import rani.tools.console.change.UnloadWords;
import rani.tools.option.RunningCommand;

@Command(
    name = "unload",
    description = "Stops a loaded service, and unloads its classes.",
    footer = {"  rani service unload n4 top-talkers", "  rani service unload n4 top-talkers@1.0"})
final class ServiceUnloadCommand extends RunningCommand {
  @Mixin private final UnloadWords words = new UnloadWords();

  @Option(names = "--json", description = "Prints what was unloaded as JSON, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    return words.unload(lab(), List.of(), json);
  }
}
