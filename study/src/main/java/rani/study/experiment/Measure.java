// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.OptionalLong;

/**
 * The queue that is recorded packet by packet, by its name in traces ({@code node} or {@code
 * link-K}), and the span of means since the start of the run; an empty end is the run's.
 */
public record Measure(String node, String queue, long fromNanos, OptionalLong untilNanos) {
  /** Name of a node's single queue. */
  public static final String NODE_QUEUE = "node";

  /** Measures a queue, with means over the whole run. */
  public Measure(String node, String queue) {
    this(node, queue, 0, OptionalLong.empty());
  }

  Measure over(long from, OptionalLong until) {
    return new Measure(node, queue, from, until);
  }

  public static String linkQueue(int number) {
    return "link-" + number;
  }
}
