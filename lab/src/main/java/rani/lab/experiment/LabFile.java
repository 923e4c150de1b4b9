// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

import java.nio.file.Path;
import java.util.List;
import rani.lab.file.Edits;
import rani.lab.file.FileError;
import rani.lab.file.LocatedMap;
import rani.lab.file.LocatedYaml;
import rani.lab.topology.ServiceCatalog;
import rani.lab.topology.Topology;
import rani.lab.topology.TopologyFile;

/** A file of either kind, for those who take both. */
public sealed interface LabFile {

  /** A topology file. */
  record OfTopology(Topology topology) implements LabFile {}

  /** An experiment file. */
  record OfExperiment(Experiment experiment) implements LabFile {}

  /** The network that the file describes; that of an experiment includes its traffic. */
  default Topology network() {
    return switch (this) {
      case OfTopology file -> file.topology();
      case OfExperiment file -> file.experiment().network();
    };
  }

  /**
   * Reads a file of either kind: the one with a key {@code experiment} is an experiment.
   *
   * @param sets changes {@code path=value}, see {@link Edits}
   * @throws FileError with everything that is wrong
   */
  static LabFile load(Path path, List<String> sets, ServiceCatalog catalog) throws FileError {
    LocatedMap root = LocatedYaml.load(path);
    return root.get(ExperimentFile.KIND_KEY).isPresent()
        ? new OfExperiment(ExperimentFile.load(path, root, Edits.parse(sets), catalog))
        : new OfTopology(TopologyFile.load(path, sets, catalog));
  }

  /** As {@link #load(Path, List, ServiceCatalog)}, with all installed services. */
  static LabFile load(Path path, List<String> sets) throws FileError {
    return load(path, sets, ServiceCatalog.installed());
  }
}
