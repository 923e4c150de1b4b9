// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import rani.study.flow.EmptyPath;

/**
 * What to observe in a run.
 *
 * @param queue the node's queue that is recorded packet by packet: {@code node} or {@code link-K}
 * @param maxThFrames RED's upper threshold of the queue; if empty, crossings are known only from
 *     congestion events
 * @param addressNames node names by virtual address, in node order
 * @param span over which means are taken
 * @param epochNanos node time of the start of the run; all observed times are relative to it
 * @param paths the path from one node to another at the start of the run, if there is one
 */
public record ObservationPlan(
    String queueNode,
    String queue,
    OptionalDouble maxThFrames,
    SequencedMap<String, String> addressNames,
    List<ObservedLink> links,
    ObservedSpan span,
    long epochNanos,
    BiFunction<String, String, Optional<EmptyPath>> paths) {
  /** Plans the observation of a run whose paths are not known. */
  public ObservationPlan(
      String queueNode,
      String queue,
      OptionalDouble maxThFrames,
      SequencedMap<String, String> addressNames,
      List<ObservedLink> links,
      ObservedSpan span,
      long epochNanos) {
    this(
        queueNode,
        queue,
        maxThFrames,
        addressNames,
        links,
        span,
        epochNanos,
        (_, _) -> Optional.empty());
  }

  public ObservationPlan {
    addressNames = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(addressNames));
    links = List.copyOf(links);
  }

  /** Returns the node's name for an address, or the address itself if no node has it. */
  public String nameOf(String address) {
    return addressNames.getOrDefault(address, address);
  }
}
