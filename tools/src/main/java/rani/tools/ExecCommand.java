// SPDX-License-Identifier: Apache-2.0
package rani.tools;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import rani.lab.LabFailure;
import rani.lab.run.RunningLab;
import rani.tools.console.Bench;

/** {@code rani exec [--node N] VERB …}. */
@Command(
    name = "exec",
    description = "Says a verb of the console to a network that is up.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  rani exec nodes", "  rani exec --node n7 --json nodes"})
final class ExecCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "VERB", arity = "1..*", description = "A verb, and what follows it.")
  private List<String> words;

  @Option(names = "--node", paramLabel = "N", description = "About this node; repeatable.")
  private List<String> nodes = List.of();

  @Option(names = "--run", paramLabel = "RUN", description = "Default: the only one that is up.")
  private @Nullable String run;

  @Option(names = "--json", description = "Prints the result as JSON, nothing else.")
  private boolean json;

  @Override
  public Integer call() throws LabFailure {
    RunningLab lab = RunningLab.of(Runs.chosen(spec, run));
    List<String> said =
        words.stream().flatMap(word -> List.of(word.strip().split("\\s+")).stream()).toList();
    return new Bench(lab)
        .say(said, nodes, json, spec.commandLine().getOut(), spec.commandLine().getErr());
  }
}
