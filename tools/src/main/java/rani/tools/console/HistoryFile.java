// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/** File that keeps the console's lines from one session to the next. */
final class HistoryFile {
  private HistoryFile() {}

  /** Creates the file, readable by its owner alone. Empty if it cannot be written. */
  static Optional<Path> make() {
    Path file = path(System.getenv(), System.getProperty("user.home"));
    try {
      Files.createDirectories(file.getParent());
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        var ownerOnly = PosixFilePermissions.fromString("rw-------");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(ownerOnly));
      } else {
        Files.createFile(file);
      }
      return Optional.of(file);
    } catch (FileAlreadyExistsException e) {
      return Files.isWritable(file) ? Optional.of(file) : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // the console works without a writable home
    }
  }

  /** Prefers HOME to the home folder of the user database, as shells do. */
  static Path path(Map<String, String> environment, String userHome) {
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    Path root =
        state.isEmpty()
            ? Path.of(home.isEmpty() ? userHome : home, ".local", "state")
            : Path.of(state);
    return root.resolve("rani").resolve("history");
  }
}
