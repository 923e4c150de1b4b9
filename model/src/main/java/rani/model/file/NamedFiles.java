// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that a command may name. A user at a terminal may name any file; {@code folder} is empty. A
 * command from a web page may name only files in one folder.
 */
public record NamedFiles(Optional<Path> folder) {
  /** Permits any file. Relative names start at the working directory. */
  public static final NamedFiles ANY = new NamedFiles(Optional.empty());

  /** Permits the files in a folder. Relative names start at that folder. */
  public static NamedFiles of(Path folder) {
    return new NamedFiles(Optional.of(folder.toAbsolutePath().normalize()));
  }

  /** Returns the path for a name, which need not exist; throws if it is not permitted. */
  public Path at(String name) {
    try {
      if (folder.isEmpty()) {
        return Path.of(name);
      }
      Path file = folder.get().resolve(name).normalize();
      if (file.startsWith(folder.get()) && !leadsOut(file)) {
        return file;
      }
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(Quoted.of(name) + " is no name of a file", e);
    }
    throw new IllegalArgumentException(
        Quoted.of(name) + " is not in " + folder.get() + ", and no other file can be named here");
  }

  /** Returns whether a symbolic link in the path leads out of the folder. */
  private boolean leadsOut(Path file) {
    try {
      Path there = file;
      while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
        there = there.resolveSibling("");
      }
      return !there.toRealPath().startsWith(folder.orElseThrow().toRealPath());
    } catch (IOException e) {
      return true; // a dangling link
    }
  }
}
