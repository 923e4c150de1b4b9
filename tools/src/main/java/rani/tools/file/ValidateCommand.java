// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.ground.ExitCodes;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Problem;
import rani.model.power.Power;
import rani.model.power.Powers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.study.experiment.LabFile;
import rani.study.experiment.NamedTopologies;
import rani.study.experiment.Sweep;
import rani.study.experiment.TriedChoices;
import rani.tools.dataset.DataSetTopologies;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.option.ShapeOptions;
import rani.tools.screen.Quantity;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.FILES)
@Command(
    name = "validate",
    description = "Checks a topology or experiment file, and starts nothing.",
    footer = {
      "  rani validate hello",
      "  rani validate my.yaml --json",
      "  generate-topology | rani validate -"
    })
public final class ValidateCommand extends RaniCommand {
  private static final int SHOWN_MAX = 8;

  /** Limit of variants whose powers are looked up, in a few milliseconds each. */
  private static final int VARIANTS_LOOKED_AT_MAX = 1000;

  @Parameters(arity = "0..1", paramLabel = "TOPOLOGY|EXPERIMENT", description = NamedFile.EITHER)
  private @Nullable Path file;

  @Mixin private final ShapeOptions shape = new ShapeOptions();

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Changes the file before it is checked; repeatable.")
  private List<String> sets = List.of();

  @Option(
      names = "--pick",
      paramLabel = "NAME=VALUE",
      description = "Narrows a variable of an experiment to this value; repeatable.")
  private List<String> picks = List.of();

  @Option(
      names = "--json",
      description =
          "Prints one JSON object, nothing else: what the file is, or its problems with file, line,"
              + " column, message and hint.")
  private boolean json;

  /** What is wrong at a place; line and column are 0 where the file as a whole is meant. */
  private record Wrong(String file, int line, int column, String message, String hint) {
    static Wrong of(Problem problem) {
      Location at = problem.at();
      return new Wrong(at.file(), at.line(), at.column(), problem.message(), problem.hint());
    }
  }

  private record Used(String power, boolean needsTrust) {}

  private record Good(
      String file,
      String kind,
      String name,
      int nodes,
      int links,
      SequencedMap<String, List<String>> hosts,
      List<Used> powers,
      SequencedMap<String, List<String>> variables,
      long variants,
      long trials,
      List<Wrong> problems) {}

  private record Bad(String file, List<Wrong> problems, long more) {}

  @Override
  public Integer call() throws FileError {
    try {
      Optional<ShapeOptions.Network> made = shape.network(file, sets);
      if (made.isPresent()) {
        show(made.get().label(), new LabFile.OfTopology(made.get().topology()));
      } else {
        Path found = NamedFile.any(Objects.requireNonNull(file), screen());
        NamedTopologies named = new DataSetTopologies(screen());
        LabFile loaded = LabFile.load(found, sets, picks, named);
        if (sets.isEmpty()) { // in an edited file an alternative may equal the edit
          checkChoices(loaded, found, named);
        }
        show(found, loaded);
      }
      return OK;
    } catch (FileError e) {
      if (!json) {
        throw e;
      }
      List<Wrong> problems = e.problems().stream().map(Wrong::of).toList();
      printJson(new Bad(problems.getFirst().file(), problems, e.more()));
      return ExitCodes.BAD_INPUT;
    }
  }

  private void show(Path label, LabFile loaded) {
    if (json) {
      printJson(good(label, loaded));
      return;
    }
    Topology network = loaded.network();
    print(
        "%s: %s, %s, %s",
        label,
        loaded instanceof LabFile.OfExperiment ? "a good experiment" : "a good topology",
        Quantity.count(network.nodes().size(), "node", "nodes"),
        Quantity.count(network.links().size(), "link", "links"));
    network.nodesByHost().forEach((host, nodes) -> print("  host %s: %s", host, shown(nodes)));
    printPowers(loaded);
    if (loaded instanceof LabFile.OfExperiment experiment && !experiment.sweep().isSingle()) {
      printVariables(experiment.sweep());
    }
  }

  private static Good good(Path label, LabFile loaded) {
    Topology network = loaded.network();
    Optional<Sweep> sweep =
        loaded instanceof LabFile.OfExperiment experiment
            ? Optional.of(experiment.sweep())
            : Optional.empty();
    return new Good(
        label.toString(),
        sweep.isPresent() ? "experiment" : "topology",
        sweep.map(Sweep::name).orElse(network.name()),
        network.nodes().size(),
        network.links().size(),
        new LinkedHashMap<>(network.nodesByHost()),
        powers(loaded).stream().map(each -> new Used(each.text(), each.needsTrust())).toList(),
        sweep.map(Sweep::variables).orElseGet(LinkedHashMap::new),
        sweep.map(Sweep::variants).orElse(1L),
        sweep.map(Sweep::trials).orElse(1L),
        List.of());
  }

  /** Prints the powers that a live run of the file would use: what it starts, opens and trusts. */
  private void printPowers(LabFile loaded) {
    for (Power power : powers(loaded)) {
      print("  %s%s", power.text(), power.needsTrust() ? ", only with `--trust`" : "");
    }
    if (loaded instanceof LabFile.OfExperiment experiment
        && experiment.sweep().variants() > VARIANTS_LOOKED_AT_MAX) {
      print(
          "  what it runs, opens and trusts was looked for in the first %d variants",
          VARIANTS_LOOKED_AT_MAX);
    }
  }

  private static Collection<Power> powers(LabFile loaded) {
    return switch (loaded) {
      case LabFile.OfExperiment experiment -> experiment.sweep().powers(VARIANTS_LOOKED_AT_MAX);
      case LabFile.OfTopology topology -> Powers.of(topology.topology());
    };
  }

  private static void checkChoices(LabFile loaded, Path found, NamedTopologies named)
      throws FileError {
    if (loaded instanceof LabFile.OfExperiment) {
      TriedChoices.check(found, named);
    } else {
      TopologyFile.checkChoices(found);
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
