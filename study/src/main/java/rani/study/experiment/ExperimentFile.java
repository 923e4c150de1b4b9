// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Path;
import java.util.List;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.menu.ServiceCatalog;

/** Reads experiment files. */
public final class ExperimentFile {

  /** The key that tells an experiment file, and names the experiment. */
  public static final String KIND_KEY = "experiment";

  private ExperimentFile() {}

  /** As {@link #load(Path, List, ServiceCatalog)}, with all installed services. */
  public static Experiment load(Path path, List<String> sets) throws FileError {
    return load(path, sets, ServiceCatalog.installed());
  }

  /**
   * Reads, checks and resolves an experiment without variables, with its topology; {@link
   * SweepFile} reads those with variables too.
   *
   * @param sets changes {@code path=value} before anything is checked, see {@link
   *     rani.model.file.Edits}; those below {@code topology} change the topology, in whichever file
   *     it is
   * @param catalog the services that menus may offer
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
