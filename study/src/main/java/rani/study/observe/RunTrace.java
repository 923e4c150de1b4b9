// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.world.NodeTrace;

/** Receiver of the events of all nodes of a run. */
public interface RunTrace {
  RunTrace NONE = node -> NodeTrace.NONE;

  NodeTrace at(String node);

  /**
   * Receives the node time of the start of the run, before any later event. Not called if the time
   * is unknown.
   */
  default void go(long nanos) {}

  /**
   * Returns whether the receiver wants more events. Runs and readers that serve only this receiver
   * ask often, and stop when it returns false.
   */
  default boolean wantsMore() {
    return true;
  }
}
