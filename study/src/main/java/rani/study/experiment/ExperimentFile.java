// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Path;
import java.util.List;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.menu.ServiceCatalog;

public final class ExperimentFile {
  /** Key that marks an experiment file, and names the experiment. */
  public static final String KIND_KEY = "experiment";

  private ExperimentFile() {}

  /** Reads an experiment without variables, with all installed services. */
  public static Experiment load(Path path, List<String> sets) throws FileError {
    return load(path, sets, ServiceCatalog.installed());
  }

  /**
   * Reads, checks and resolves an experiment without variables, with its topology. {@link
   * SweepFile} reads experiments with variables.
   *
   * @param sets changes {@code path=value} before anything is checked, see {@link
   *     rani.model.file.Edits}; changes below {@code topology} apply to the topology, in this file
   *     or in its own
   * @throws FileError with everything that is wrong
   */
  public static Experiment load(Path path, List<String> sets, ServiceCatalog catalog)
      throws FileError {
    Sweep sweep = SweepFile.load(path, sets, List.of(), catalog);
    if (!sweep.isSingle()) {
      throw new FileError(
          Location.ofFile(path.toString()),
          "this experiment has variables: " + String.join(", ", sweep.variables().keySet()),
          "");
    }
    return sweep.variant(0).experiment();
  }
}
