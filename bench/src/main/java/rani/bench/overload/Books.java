// SPDX-License-Identifier: Apache-2.0
package rani.bench.overload;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.bench.hop.Hop;
import rani.ground.LabFailure;
import rani.json.JsonObject;
import rani.nodehost.conversation.Show;

/**
 * Where packets were lost, by the node's own counters and the kernel's.
 *
 * @param byNode drops that the node decided, by reason
 * @param beforeNode what found the node's receive sockets full, as the kernel counts it: a train
 *     once
 * @param afterNode what the node's send sockets did not take
 */
record Books(SequencedMap<String, Long> byNode, long beforeNode, long afterNode) {

  static Books of(Hop node) throws LabFailure {
    SequencedMap<String, Long> byNode = new LinkedHashMap<>();
    byNode.putAll(node.show(Show.COUNTERS).dropsByReason());
    JsonObject live = node.live();
    long afterNode = 0;
    if (live.find("links") instanceof Map<?, ?> links
        && links.get(Hop.LINK_TO_SINK) instanceof Map<?, ?> link) {
      afterNode =
          number(link.get("socket-full"))
              + number(link.get("port-unreachable"))
              + number(link.get("socket-errors"));
    }
    return new Books(byNode, number(live.find("receive-overflow")), afterNode);
  }

  private static long number(@Nullable Object count) {
    return count instanceof Number number ? number.longValue() : 0;
  }

  /** What was lost since then. */
  Books since(Books earlier) {
    SequencedMap<String, Long> drops = new LinkedHashMap<>();
    byNode.forEach(
        (reason, count) -> {
          long more = count - earlier.byNode.getOrDefault(reason, 0L);
          if (more > 0) {
            drops.put(reason, more);
          }
        });
    return new Books(drops, beforeNode - earlier.beforeNode, afterNode - earlier.afterNode);
  }

  /** All that the node dropped. */
  long droppedByNode() {
    return byNode.values().stream().mapToLong(Long::longValue).sum();
  }
}
