// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.model.file.FileError;
import rani.model.power.Power;
import rani.model.power.Powers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.study.experiment.LabFile;
import rani.study.experiment.Sweep;
import rani.study.experiment.TriedChoices;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.FILES)
@Command(
    name = "validate",
    description = "Checks a topology or experiment file, and starts nothing.")
public final class ValidateCommand extends RaniCommand {
  private static final int SHOWN_MAX = 8;

  /** Limit of variants whose powers are looked up, in a few milliseconds each. */
  private static final int VARIANTS_LOOKED_AT_MAX = 1000;

  @Parameters(paramLabel = "TOPOLOGY|EXPERIMENT", description = NamedFile.EITHER)
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Changes the file before it is checked.")
  private List<String> sets = List.of();

  @Option(
      names = "--pick",
      paramLabel = "NAME=VALUE",
      description = "Narrows a variable of an experiment to this value; repeatable.")
  private List<String> picks = List.of();

  @Override
  public Integer call() throws FileError {
    file = NamedFile.any(file, screen());
    LabFile loaded = LabFile.load(file, sets, picks);
    if (sets.isEmpty()) { // in an edited file an alternative may equal the edit
      checkChoices(loaded);
    }
    Topology network = loaded.network();
    print(
        "%s: %s, %s, %s",
        file,
        loaded instanceof LabFile.OfExperiment ? "a good experiment" : "a good topology",
        Quantity.count(network.nodes().size(), "node", "nodes"),
        Quantity.count(network.links().size(), "link", "links"));
    network.nodesByHost().forEach((host, nodes) -> print("  host %s: %s", host, shown(nodes)));
    printPowers(loaded);
    if (loaded instanceof LabFile.OfExperiment experiment && !experiment.sweep().isSingle()) {
      printVariables(experiment.sweep());
    }
    return OK;
  }

  /** Prints the powers that a live run of the file would use: what it starts, opens and trusts. */
  private void printPowers(LabFile loaded) {
    Collection<Power> powers =
        switch (loaded) {
          case LabFile.OfExperiment experiment -> experiment.sweep().powers(VARIANTS_LOOKED_AT_MAX);
          case LabFile.OfTopology topology -> Powers.of(topology.topology());
        };
    for (Power power : powers) {
      print("  %s%s", power.text(), power.needsTrust() ? ", only with `--trust`" : "");
    }
    if (loaded instanceof LabFile.OfExperiment experiment
        && experiment.sweep().variants() > VARIANTS_LOOKED_AT_MAX) {
      print(
          "  what it runs, opens and trusts was looked for in the first %d variants",
          VARIANTS_LOOKED_AT_MAX);
    }
  }

  private void checkChoices(LabFile loaded) throws FileError {
    if (loaded instanceof LabFile.OfExperiment) {
      TriedChoices.check(file);
    } else {
      TopologyFile.checkChoices(file);
    }
  }

  private void printVariables(Sweep sweep) {
    sweep
        .variables()
        .forEach(
            (name, values) ->
                print(
                    "  %s: %s, %s",
                    name, Quantity.count(values.size(), "value", "values"), shown(values)));
    print(
        "%s x %d = %s",
        Quantity.count(sweep.variants(), "variant", "variants"),
        sweep.repeat(),
        Quantity.count(sweep.trials(), "trial", "trials"));
  }

  private static String shown(List<String> values) {
    return values.size() <= SHOWN_MAX
        ? String.join(", ", values)
        : String.join(", ", values.subList(0, SHOWN_MAX - 1)) + ", …, " + values.getLast();
  }
}
