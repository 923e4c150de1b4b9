// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.ground.Sha256;
import rani.nodehost.http.HttpAddress;

/**
 * Where the control planes of a run listen unless TCP was asked for: Unix sockets, in a folder that
 * its owner alone may enter. It is {@code control} in the run's folder. For a socket whose path
 * would be longer than the kernel takes ({@code sun_path}, unix(7)), it is one among the user's
 * runtime files ({@code XDG_RUNTIME_DIR}, else the temporary ones), named after the run's.
 */
public final class ControlFolder {
  private static final Logger LOG = LoggerFactory.getLogger(ControlFolder.class);
  private static final String ENDING = ".sock";

  private static final int HASH_DIGITS = 16;

  private ControlFolder() {}

  /** Where a node's control plane listens. */
  public static HttpAddress socket(RunDirectory run, String node) {
    Path own = own(run).resolve(node + ENDING);
    int bytes = own.toString().getBytes(StandardCharsets.UTF_8).length;
    return new HttpAddress.Unix(
        bytes <= HttpAddress.Unix.PATH_BYTES_MAX
            ? own
            : runtimeFiles().resolve("rani-" + hash(own(run))).resolve(node + ENDING));
  }

  /** Where the one who holds the sessions with other hosts listens; no node's name has a dot. */
  public static HttpAddress keeper(RunDirectory run) {
    return socket(run, "hosts.keeper");
  }

  private static Path own(RunDirectory run) {
    return run.path().toAbsolutePath().normalize().resolve("control");
  }

  private static Path runtimeFiles() {
    String own = System.getenv("XDG_RUNTIME_DIR");
    return own != null && Files.isDirectory(Path.of(own))
        ? Path.of(own)
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static String hash(Path path) {
    String hash = Sha256.hex(path.toString().getBytes(StandardCharsets.UTF_8));
    return hash.substring(0, HASH_DIGITS);
  }

  /**
   * Makes way for a socket: its folder is there, and what a process that was killed has left in its
   * place is not.
   *
   * @throws LabFailure if the folder is someone else's, or open to others
   */
  public static void prepare(RunDirectory run, HttpAddress address) throws LabFailure, IOException {
    if (address instanceof HttpAddress.Unix(Path path)) {
      PrivateFile.makeFolder(path.resolveSibling(""), Files.getOwner(run.path()));
      Files.deleteIfExists(path);
    }
  }

  /** Removes what is left of a control plane whose process has ended, and others may go on. */
  public static void leave(HttpAddress address) {
    if (address instanceof HttpAddress.Unix(Path path)) {
      remove(path);
    }
  }

  /** The same of one that has served, and with the last one's the folder. */
  public static void end(HttpAddress address) {
    if (address instanceof HttpAddress.Unix(Path path)) {
      remove(path);
      remove(path.resolveSibling(""));
    }
  }

  private static void remove(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      return; // others still listen there
    } catch (IOException e) {
      LOG.warn("cannot remove {}: {}", path, e.toString());
    }
  }
}
