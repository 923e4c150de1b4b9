// SPDX-License-Identifier: Apache-2.0
package rani.bench.edge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.OpenEdge;
import rani.nodehost.edge.EdgeNamespace;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.LiveLab;
import rani.testbed.LivePlan;
import rani.testbed.process.NodeCommand;
import rani.wire.Address;

/** The edges of two live nodes with a third between, each a JVM of its own. */
record NodesPath(
    String name, Workspace workshop, LiveLab lab, EdgeNamespace source, EdgeNamespace sink)
    implements EdgePath {
  private static final String FIRST = "n1";
  private static final String LAST = "n3";

  /**
   * Starts the nodes and makes their edges.
   *
   * @param link settings of both links, as in a topology file
   */
  static NodesPath start(Workspace workshop, String name, NodeCommand command, String link)
      throws LabFailure, IOException {
    Path folder = Files.createTempDirectory(workshop.folder(), "nodes-");
    Path file =
        Files.writeString(
            folder.resolve("edges.yaml"),
            "topology: bench-edge\ngenerate: {linear: {nodes: 3}}\ndefaults: {link: {"
                + link
                + "}}\n");
    RunDirectory directory = RunDirectory.at(folder.resolve("run"));
    LiveLab lab;
    try {
      LivePlan plan =
          new LivePlan(
              TopologyFile.load(file),
              1,
              Transport.best(),
              Optional.of(directory),
              List.of(),
              0,
              false,
              false);
      lab = workshop.keep(LiveLab.inProcesses(plan, command, line -> {}));
    } catch (FileError e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
    lab.start();
    lab.go();
    EdgeNamespace source = lab.node(FIRST).require(new OpenEdge(), EdgeNamespace.class);
    EdgeNamespace sink = lab.node(LAST).require(new OpenEdge(), EdgeNamespace.class);
    return new NodesPath(name, workshop, lab, source, sink);
  }

  @Override
  public List<String> atSource() {
    return source.joining(workshop.folder());
  }

  @Override
  public List<String> atSink() {
    return sink.joining(workshop.folder());
  }

  @Override
  public String sinkAddress() {
    return Address.text(lab.topology().node(LAST).orElseThrow().virtualAddress());
  }

  @Override
  public long cpuNanos() {
    return lab.cpuTimes().values().stream().mapToLong(Duration::toNanos).sum();
  }

  @Override
  public void close() {
    workshop.closed(lab);
    lab.close();
  }
}
