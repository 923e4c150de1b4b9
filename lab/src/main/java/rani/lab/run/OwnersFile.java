// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import rani.lab.LabFailure;

/** Files that hold a run's token: only their owner may read them. */
final class OwnersFile {
  private OwnersFile() {}

  /** Writes one in one step: a reader finds the old one or the new one. */
  static void write(Path file, String text) throws LabFailure {
    FileAttribute<?>[] ownerOnly =
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
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
