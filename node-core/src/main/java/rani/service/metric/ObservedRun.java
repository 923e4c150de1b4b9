// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.List;
import java.util.SequencedMap;

/**
 * A run that is observed, as {@link ServiceMetrics} see it: what is known so far, whichever service
 * it comes from. Times are nanoseconds since go.
 */
public interface ObservedRun {
  /** The node's name for a virtual address, or the address itself if no node has it. */
  String nameOf(String address);

  /** The node whose queue is recorded packet by packet. */
  String queueNode();

  /** Packets that came to the first queue of a node and joined it, by the source's address. */
  SequencedMap<String, Long> entered(String node);

  /** Every stretch over max_th at the recorded queue, in order. */
  List<Crossing> crossings();

  /** Every filter of every node, in order of installation. */
  List<FilterSpan> filters();

  /** How many seconds of the span over which means are taken have passed. */
  double spanSeconds();
}
