// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes folders with their contents, without following symbolic links. */
public final class FolderRemoval {
  private static final Logger LOG = LoggerFactory.getLogger(FolderRemoval.class);
  private static final int ATTEMPTS = 3;

  private FolderRemoval() {}

  /** Deletes a folder. Retries, because a dying process may still create files in it. */
  public static void remove(Path folder) {
    for (int k = 1; Files.exists(folder); k++) {
      try {
        removeOnce(folder);
      } catch (IOException | UncheckedIOException e) {
        if (k == ATTEMPTS) {
          LOG.warn("cannot remove {}: {}", folder, e.toString());
          return;
        }
      }
    }
  }

  private static void removeOnce(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
