// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import rani.ground.LabFailure;
import rani.ground.WallClock;
import rani.live.LinkSockets;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StartServices;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.jvm.NodeLaunchRequest;
import rani.nodehost.jvm.WarmUp;
import rani.nodehost.session.LiveWiring;
import rani.testbed.host.AgentToken;
import rani.testbed.process.LabWatch;
import rani.testbed.process.LocalProcess;
import rani.testbed.process.NodeCommand;
import rani.testbed.process.NodeJvm;
import rani.testbed.process.NodeProcess;
import rani.world.Reply;

/** Starts a single node whose neighbours are other programs; it forwards without links, too. */
public final class StandaloneNode {
  private StandaloneNode() {}

  /**
   * Starts the node by a command behind the words {@code before}, with its log in {@code
   * logs/NAME.log} beside the file. The file sets every port. After a failure no process is left.
   */
  public static NodeJvm start(
      List<String> before, NodeCommand command, Path file, String name, Transport transport)
      throws FileError, LabFailure {
    Topology topology = TopologyFile.load(file);
    topology.checkNeedsNoLab();
    List<LinkSockets> peers = new LiveWiring(topology).peersInFile(name, file);
    List<String> words = new ArrayList<>(before);
    words.addAll(command.of(file.toAbsolutePath(), name));
    RunDirectory folder = new RunDirectory(file.toAbsolutePath().resolveSibling(""));
    long baseNanos = System.nanoTime();
    NodeLaunchRequest order =
        new NodeLaunchRequest(
            AgentToken.newSecret(),
            ControlFolder.socket(folder, name).text(),
            0,
            1,
            baseNanos,
            WallClock.baseNanos(baseNanos),
            transport.text(),
            "",
            0,
            "",
            "",
            List.of(),
            WarmUp.BRIEF,
            false);
    NodeProcess process = new LocalProcess(name, words, order, folder, new LabWatch(), _ -> {});
    NodeJvm node = new NodeJvm(name, order.token(), process);
    try {
      node.launch();
      List<LinkSockets> _ = node.sockets();
      node.connect(peers);
      Reply _ = node.require(new StartServices());
      return node;
    } catch (LabFailure | RuntimeException e) {
      node.close();
      throw e;
    }
  }
}
