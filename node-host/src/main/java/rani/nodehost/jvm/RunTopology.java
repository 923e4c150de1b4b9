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
 * The network in a run's folder, read again whenever the file has changed. Another process replaces
 * the file atomically when nodes and links are added or removed.
 */
public final class RunTopology implements Supplier<Topology> {
  private final Path file;
  private Topology topology;
  private @Nullable FileTime readAt;
  private long readBytes;

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
    } catch (FileError _) {
      // the file was damaged from outside; the last valid network remains
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
