// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Third-party programs. */
public final class ExternalPrograms {
  private ExternalPrograms() {}

  /** The first of that name on the path, if there is one. */
  public static Optional<Path> program(String name) {
    String path = System.getenv("PATH");
    for (String folder : path == null ? new String[0] : path.split(File.pathSeparator)) {
      Path file = Path.of(folder, name);
      if (Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
