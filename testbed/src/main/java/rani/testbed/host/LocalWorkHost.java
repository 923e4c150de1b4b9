// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import rani.ground.FolderRemoval;
import rani.ground.LabFailure;

/** This machine, whose workers are children of this process. */
final class LocalWorkHost implements WorkHost {
  private final About about;
  private final Path folder;
  private final WorkerProcesses workers;

  private LocalWorkHost(String name, Path folder) {
    this.about = new About(name, AgentProtocol.java(), AgentProtocol.system());
    this.folder = folder;
    this.workers = new WorkerProcesses(folder);
  }

  static LocalWorkHost open(String name) throws LabFailure {
    try {
      return new LocalWorkHost(name, Files.createTempDirectory("rani-agent"));
    } catch (IOException e) {
      throw new LabFailure("cannot make a folder: " + e.getMessage(), e);
    }
  }

  @Override
  public About about() {
    return about;
  }

  @Override
  public WorkerChannel worker() throws IOException {
    return workers.open();
  }

  @Override
  public Optional<String> lost() {
    return Optional.empty();
  }

  @Override
  public void close() {
    workers.close();
    FolderRemoval.remove(folder);
  }

  @Override
  public void abandon() {
    close();
  }
}
