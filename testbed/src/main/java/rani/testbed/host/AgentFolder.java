// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import rani.ground.FolderRemoval;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.json.Json;
import rani.model.file.InputFile;
import rani.nodehost.folder.NodeRecord;
import tools.jackson.core.JacksonException;

/** A run's folder on an agent's host, with the agent's process id for later agents to see. */
public final class AgentFolder {
  private static final Logger LOG = LoggerFactory.getLogger(AgentFolder.class);
  private static final String OWNER = "agent.json";

  private AgentFolder() {}

  /**
   * Claims a run's folder, which the ssh shell of this process may have created. Fails if another
   * agent has claimed the folder, or other users may enter it.
   */
  static void make(Path folder) throws IOException {
    try {
      PrivateFile.makeFolder(folder, Files.getOwner(folder.resolveSibling("")));
    } catch (LabFailure e) {
      throw new IOException(e.getMessage(), e);
    }
    ProcessHandle own = ProcessHandle.current();
    NodeRecord agent = new NodeRecord("agent", own.pid(), NodeRecord.startedMillis(own), "");
    Files.writeString(folder.resolve(OWNER), Json.print(agent), StandardOpenOption.CREATE_NEW);
  }

  /** Returns the folders of agents that have ended; {@code runs} need not exist. */
  public static List<Path> left(Path runs) throws IOException {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(runs)) {
      return folders.filter(AgentFolder::isLeft).sorted().toList();
    }
  }

  /** Removes the folders of agents that have ended. */
  static void removeLeft(Path runs) {
    try {
      left(runs).forEach(FolderRemoval::remove);
    } catch (IOException e) {
      LOG.warn("cannot look for what agents have left in {}: {}", runs, e.toString());
    }
  }

  private static boolean isLeft(Path folder) {
    try {
      NodeRecord agent = Json.readTolerant(InputFile.text(folder.resolve(OWNER)), NodeRecord.class);
      return agent.process().isEmpty();
    } catch (IOException | JacksonException e) {
      return false; // a folder that is just being created, or not an agent's
    }
  }
}
