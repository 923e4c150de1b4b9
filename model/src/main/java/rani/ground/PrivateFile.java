// SPDX-License-Identifier: Apache-2.0
package rani.ground;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/** Files and folders of a run that only their owner may read. */
public final class PrivateFile {
  private static final String FILE = "rw-------";
  private static final String FOLDER = "rwx------";

  private PrivateFile() {}

  private static boolean hasPermissions() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] ownersAlone(String permissions) {
    return hasPermissions()
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** Makes a folder that its owner alone may enter, in one that is there. */
  public static Path makeFolder(Path folder) throws IOException {
    return Files.createDirectory(folder, ownersAlone(FOLDER));
  }

  /**
   * The same, if it is not there already.
   *
   * @param owner that it must have then
   * @throws LabFailure if what is there is no such folder
   */
  public static void makeFolder(Path folder, UserPrincipal owner) throws LabFailure, IOException {
    try {
      makeFolder(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          || !Files.getOwner(folder).equals(owner)
          || hasPermissions()
              && !Files.getPosixFilePermissions(folder)
                  .equals(PosixFilePermissions.fromString(FOLDER))) {
        throw new LabFailure(
            folder + " is there, and is no folder that only " + owner + " may enter", e);
      }
    }
  }

  /** Makes a folder that is there its owner's alone. */
  public static void close(Path folder) throws IOException {
    if (hasPermissions()) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(FOLDER));
    }
  }

  /**
   * Refuses a file that others than its owner may read.
   *
   * @throws LabFailure that says what to do about it
   * @throws IOException if there is none, or it cannot be looked at
   */
  public static void requirePrivate(Path file) throws LabFailure, IOException {
    if (!hasPermissions()) {
      return;
    }
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
    if (allowed.contains(PosixFilePermission.GROUP_READ)
        || allowed.contains(PosixFilePermission.OTHERS_READ)) {
      throw new LabFailure(
          "%1$s may be read by others (%2$s), who could run programs with it: `chmod 600 %1$s`"
              .formatted(file, PosixFilePermissions.toString(allowed)));
    }
  }

  /** Makes an empty one where nothing is. */
  public static void make(Path file) throws IOException {
    Files.createFile(file, ownersAlone(FILE));
  }

  /** Writes one in one step: a reader finds the old one or the new one. */
  public static void write(Path file, String text) throws LabFailure {
    try {
      Path folder = file.toAbsolutePath().getParent();
      Path fresh = Files.createTempFile(folder, "run", ".new", ownersAlone(FILE));
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LabFailure("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
