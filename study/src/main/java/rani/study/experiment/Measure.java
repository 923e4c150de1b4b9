// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.OptionalLong;

/**
 * The queue that is recorded packet by packet, and the part of the run over which means are taken.
 *
 * @param node the queue's node
 * @param queue which of the node's queues, as traces name it: {@code node} or {@code link-K}
 * @param fromNanos where means begin, after the moment of go
 * @param untilNanos where they end; empty for the end of the run
 */
public record Measure(String node, String queue, long fromNanos, OptionalLong untilNanos) {

  /** The name of a node's single queue. */
  public static final String NODE_QUEUE = "node";

  /** A queue, and means over the whole run. */
  public Measure(String node, String queue) {
    this(node, queue, 0, OptionalLong.empty());
  }

  /** The same queue with means over a part of the run. */
  Measure over(long from, OptionalLong until) {
    return new Measure(node, queue, from, until);
  }

  /** The name of the queue of a node's link. */
  public static String linkQueue(int number) {
    return "link-" + number;
  }
}
