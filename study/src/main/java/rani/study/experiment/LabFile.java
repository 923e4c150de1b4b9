// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Path;
import java.util.List;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;

/** A topology file or an experiment file, for commands that take both. */
public sealed interface LabFile {
  record OfTopology(Topology topology) implements LabFile {}

  /** An experiment file, and its first variant, which is the only one without variables. */
  record OfExperiment(Sweep sweep, Experiment first) implements LabFile {}

  /** Returns the network; that of an experiment is its first variant's, with traffic. */
  default Topology network() {
    return switch (this) {
      case OfTopology file -> file.topology();
      case OfExperiment file -> file.first().network();
    };
  }

  /** Reads a file of either kind, with all installed services. */
  static LabFile load(Path path, List<String> sets, List<String> picks, NamedTopologies named)
      throws FileError {
    return load(path, sets, picks, ServiceCatalog.installed(), named);
  }

  /**
   * Reads a file of either kind. A file with a key {@code experiment} is an experiment.
   *
   * @param sets changes {@code path=value}, see {@link Edits}
   * @param picks values {@code variable=value} of an experiment; must be empty for a topology
   * @param named topologies that an experiment may name in place of a file
   * @throws FileError with everything that is wrong
   */
  static LabFile load(
      Path path,
      List<String> sets,
      List<String> picks,
      ServiceCatalog catalog,
      NamedTopologies named)
      throws FileError {
    LocatedMap root = LocatedYaml.load(path);
    if (root.get(ExperimentFile.KIND_KEY).isPresent()) {
      Sweep sweep = SweepFile.load(path, root, Edits.parse(sets), picks, catalog, named);
      return new OfExperiment(sweep, sweep.variant(0).experiment());
    }
    if (!picks.isEmpty()) {
      throw new FileError(
          Location.ofFile(path.toString()), "a topology has no variables to pick from", "");
    }
    return new OfTopology(TopologyFile.load(path, sets, catalog));
  }
}
