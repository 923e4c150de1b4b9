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
 * @param refused that the edge sent and no node forwards
 * @param sums of all flows
 * @param latestFlows those with the latest packets
 * @param largestOthers of the other flows those with most bytes
 */
public record EdgeFacts(
    boolean open,
    long packetsIn,
    long packetsOut,
    long full,
    Refused refused,
    @Inline FlowSums sums,
    List<FlowFacts> latestFlows,
    List<FlowFacts> largestOthers)
    implements Facts {
  /**
   * Refused packets.
   *
   * @param ipv6 which nodes do not forward
   * @param options IPv4 packets that have some, or headers shorter than any
   * @param foreignSource whose source is not the node's address
   * @param malformed with a wrong length or checksum
   */
  public record Refused(long ipv6, long options, long foreignSource, long malformed)
      implements Facts {}

  /** Returns the facts of the edge among those of a node's services; null while it has none. */
  public static @Nullable EdgeFacts of(NodeFacts.Services shown) {
    NodeFacts.OfService service = shown.services().get(EdgeHost.SERVICE);
    return service != null && service.own() instanceof EdgeFacts edge && edge.open ? edge : null;
  }
}
