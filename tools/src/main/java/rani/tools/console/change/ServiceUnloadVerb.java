// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import rani.ground.LabFailure;
import rani.tools.console.verb.ConsoleVerb;

@Command(
    name = "unload",
    customSynopsis = {"service unload N4 SERVICE", "N4 service unload SERVICE"},
    description = "Stops a loaded service, and unloads its jar.")
public final class ServiceUnloadVerb extends ConsoleVerb {
  @Mixin private final UnloadWords words = new UnloadWords();

  @Override
  public Integer call() throws LabFailure {
    return words.unload(context.testbed(), context.named(), context.json());
  }
}
