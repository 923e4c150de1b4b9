// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.change;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.tools.console.verb.VerbContext;

/** {@code N4 service unload SERVICE}. */
@Command(
    name = "unload",
    customSynopsis = {"service unload N4 SERVICE", "N4 service unload SERVICE"},
    description = "Stops a service that was loaded, and lets go of its jar.",
    mixinStandardHelpOptions = true)
public final class ServiceUnloadVerb implements Callable<Integer> {
  private final VerbContext context;
  @Spec private CommandSpec spec;
  @Mixin private final UnloadWords words = new UnloadWords();

  /** What it is said of. */
  public ServiceUnloadVerb(VerbContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws LabFailure {
    return words.unload(context.testbed(), context.named(), spec, context.json());
  }
}
