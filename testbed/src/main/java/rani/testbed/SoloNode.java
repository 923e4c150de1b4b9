// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import rani.ground.LabFailure;
import rani.ground.WallClock;
import rani.live.LinkSockets;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.Live;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.Show;
import rani.nodehost.conversation.Start;
import rani.nodehost.folder.ControlFolder;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.http.HttpAddress;
import rani.nodehost.jvm.NodeOrder;
import rani.nodehost.jvm.Rehearsal;
import rani.nodehost.session.LiveWiring;
import rani.testbed.process.LabWatch;
import rani.testbed.process.NodeCommand;
import rani.testbed.process.NodeJvm;
import rani.world.Reply;

/**
 * One node in a JVM of its own whose neighbours are other programs, where the file says that they
 * are. Its links need not come up for it to forward.
 */
public final class SoloNode implements AutoCloseable {
  private static final int TOKEN_BYTES = 16;

  private final NodeJvm jvm;

  private SoloNode(NodeJvm jvm) {
    this.jvm = jvm;
  }

  /**
   * Starts it. What it prints goes to {@code logs/NAME.log} beside the file.
   *
   * @param before words that the command begins with, such as a program that pins what follows
   * @param file a topology file in which the node has every port
   * @throws FileError if the file is wrong
   * @throws LabFailure if the node does not come about; then nothing is left of it
   */
  public static SoloNode start(
      List<String> before, NodeCommand command, Path file, String name, Transport transport)
      throws FileError, LabFailure {
    Topology topology = TopologyFile.load(file);
    topology.checkNeedsNoLab();
    List<LinkSockets> peers = new LiveWiring(topology).peersInFile(name, file);
    List<String> words = new ArrayList<>(before);
    words.addAll(command.of(file.toAbsolutePath(), name));
    Path place = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file's folder");
    RunDirectory folder = new RunDirectory(place);
    SoloNode node =
        new SoloNode(
            new NodeJvm(
                name,
                words,
                order(transport, ControlFolder.socket(folder, name)),
                folder,
                new LabWatch()));
    boolean started = false;
    try {
      node.begin(peers);
      started = true;
      return node;
    } finally {
      if (!started) {
        node.close();
      }
    }
  }

  private static NodeOrder order(Transport transport, HttpAddress control) {
    byte[] secret = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(secret);
    long baseNanos = System.nanoTime();
    return new NodeOrder(
        HexFormat.of().formatHex(secret),
        control.text(),
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
        Rehearsal.BRIEF,
        false);
  }

  private void begin(List<LinkSockets> peers) throws LabFailure {
    jvm.launch();
    List<LinkSockets> _ = jvm.sockets();
    jvm.connect(peers);
    Reply _ = jvm.require(new Start());
  }

  /** Its process. */
  public ProcessHandle process() throws LabFailure {
    long pid = jvm.record().pid();
    return ProcessHandle.of(pid).orElseThrow(() -> new LabFailure("process " + pid + " has ended"));
  }

  /** What it shows of itself. */
  public <A> A show(Query<A> what) throws LabFailure {
    return jvm.ask(what);
  }

  /** What its world knows of it: sockets, what they dropped, how late it was. */
  public Live live() throws LabFailure {
    return jvm.ask(Show.LIVE);
  }

  /** Ends it. */
  @Override
  public void close() {
    jvm.close();
  }
}
