// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;

/**
 * The network in a run's folder, which changes as nodes and links are added and removed. The
 * program that changes the network writes it atomically; readers read it again after a change.
 */
public final class RunTopology implements Supplier<Topology> {
  private final Path file;
  private Topology topology;
  private @Nullable FileTime readAt;
  private long readBytes;

  /**
   * The network in a file.
   *
   * @throws FileError if it is wrong
   */
  public RunTopology(Path file) throws FileError {
    this.file = file;
    look();
    this.topology = TopologyFile.load(file);
  }

  @Override
  public synchronized Topology get() {
    FileTime before = readAt;
    long bytesBefore = readBytes;
    look();
    if (readAt == null || (readAt.equals(before) && readBytes == bytesBefore)) {
      return topology;
    }
    try {
      topology = TopologyFile.load(file);
    } catch (FileError e) {
      return topology; // the file was damaged from outside; the last known network is kept
    }
    return topology;
  }

  private void look() {
    try {
      readAt = Files.getLastModifiedTime(file);
      readBytes = Files.size(file);
    } catch (IOException e) {
      readAt = null;
    }
  }
}
