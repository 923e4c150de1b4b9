// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.OptionalLong;

/**
 * The queue that is recorded packet by packet, and the part of the run over which means are taken.
 *
 * @param node the queue's node
 * @param queue the name of the queue in traces: {@code node} or {@code link-K}
 * @param fromNanos where means begin, since the start of the run
 * @param untilNanos where means end; empty for the end of the run
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
