// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;

/** {@code N4 service unload SERVICE}. */
@Command(
    name = "unload",
    customSynopsis = {"service unload N4 SERVICE", "N4 service unload SERVICE"},
    description = "Stops a service that was loaded, and lets go of its jar.",
    mixinStandardHelpOptions = true)
final class ServiceUnloadVerb implements Callable<Integer> {
  @ParentCommand private ServiceVerb parent;
  @Spec private CommandSpec spec;
  @Mixin private final UnloadWords words = new UnloadWords();

  @Override
  public Integer call() throws LabFailure {
    Bench bench = parent.bench();
    return words.unload(bench.testbed(), bench.named(), spec, bench.json());
  }
}
