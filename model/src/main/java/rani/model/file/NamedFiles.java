// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files that a command may name: any at a terminal, whose user could open them anyway; from a
 * web page only those of one folder.
 *
 * @param folder whose files alone may be named; empty if any may
 */
public record NamedFiles(Optional<Path> folder) {
  /** Any file; names are as the program's working directory has them. */
  public static final NamedFiles ANY = new NamedFiles(Optional.empty());

  /** Those of a folder alone; names are as it has them. */
  public static NamedFiles of(Path folder) {
    return new NamedFiles(Optional.of(folder.toAbsolutePath().normalize()));
  }

  /**
   * The file that a name means. It need not be there.
   *
   * @throws IllegalArgumentException if it may not be named
   */
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

  /** Whether a symbolic link on the way, or the file itself, leads out of the folder. */
  private boolean leadsOut(Path file) {
    try {
      Path there = file;
      while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
        there = there.resolveSibling("");
      }
      return !there.toRealPath().startsWith(folder.orElseThrow().toRealPath());
    } catch (IOException e) {
      return true; // a link that leads nowhere
    }
  }
}
