// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.model.topology.TopologyNode;
import rani.testbed.RunningLab;
import rani.wire.Address;
import rani.world.Facts;

/**
 * A network as a whole.
 *
 * @param sinceGoSeconds time since traffic began; null before
 * @param links names of the links, as in topology files
 */
record LabState(
    String run,
    String version,
    String topology,
    @Nullable Double sinceGoSeconds,
    SequencedMap<String, LabNodeState> nodes,
    List<String> links)
    implements Facts {
  private static final double NANOS_PER_SECOND = 1e9;

  /** A node with its virtual address; its state is {@code up}, {@code ended} or {@code foreign}. */
  record LabNodeState(String address, String state) implements Facts {}

  static LabState of(RunningLab lab) throws LabFailure {
    List<String> alive = lab.alive();
    SequencedMap<String, LabNodeState> nodes = new LinkedHashMap<>();
    for (TopologyNode node : lab.topology().nodes()) {
      String state = node.foreign() ? "foreign" : alive.contains(node.name()) ? "up" : "ended";
      nodes.put(node.name(), new LabNodeState(Address.text(node.virtualAddress()), state));
    }
    OptionalLong sinceGoNanos = lab.sinceGoNanos();
    return new LabState(
        lab.name(),
        Version.TEXT,
        lab.topology().name(),
        sinceGoNanos.isEmpty() ? null : sinceGoNanos.getAsLong() / NANOS_PER_SECOND,
        nodes,
        lab.topology().links().stream().map(link -> link.name()).toList());
  }
}
