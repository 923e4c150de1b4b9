// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.ground.Sha256;
import rani.nodehost.http.HttpAddress;

/**
 * Folder of the Unix sockets at which the control planes of a run listen. Only its owner may enter
 * it. The folder is {@code control} in the run's folder. If a socket's path would exceed {@code
 * sun_path} (unix(7)), the folder is in {@code XDG_RUNTIME_DIR}, or else in the temporary
 * directory, and named by the hash of the first choice.
 */
public final class ControlFolder {
  private static final Logger LOG = LoggerFactory.getLogger(ControlFolder.class);
  public static final String ENDING = ".sock";

  private static final int HASH_DIGITS = 16;
  private static final String KEEPER = "hosts.keeper";

  private ControlFolder() {}

  public static HttpAddress socket(RunDirectory run, String node) {
    Path own = own(run).resolve(node + ENDING);
    int bytes = own.toString().getBytes(StandardCharsets.UTF_8).length;
    return new HttpAddress.Unix(
        bytes <= HttpAddress.Unix.PATH_BYTES_MAX
            ? own
            : runtimeFiles().resolve("rani-" + hash(own(run))).resolve(node + ENDING));
  }

  /** Returns the socket of the supervisor. Its name cannot be a node's, because of the dot. */
  public static HttpAddress keeper(RunDirectory run) {
    return socket(run, KEEPER);
  }

  /** Returns the socket of the network's own interface, whose name cannot be a node's either. */
  public static HttpAddress lab(RunDirectory run) {
    return socket(run, "lab.api");
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
   * Creates a socket's folder, and removes a socket that a killed process left behind. Throws if
   * the folder belongs to another user, or other users may enter it.
   */
  public static void prepare(RunDirectory run, HttpAddress address) throws LabFailure, IOException {
    if (address instanceof HttpAddress.Unix(Path path)) {
      PrivateFile.makeFolder(path.resolveSibling(""), Files.getOwner(run.path()));
      Files.deleteIfExists(path);
    }
  }

  /** Returns the socket of a node's control plane if its file is there. */
  public static Optional<Path> left(RunDirectory run, String node) {
    return socket(run, node) instanceof HttpAddress.Unix(Path path) && Files.exists(path)
        ? Optional.of(path)
        : Optional.empty();
  }

  /** Returns the socket of the supervisor if its file is there. */
  public static Optional<Path> leftOfKeeper(RunDirectory run) {
    return left(run, KEEPER);
  }

  /** Removes the socket of a control plane that has ended, but never the folder. */
  public static void leave(HttpAddress address) {
    if (address instanceof HttpAddress.Unix(Path path)) {
      remove(path);
    }
  }

  /** Removes a socket after use, and the folder if no other socket is in it. */
  public static void end(HttpAddress address) {
    if (address instanceof HttpAddress.Unix(Path path)) {
      end(path);
    }
  }

  /** Removes a socket after use, and the folder if no other socket is in it. */
  public static void end(Path socket) {
    remove(socket);
    remove(socket.resolveSibling(""));
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
