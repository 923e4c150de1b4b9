// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rani.lab.file.Edits;
import rani.lab.file.FileError;
import rani.lab.file.LocatedMap;
import rani.lab.file.LocatedScalar;
import rani.lab.file.LocatedYaml;
import rani.lab.file.MapReader;
import rani.lab.file.Problem;
import rani.lab.file.Problems;
import rani.lab.file.Quoted;
import rani.lab.topology.ServiceCatalog;
import rani.lab.topology.TopologyFile;

/** Reads experiment files. */
public final class ExperimentFile {

  /** The key that tells an experiment file, and names the experiment. */
  public static final String KIND_KEY = "experiment";

  private static final String TOPOLOGY = TopologyFile.KIND_KEY;

  private ExperimentFile() {}

  /** As {@link #load(Path, List, ServiceCatalog)}, with all installed services. */
  public static Experiment load(Path path, List<String> sets) throws FileError {
    return load(path, sets, ServiceCatalog.installed());
  }

  /**
   * Reads, checks and resolves an experiment with its topology.
   *
   * @param sets changes {@code path=value} before anything is checked, see {@link Edits}; those
   *     below {@code topology} change the topology, in whichever file it is
   * @param catalog the services that menus may offer
   * @throws FileError with everything that is wrong
   */
  public static Experiment load(Path path, List<String> sets, ServiceCatalog catalog)
      throws FileError {
    return load(path, LocatedYaml.load(path), Edits.parse(sets), catalog);
  }

  static Experiment load(Path path, LocatedMap file, List<Edits.Edit> edits, ServiceCatalog catalog)
      throws FileError {
    if (file.get(KIND_KEY).isEmpty() && file.get("nodes").isPresent()) {
      throw new FileError(
          file.keyAt(TOPOLOGY),
          "this is a topology, not an experiment",
          "an experiment begins with `experiment: NAME`");
    }
    List<Edits.Edit> ofTopology = new ArrayList<>();
    List<Edits.Edit> others = new ArrayList<>();
    for (Edits.Edit edit : edits) {
      if (edit.isUnder(TOPOLOGY)) {
        ofTopology.add(edit.below());
      } else {
        others.add(edit);
      }
    }
    LocatedMap root = withTopology(path, Edits.apply(file, others), ofTopology);
    Problems problems = new Problems();
    // Without a network nothing else in the file makes sense.
    new MapReader(root, problems).require(TOPOLOGY);
    problems.throwIfAny();
    Experiment experiment = new ExperimentReader(problems).read(root);
    problems.throwIfAny();
    TopologyFile.checkServices(experiment.network(), catalog, problems);
    problems.throwIfAny();
    return experiment;
  }

  /** The tree with the topology's file, if it names one, in place of the name. */
  private static LocatedMap withTopology(Path path, LocatedMap root, List<Edits.Edit> edits)
      throws FileError {
    return switch (root.get(TOPOLOGY).orElse(null)) {
      case LocatedScalar name when !name.isNull() ->
          root.with(TOPOLOGY, name.at(), Edits.apply(topology(path, name), edits));
      case LocatedMap inline ->
          root.with(TOPOLOGY, root.keyAt(TOPOLOGY), Edits.apply(inline, edits));
      case null, default -> root;
    };
  }

  private static LocatedMap topology(Path path, LocatedScalar name) throws FileError {
    Path file = path.resolveSibling(name.text()).normalize();
    try {
      return LocatedYaml.load(file);
    } catch (FileError e) {
      Problem problem = e.problems().getFirst();
      if (problem.at().line() > 0) {
        throw e;
      }
      // Nothing in that file is wrong but the file itself: the name of it stands here.
      throw new FileError(
          name.at(),
          "`topology`: " + Quoted.of(file.toString()) + ": " + problem.message(),
          problem.hint());
    }
  }
}
