// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import rani.model.file.FileError;
import rani.model.file.Location;

/** Suggests shipped files for bare names, such as {@code ring-6}. */
public final class ShippedName {
  private static final Path EXPERIMENTS = Path.of("config", "experiments");
  private static final Path TOPOLOGIES = Path.of("config", "topologies");

  private ShippedName() {}

  /**
   * Suggests a shipped experiment.
   *
   * @throws FileError if the file does not exist, but a shipped one has its name
   */
  public static void ofExperiment(Path file) throws FileError {
    look(file, EXPERIMENTS, "");
    look(file, TOPOLOGIES, " That is a topology, which `rani up` starts");
  }

  /**
   * Suggests a shipped topology.
   *
   * @throws FileError if the file does not exist, but a shipped one has its name
   */
  public static void ofTopology(Path file) throws FileError {
    look(file, TOPOLOGIES, "");
    look(file, EXPERIMENTS, " That is an experiment, which `rani run` runs");
  }

  private static void look(Path file, Path folder, String more) throws FileError {
    if (Files.exists(file)) {
      return;
    }
    Optional<Path> there = beside(file).or(() -> named(file, folder));
    if (there.isPresent()) {
      throw new FileError(
          Location.ofFile(file.toString()),
          "no such file",
          "did you mean `" + there.get() + "`?" + (beside(file).isPresent() ? "" : more));
    }
  }

  private static Optional<Path> beside(Path file) {
    return existing(file.resolveSibling(yaml(file)));
  }

  private static Optional<Path> named(Path file, Path folder) {
    return existing(folder.resolve(yaml(file)));
  }

  private static Optional<Path> existing(Path file) {
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }

  private static String yaml(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".yaml") ? name : name + ".yaml";
  }
}
