// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

/**
 * The queue that is recorded packet by packet.
 *
 * @param node its node
 * @param queue which of the node's queues, as traces name it: {@code node} or {@code link-K}
 */
public record Measure(String node, String queue) {

  /** The name of a node's single queue. */
  public static final String NODE_QUEUE = "node";

  /** The name of the queue of a node's link. */
  public static String linkQueue(int number) {
    return "link-" + number;
  }
}
