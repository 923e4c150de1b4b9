// SPDX-License-Identifier: Apache-2.0
package rani.bench.overload;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.bench.hop.Hop;
import rani.ground.LabFailure;
import rani.live.LiveFacts;
import rani.nodehost.conversation.StatusQuery;

/**
 * Packets that the node dropped, by reason, trains lost at its receive sockets, and frames that its
 * send sockets did not accept.
 */
record LossCounts(SequencedMap<String, Long> byNode, long beforeNode, long afterNode) {

  static LossCounts of(Hop node) throws LabFailure {
    SequencedMap<String, Long> byNode = new LinkedHashMap<>();
    byNode.putAll(node.show(StatusQuery.COUNTERS).dropsByReason());
    LiveFacts live = node.live().world();
    LiveFacts.Link toSink = live.onLoop().links().links().get(Hop.LINK_TO_SINK);
    long afterNode = 0;
    if (toSink != null) {
      LiveFacts.SocketErrors lost = toSink.sockets();
      afterNode = lost.socketFull() + lost.portUnreachable() + lost.socketErrors();
    }
    return new LossCounts(byNode, live.receiveOverflow(), afterNode);
  }

  LossCounts since(LossCounts earlier) {
    SequencedMap<String, Long> drops = new LinkedHashMap<>();
    byNode.forEach(
        (reason, count) -> {
          long more = count - earlier.byNode.getOrDefault(reason, 0L);
          if (more > 0) {
            drops.put(reason, more);
          }
        });
    return new LossCounts(drops, beforeNode - earlier.beforeNode, afterNode - earlier.afterNode);
  }

  long droppedByNode() {
    return byNode.values().stream().mapToLong(Long::longValue).sum();
  }
}
