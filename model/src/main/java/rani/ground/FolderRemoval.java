// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes a folder with all that is in it, and follows no link out of it. */
public final class FolderRemoval {
  private static final Logger LOG = LoggerFactory.getLogger(FolderRemoval.class);
  private static final int ATTEMPTS = 3;

  private FolderRemoval() {}

  /** Who is just ending may still make a file in it; so it is tried more than once. */
  public static void remove(Path folder) {
    for (int k = 1; Files.exists(folder); k++) {
      try {
        Files.walkFileTree(folder, new Remover());
      } catch (IOException e) {
        if (k == ATTEMPTS) {
          LOG.warn("cannot remove {}: {}", folder, e.toString());
          return;
        }
      }
    }
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
