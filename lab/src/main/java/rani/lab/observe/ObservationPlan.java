// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.OptionalDouble;
import java.util.SequencedMap;

/**
 * What to look for in a run.
 *
 * @param queueNode node whose queue is recorded packet by packet
 * @param queue which of its queues: {@code node} or {@code link-K}
 * @param maxThFrames RED's upper threshold there; without it crossings are known only from
 *     congestion events
 * @param addressNames node names by virtual address, in node order
 * @param epochNanos node time of the moment of go; all observed times are relative to it
 */
public record ObservationPlan(
    String queueNode,
    String queue,
    OptionalDouble maxThFrames,
    SequencedMap<String, String> addressNames,
    long epochNanos) {

  /** Copies the names. */
  public ObservationPlan {
    addressNames = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(addressNames));
  }

  /** The node's name for an address, or the address itself if no node has it. */
  public String nameOf(String address) {
    return addressNames.getOrDefault(address, address);
  }
}
