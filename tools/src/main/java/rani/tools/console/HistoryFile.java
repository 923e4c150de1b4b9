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

/** Where the lines of the console are kept for the next one: {@code rani/history} of the user. */
final class HistoryFile {
  private HistoryFile() {}

  /** The file, which only its owner may read; none where it cannot be written. */
  static Optional<Path> make() {
    Path file = path(System.getenv(), System.getProperty("user.home"));
    try {
      Files.createDirectories(file.getParent());
      try {
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
          var ownerOnly = PosixFilePermissions.fromString("rw-------");
          Files.createFile(file, PosixFilePermissions.asFileAttribute(ownerOnly));
        } else {
          Files.createFile(file);
        }
      } catch (FileAlreadyExistsException e) {
        return Files.isWritable(file) ? Optional.of(file) : Optional.empty();
      }
      return Optional.of(file);
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty(); // a home that cannot be written to is no reason not to work
    }
  }

  /** As shells have it: {@code ~} is HOME, whatever the system's book of users says. */
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
