// SPDX-License-Identifier: Apache-2.0
package rani.tools.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import rani.model.file.FileError;
import rani.model.picture.TopologyGraph;
import rani.model.topology.Topology;
import rani.study.experiment.LabFile;
import rani.tools.dataset.DataSetTopologies;
import rani.tools.option.NamedFile;
import rani.tools.option.RaniCommand;
import rani.tools.option.ShapeOptions;
import rani.tools.screen.VerbGroup;

@VerbGroup.Of(VerbGroup.FILES)
@Command(
    name = "graph",
    description = "Draws a topology, or that of an experiment.",
    footer = "  rani graph config/topologies/ring-6.yaml --format svg > ring-6.svg")
public final class GraphCommand extends RaniCommand {
  @Parameters(arity = "0..1", paramLabel = "TOPOLOGY|EXPERIMENT", description = NamedFile.EITHER)
  private @Nullable Path file;

  @Mixin private final ShapeOptions shape = new ShapeOptions();

  @Option(
      names = "--format",
      paramLabel = "dot|mermaid|svg",
      defaultValue = "dot",
      description = "What is printed. Default: ${DEFAULT-VALUE}.")
  private TopologyGraph.Format format;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Changes the file before it is checked; repeatable.")
  private List<String> sets = List.of();

  @Option(
      names = "--pick",
      paramLabel = "NAME=VALUE",
      description =
          "Narrows a variable of an experiment to this value; the first variant is drawn.")
  private List<String> picks = List.of();

  @Option(
      names = "--json",
      description = "Prints nodes and links as one JSON object, in place of the drawing.")
  private boolean json;

  private record Edge(String name, String a, String b) {}

  private record Drawn(String topology, List<String> nodes, List<Edge> links) {}

  @Override
  public Integer call() throws FileError {
    Optional<ShapeOptions.Network> made = shape.network(file, sets);
    Topology network =
        made.isPresent()
            ? made.get().topology()
            : LabFile.load(
                    NamedFile.any(Objects.requireNonNull(file), screen()),
                    sets,
                    picks,
                    new DataSetTopologies(screen()))
                .network();
    if (json) {
      List<Edge> links =
          network.links().stream()
              .map(link -> new Edge(link.name(), link.a().node(), link.b().node()))
              .toList();
      printJson(new Drawn(network.name(), network.nodeNames(), links));
    } else {
      printWhole(TopologyGraph.draw(network, format));
    }
    return OK;
  }
}
