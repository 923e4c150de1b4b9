// SPDX-License-Identifier: Apache-2.0
package rani.tools.network;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import rani.ground.LabFailure;
import rani.testbed.RunningLab;
import rani.tools.console.change.UnloadWords;
import rani.tools.option.Runs;

/** {@code rani service unload N4 SERVICE}. */
@Command(
    name = "unload",
    description = "Stops a service that was loaded, and forgets its classes.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  rani service unload n4 top-talkers", "  rani service unload n4 top-talkers@1.0"})
final class ServiceUnloadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private final UnloadWords words = new UnloadWords();

  @Option(names = "--run", paramLabel = "RUN", description = "Default: the only one that is up.")
  private @Nullable String run;

  @Option(names = "--json", description = "Prints what was unloaded as JSON, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    return words.unload(RunningLab.of(Runs.chosen(spec, run)), spec, json);
  }
}
