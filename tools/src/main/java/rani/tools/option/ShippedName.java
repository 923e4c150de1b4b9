// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.nio.file.Files;
import java.nio.file.Path;
import rani.model.file.FileError;
import rani.model.file.Location;

/** Suggests shipped files for bare names, such as {@code ring-6}. */
public final class ShippedName {
  private static final Path EXPERIMENTS = Path.of("config", "experiments");
  private static final Path TOPOLOGIES = Path.of("config", "topologies");

  private ShippedName() {}

  /** Fails if an experiment file does not exist, but a shipped one has its name. */
  public static void ofExperiment(Path file) throws FileError {
    look(file, EXPERIMENTS, "");
    look(file, TOPOLOGIES, " That is a topology, which `rani up` starts");
  }

  /** Fails if a topology file does not exist, but a shipped one has its name. */
  public static void ofTopology(Path file) throws FileError {
    look(file, TOPOLOGIES, "");
    look(file, EXPERIMENTS, " That is an experiment, which `rani run` runs");
  }

  private static void look(Path file, Path folder, String more) throws FileError {
    if (Files.exists(file)) {
      return;
    }
    String name = String.valueOf(file.getFileName());
    String yaml = name.endsWith(".yaml") ? name : name + ".yaml";
    Path beside = file.resolveSibling(yaml);
    Path shipped = folder.resolve(yaml);
    String hint =
        Files.isRegularFile(beside)
            ? "did you mean `" + beside + "`?"
            : Files.isRegularFile(shipped) ? "did you mean `" + shipped + "`?" + more : "";
    if (!hint.isEmpty()) {
      throw new FileError(Location.ofFile(file.toString()), "no such file", hint);
    }
  }
}
