// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.study.flow.FlowCompletion;

/**
 * Receiver of the single values from which {@link Observations} computes metrics, in order of time.
 * Times are nanoseconds since the start of the run.
 */
public interface SeriesSink {
  SeriesSink NONE = new SeriesSink() {};

  /** A source's packet came to a sink, for the first time. */
  default void delivered(String source, long timeNanos, long delayNanos, int bytes) {}

  /** A packet left a node by a direction of a link, after some time in the node. */
  default void sojourn(String direction, long timeNanos, long sojournNanos) {}

  /**
   * A packet arrived at a queue, {@code node} or {@code link-K}, and found some waiting; whether it
   * is the first queue that it comes to in the node.
   */
  default void queue(
      String node, String queue, boolean isFirst, long timeNanos, int queuedFrames) {}

  /** A direction of a link was busy with a packet. */
  default void busy(String direction, long fromNanos, long untilNanos) {}

  /** A transfer has come whole to its sink. */
  default void completed(FlowCompletion flow) {}

  /** A connection's sender changed. */
  default void window(String node, String connection, WindowSample sample) {}
}
