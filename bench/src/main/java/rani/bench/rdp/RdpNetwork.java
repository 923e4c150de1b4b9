// SPDX-License-Identifier: Apache-2.0
package rani.bench.rdp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import rani.bench.harness.Contender;
import rani.bench.harness.CpuClock;
import rani.bench.harness.Sample;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.LiveLab;
import rani.testbed.LivePlan;
import rani.testbed.RunRecord;
import rani.testbed.process.NodeCommand;
import rani.wire.Address;
import rani.world.Reply;

/** A chain of live nodes, each a JVM of its own, over which one connection of RDP carries bulk. */
final class RdpNetwork implements Contender {
  private static final String SOURCE = "source";
  private static final String FIRST = "n0";

  /** IPv4's header, and RDP's, around each message. */
  private static final int HEADER_BYTES = 38;

  /** What is on its way when the time is up, arrives or is sent again within this. */
  private static final Duration LAST_MAX = Duration.ofSeconds(10);

  private static final long LOOK_NANOS = 20_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final String name;
  private final LiveLab lab;
  private final Workspace workshop;
  private final RunDirectory directory;
  private final String sink;
  private final int messageBytes;

  private RdpNetwork(
      String name,
      LiveLab lab,
      Workspace workshop,
      RunDirectory directory,
      String sink,
      int messageBytes) {
    this.name = name;
    this.lab = lab;
    this.workshop = workshop;
    this.directory = directory;
    this.sink = sink;
    this.messageBytes = messageBytes;
  }

  /**
   * Starts a chain; it is ready when its links are up.
   *
   * @param hops links from the sender to the receiver
   */
  static RdpNetwork start(Workspace workshop, int hops, int messageBytes)
      throws LabFailure, IOException {
    String sink = "n" + hops;
    StringBuilder text = new StringBuilder("topology: bench-rdp\nnodes:\n");
    text.append("  n0: {services: {source: {}}}\n");
    for (int node = 1; node < hops; node++) {
      text.append("  n" + node + ": {}\n");
    }
    text.append("  " + sink + ": {services: {sink: {window: 1024}}}\nlinks:\n");
    for (int link = 0; link < hops; link++) {
      text.append("  n" + link + " -- n" + (link + 1) + ": {queue: {limit: 4000packet}}\n");
    }
    Path file = Files.writeString(workshop.folder().resolve("rdp-" + hops + ".yaml"), text);
    RunDirectory directory = RunDirectory.at(workshop.folder().resolve("rdp-" + hops));
    LivePlan plan =
        new LivePlan(
            topology(file),
            1,
            Transport.best(),
            Optional.of(directory),
            List.of(),
            0,
            false,
            false);
    LiveLab lab = LiveLab.inProcesses(plan, NodeCommand.ofThisJvm().optimized(), line -> {});
    workshop.keep(lab);
    lab.start();
    lab.go();
    return new RdpNetwork("RDP", lab, workshop, directory, sink, messageBytes);
  }

  private static Topology topology(Path file) throws LabFailure {
    try {
      return TopologyFile.load(file);
    } catch (FileError e) {
      throw new LabFailure(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Sample window(Duration length) throws LabFailure, InterruptedException {
    List<String> words =
        List.of(
            Address.text(lab.topology().node(sink).orElseThrow().virtualAddress()),
            "bulk",
            "duration=" + length.toNanos() + "ns",
            "size=" + (messageBytes + HEADER_BYTES) + "B",
            "window=1024",
            "send-buffer=4MB");
    long cpuBefore = cpuNanos();
    String id = String.valueOf(carriedOut("start", words).find("id"));
    long deadlineNanos = System.nanoTime() + length.plus(LAST_MAX).toNanos();
    Workspace.watchFor(length.toNanos()); // before that it cannot be done, and to be asked costs it
    JsonObject facts;
    do {
      Workspace.watchFor(LOOK_NANOS);
      facts = carriedOut("show", List.of(id));
    } while (!Boolean.TRUE.equals(facts.find("done")) && System.nanoTime() < deadlineNanos);
    long cpuNanos = cpuNanos() - cpuBefore;
    if (!Boolean.TRUE.equals(facts.find("done")) || !Boolean.FALSE.equals(facts.find("failed"))) {
      throw new LabFailure(name + ": the connection did not end as it should: " + facts);
    }
    long bytes = facts.has("bytes-acknowledged") ? facts.whole("bytes-acknowledged") : 0;
    double seconds = facts.has("open-seconds") ? facts.number("open-seconds") : 0;
    return new Sample(Goodput.megabits(bytes), seconds * NANOS_PER_SECOND, cpuNanos);
  }

  private JsonObject carriedOut(String verb, List<String> words) throws LabFailure {
    Reply reply = lab.tell(FIRST, SOURCE, verb, words);
    if (!reply.ok()) {
      throw new LabFailure(name + ": " + reply.message());
    }
    return JsonObject.of(reply.facts());
  }

  private long cpuNanos() throws LabFailure {
    return RunRecord.read(directory.record()).nodes().stream()
        .flatMap(node -> node.process().stream())
        .mapToLong(CpuClock::nanos)
        .sum();
  }

  @Override
  public void close() {
    workshop.closed(lab);
    lab.close();
  }
}
