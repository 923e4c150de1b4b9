// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.topology.ShapeArgument;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.tools.screen.Screen;

/** The options by which a network is described without a file. */
public final class ShapeOptions extends OptionGroup {
  /** A comma between two settings; those within a value are followed by no {@code KEY=}. */
  private static final String BETWEEN = ",(?=[a-z][a-z0-9.-]*=)";

  /** The shapes with their counts. */
  private static final class Shapes implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ShapeArgument.usages().iterator();
    }
  }

  @Option(
      names = "--topo",
      paramLabel = "SHAPE",
      completionCandidates = Shapes.class,
      description =
          "A network without a file: ${COMPLETION-CANDIDATES}. `,prefix=r` names its nodes r1 and"
              + " so on.")
  private @Nullable String shape;

  @Option(
      names = "--link",
      paramLabel = "KEY=VALUE",
      description =
          "With --topo, of every link: delay=10ms,rate=10Mbit/s,loss=1%%; repeatable. The keys are"
              + " those of files (`rani explain links`).")
  private List<String> links = List.of();

  @Option(
      names = "--node",
      paramLabel = "KEY=VALUE",
      description =
          "With --topo, of every node: queue.limit=50packet; repeatable. The keys are those of"
              + " files (`rani explain nodes`).")
  private List<String> nodes = List.of();

  /** Reports whether there is an option that makes a network. */
  public boolean isGiven() {
    return shape != null;
  }

  /** A network of the options, and what messages call it. */
  public record Network(Path label, Topology topology) {}

  /**
   * Returns the network that the options describe; empty if there is a file. Fails if there are
   * both or neither.
   *
   * @param file of the command line, or null
   * @param sets changes {@code path=value}, made last
   */
  public Optional<Network> network(@Nullable Path file, List<String> sets) throws FileError {
    if (shape == null) {
      if (!links.isEmpty() || !nodes.isEmpty()) {
        throw wrong("--link and --node go with --topo; --set changes a file");
      }
      if (file == null) {
        throw wrong("name a file, or a network without one: --topo linear,3");
      }
      return Optional.empty();
    }
    if (file != null) {
      throw wrong("--topo makes a network without a file; leave out " + file);
    }
    List<Edits.Edit> edits = new ArrayList<>();
    edits.addAll(Edits.parse("--link", List.of("defaults", "link"), settings(links)));
    edits.addAll(Edits.parse("--node", List.of("defaults", "node"), settings(nodes)));
    edits.addAll(Edits.parse(sets));
    ShapeArgument argument = ShapeArgument.parse("--topo", shape);
    return Optional.of(new Network(Path.of(argument.option()), argument.topology(edits)));
  }

  /** Returns the network of a topology file, or of the options. */
  public Network topology(@Nullable Path file, List<String> sets, Screen screen) throws FileError {
    Optional<Network> made = network(file, sets);
    if (made.isPresent() || file == null) {
      return made.orElseThrow();
    }
    Path found = NamedFile.topology(file, screen);
    return new Network(found, TopologyFile.load(found, sets));
  }

  private static List<String> settings(List<String> texts) {
    return texts.stream().flatMap(text -> Arrays.stream(text.split(BETWEEN, -1))).toList();
  }
}
