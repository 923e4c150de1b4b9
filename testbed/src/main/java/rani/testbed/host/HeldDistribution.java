// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A distribution that the launcher of a clone does not remove after later builds, though no process
 * of this machine runs on it: others start it, now or later. A hold is a symbolic link in its
 * folder to the folder that it is held for, and ends with that folder. What is not of a clone is
 * never removed, and needs no hold.
 *
 * @param folder of the distribution
 * @param by name of the one who holds it, fit for a file's name
 */
public record HeldDistribution(Path folder, String by) {
  private static final String HELD = "held-";

  /** What the launcher of a clone has put into its distributions. */
  private static final String OF_CLONE = "built";

  /** Holds the distribution for a folder; fails if the distribution cannot be written to. */
  public void hold(Path forFolder) throws IOException {
    Path link = link(folder);
    if (Files.exists(folder.resolve(OF_CLONE)) && !Files.isSymbolicLink(link)) {
      Files.createSymbolicLink(link, forFolder.toAbsolutePath());
    }
  }

  /** Ends the hold, and those of the same name on other distributions of the clone. */
  public void free() throws IOException {
    if (!Files.exists(folder.resolve(OF_CLONE))) {
      return;
    }
    Files.deleteIfExists(link(folder));
    Path clones = Objects.requireNonNull(folder.toAbsolutePath().getParent());
    try (DirectoryStream<Path> others = Files.newDirectoryStream(clones, "dist-*")) {
      for (Path other : others) {
        if (Files.exists(other.resolve(OF_CLONE))) {
          Files.deleteIfExists(link(other));
        }
      }
    }
  }

  private Path link(Path distribution) {
    return distribution.resolve(HELD + by);
  }
}
