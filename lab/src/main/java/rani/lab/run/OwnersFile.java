// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import rani.lab.LabFailure;

/** Files that hold a run's token: only their owner may read them. */
final class OwnersFile {
  private static final String POSIX = "posix";

  private OwnersFile() {}

  /**
   * Refuses a file that others than its owner may read.
   *
   * @throws LabFailure that says what to do about it
   * @throws IOException if there is none, or it cannot be looked at
   */
  static void requirePrivate(Path file) throws LabFailure, IOException {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains(POSIX)) {
      return;
    }
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
    if (allowed.contains(PosixFilePermission.GROUP_READ)
        || allowed.contains(PosixFilePermission.OTHERS_READ)) {
      throw new LabFailure(
          file
              + " may be read by others ("
              + PosixFilePermissions.toString(allowed)
              + "), who could run programs with it: `chmod 600 "
              + file
              + "`");
    }
  }

  /** Writes one in one step: a reader finds the old one or the new one. */
  static void write(Path file, String text) throws LabFailure {
    FileAttribute<?>[] ownerOnly =
        FileSystems.getDefault().supportedFileAttributeViews().contains(POSIX)
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try {
      Path folder = file.toAbsolutePath().getParent();
      Path fresh = Files.createTempFile(folder, "run", ".new", ownerOnly);
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
