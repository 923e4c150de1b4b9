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
import rani.model.file.NamedFiles;
import rani.testbed.RunningLab;
import rani.tools.console.change.LoadWords;
import rani.tools.option.Runs;

/** {@code rani service load N4 JAR}. */
@Command(
    name = "load",
    description = {
      "Brings a signed service jar to a node, through the network itself, and starts it there.",
      "A second version comes beside the first as NAME@VERSION, with a number of its own, or takes"
          + " its place with --replace."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:it runs", "2:bad usage or input", "3:refused, with the reason"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  rani service load n4 talkers.jar",
      "  rani service load n4 talkers.jar --from n1 --replace keep=20 interval=1s"
    })
final class ServiceLoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private final LoadWords words = new LoadWords();

  @Option(names = "--run", paramLabel = "RUN", description = "Default: the only one that is up.")
  private @Nullable String run;

  @Option(names = "--json", description = "Prints what was loaded as JSON, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    return words.load(RunningLab.of(Runs.chosen(spec, run)), NamedFiles.ANY, spec, json);
  }
}
