// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.model.file.InputFile;
import rani.nodehost.folder.NodeRecord;
import rani.nodehost.folder.RunDirectory;
import tools.jackson.core.JacksonException;

/**
 * The file in a run's folder by which other commands find the process that serves the network by
 * HTTP. It is that process's for as long as this object is open.
 */
public final class ServedLab implements AutoCloseable {
  private static final String FILE = "api.json";

  /** Name in the record; no node has it, because of the dot. */
  private static final String NAME = "lab.api";

  private final RunDirectory directory;

  private ServedLab(RunDirectory directory) {
    this.directory = directory;
  }

  /** Claims the run for this process; fails if another serves it. */
  public static ServedLab claim(RunDirectory directory) throws LabFailure {
    Optional<NodeRecord> other = record(directory);
    if (other.isPresent()) {
      throw new LabFailure(
          "%s is served already, at %s by process %d"
              .formatted(directory.name(), other.get().control(), other.get().pid()));
    }
    return new ServedLab(directory);
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

  @Override
  public void close() {
    try {
      Files.deleteIfExists(directory.path().resolve(FILE));
    } catch (IOException e) {
      return; // its process has ended, by which others know
    }
  }
}
