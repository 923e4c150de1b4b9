// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import rani.ground.LabFailure;
import rani.model.topology.Topology;
import rani.study.observe.RunTrace;
import rani.study.trace.TraceQuery;
import rani.testbed.journey.PacketPath;
import rani.testbed.journey.RecordedPacket;
import rani.tools.screen.JourneyTable;
import rani.tools.screen.Screen;
import rani.world.NodeTrace;

/** Prints the paths of the packets that a query selects by source and identification. */
final class PathPrinter implements RunTrace {
  private static final double NANOS_PER_SECOND = 1e9;

  private final TraceQuery query;
  private final RecordedPacket packet;
  private final Map<String, NodeTrace> nodes = new LinkedHashMap<>();
  private OptionalLong goNanos = OptionalLong.empty();

  PathPrinter(TraceQuery query, Topology network, boolean knowsTtl) {
    this.query = query;
    this.packet = new RecordedPacket(network, knowsTtl);
  }

  @Override
  public void go(long nanos) {
    goNanos = OptionalLong.of(nanos);
  }

  @Override
  public NodeTrace at(String node) {
    return nodes.computeIfAbsent(
        node,
        name ->
            packet.at(name, events -> query.selecting(name, () -> goNanos, () -> true, events)));
  }

  /** Prints the paths of the packets called {@code name}; returns false if there were none. */
  boolean print(Screen screen, String name) throws LabFailure {
    List<List<PacketPath>> packets = packet.paths();
    if (packets.isEmpty()) {
      screen.progress("there is no packet " + name + " in the run");
    }
    JourneyTable table = new JourneyTable(screen);
    for (List<PacketPath> paths : packets) {
      paths.forEach(path -> table.print(path, name, began(path)));
    }
    if (packet.isFull()) {
      screen.progress("only the first " + packets.size() + " packets of that name are printed");
    }
    return !packets.isEmpty();
  }

  private String began(PacketPath path) {
    long nanos = path.beganNanos() - goNanos.orElse(0);
    return "%.6f s%s".formatted(nanos / NANOS_PER_SECOND, goNanos.isEmpty() ? "" : " after go");
  }
}
