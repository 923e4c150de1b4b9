// SPDX-License-Identifier: Apache-2.0
package rani.service.metric;

import java.util.List;
import java.util.SequencedMap;

/**
 * An observed run, as {@link ServiceMetrics} see it: facts known so far, from any service. Times
 * are nanoseconds since time zero of the experiment.
 */
public interface ObservedRun {
  /** Returns the node's name for a virtual address, or the address itself if no node has it. */
  String nameOf(String address);

  /** Returns the node whose queue is recorded packet by packet. */
  String queueNode();

  /** Returns how many packets joined the first queue of a node, by the source's address. */
  SequencedMap<String, Long> entered(String node);

  /** Returns the crossings of max_th at the recorded queue, in order. */
  List<Crossing> crossings();

  /** Returns the filters of all nodes, in order of installation. */
  List<FilterSpan> filters();

  /** Returns how many seconds of the span over which means are taken have passed. */
  double spanSeconds();
}
