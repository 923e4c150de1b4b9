// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.InputFile;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.session.Closing;
import tools.jackson.core.JacksonException;

/**
 * The file in a run's folder by which other commands find the process that serves the network by
 * HTTP. It is that process's for as long as this object is open: a lock of the operating system, on
 * a file beside it that stays, lets one process at a time have it.
 */
public final class ServedLab implements AutoCloseable {
  private static final String FILE = "api.json";

  /** Name in the record; no node has it, because of the dot. */
  private static final String NAME = "lab.api";

  private static final String LOCK = "api.lock";

  private final RunDirectory directory;
  private final FileChannel lock;

  private ServedLab(RunDirectory directory, FileChannel lock) {
    this.directory = directory;
    this.lock = lock;
  }

  /** Claims the run for this process; fails if another serves it. */
  public static ServedLab claim(RunDirectory directory) throws LabFailure {
    Path file = directory.path().resolve(LOCK);
    try {
      FileChannel lock =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(lock)) {
        lock.close();
        throw new LabFailure(
            directory.name()
                + " is served already, "
                + record(directory)
                    .map(other -> "at %s by process %d".formatted(other.control(), other.pid()))
                    .orElse("by a process that is about to listen"));
      }
      return new ServedLab(directory, lock);
    } catch (IOException e) {
      throw new LabFailure("cannot lock " + file + ": " + e, e);
    }
  }

  private static boolean isLocked(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // by this very process
    }
  }

  /** Writes the address at which this process listens. */
  public void tell(String address) throws LabFailure {
    ProcessHandle self = ProcessHandle.current();
    directory.write(
        FILE,
        Json.print(new NodeRecord(NAME, self.pid(), NodeRecord.startedMillis(self), address))
            + "\n");
  }

  /** Returns the address at which a network is served; empty if it is not. */
  public static Optional<String> address(RunDirectory directory) {
    return record(directory).map(NodeRecord::control);
  }

  private static Optional<NodeRecord> record(RunDirectory directory) {
    Path file = directory.path().resolve(FILE);
    try {
      return Optional.of(Json.read(InputFile.text(file), NodeRecord.class))
          .filter(each -> each.process().isPresent());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | JacksonException e) {
      return Optional.empty(); // a file that was damaged from outside
    }
  }

  /** Gives the run up, once: what another process has written since is left alone. */
  @Override
  public synchronized void close() {
    if (!lock.isOpen()) {
      return;
    }
    try {
      Files.deleteIfExists(directory.path().resolve(FILE));
    } catch (IOException e) {
      return; // its process has ended, by which others know
    } finally {
      Closing.quietly(lock);
    }
  }
}
