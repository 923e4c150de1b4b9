// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.edge;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.flow.FlowFacts;
import rani.flow.FlowSums;
import rani.node.NodeFacts;
import rani.world.Facts;
import rani.world.Inline;

/**
 * What has passed between a node and its edge.
 *
 * @param open whether there is a device
 * @param packetsIn sent into the network
 * @param packetsOut handed to the edge
 * @param full not handed to it, because its queue was full
 * @param refused that the edge sent and no node may forward: IPv6, options, foreign sources
 * @param sums of all flows
 * @param latestFlows those with the latest packets
 */
public record EdgeFacts(
    boolean open,
    long packetsIn,
    long packetsOut,
    long full,
    long refused,
    @Inline FlowSums sums,
    List<FlowFacts> latestFlows)
    implements Facts {
  /** Returns the facts of the edge among those of a node's services; null while it has none. */
  public static @Nullable EdgeFacts of(NodeFacts.Services shown) {
    NodeFacts.OfService service = shown.services().get(EdgeHost.SERVICE);
    return service != null && service.own() instanceof EdgeFacts edge && edge.open ? edge : null;
  }
}
