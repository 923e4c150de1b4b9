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

/** A chain of live nodes, each a JVM of its own, with one RDP connection that carries bulk data. */
record RdpNetwork(
    LiveLab lab, Workspace workshop, RunDirectory directory, String sink, int messageBytes)
    implements Contender {
  private static final String SOURCE = "source";
  private static final String FIRST = "n0";

  /** The IPv4 and RDP headers of each message. */
  private static final int HEADER_BYTES = 38;

  /** After sending ends, packets in flight arrive or are retransmitted within this time. */
  private static final Duration LAST_MAX = Duration.ofSeconds(10);

  private static final long LOOK_NANOS = 20_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Starts a chain with this number of links, and waits until they are up. */
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
    return new RdpNetwork(lab, workshop, directory, sink, messageBytes);
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
    return "RDP";
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
    Workspace.watchFor(
        length.toNanos()); // not asked before, because questions take the node's time
    JsonObject facts;
    do {
      Workspace.watchFor(LOOK_NANOS);
      facts = carriedOut("show", List.of(id));
    } while (!Boolean.TRUE.equals(facts.find("done")) && System.nanoTime() < deadlineNanos);
    long cpuNanos = cpuNanos() - cpuBefore;
    if (!Boolean.TRUE.equals(facts.find("done")) || !Boolean.FALSE.equals(facts.find("failed"))) {
      throw new LabFailure("RDP: the connection did not end as it should: " + facts);
    }
    long bytes = facts.has("bytes-acknowledged") ? facts.whole("bytes-acknowledged") : 0;
    double seconds = facts.has("open-seconds") ? facts.number("open-seconds") : 0;
    return Sample.ofData(bytes, seconds * NANOS_PER_SECOND, cpuNanos);
  }

  private JsonObject carriedOut(String verb, List<String> words) throws LabFailure {
    Reply reply = lab.tell(FIRST, SOURCE, verb, words);
    if (!reply.ok()) {
      throw new LabFailure("RDP: " + reply.message());
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
