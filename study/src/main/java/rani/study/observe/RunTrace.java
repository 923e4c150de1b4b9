// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.world.NodeTrace;

/** Receiver of the events of all nodes of a run. */
public interface RunTrace {
  RunTrace NONE = node -> NodeTrace.NONE;

  NodeTrace at(String node);

  /** Receives the node time of the run's start, if known, before any later event. */
  default void go(long nanos) {}

  /**
   * Returns whether the receiver wants more events. If not, a run or reader that serves only this
   * receiver ends.
   */
  default boolean wantsMore() {
    return true;
  }
}
