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

  /** Creates a folder that only its owner may enter. The parent folder must exist. */
  public static Path makeFolder(Path folder) throws IOException {
    return Files.createDirectory(folder, ownersAlone(FOLDER));
  }

  /**
   * Creates a folder that only its owner may enter, unless it exists.
   *
   * @param owner the owner that an existing folder must have
   * @throws LabFailure if the path exists and is not such a folder
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

  /** Restricts an existing folder to its owner. */
  public static void close(Path folder) throws IOException {
    if (hasPermissions()) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(FOLDER));
    }
  }

  /** Throws a {@link LabFailure} with the remedy if users other than the owner may read a file. */
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

  /** Creates an empty file that only its owner may read; fails if the file exists. */
  public static void make(Path file) throws IOException {
    Files.createFile(file, ownersAlone(FILE));
  }

  /** Replaces a file atomically: a reader finds either the old contents or the new ones. */
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
