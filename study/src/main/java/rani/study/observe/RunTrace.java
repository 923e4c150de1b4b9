// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import rani.world.NodeTrace;

/** Hears a whole run: what each of its nodes tells, and when go was. */
public interface RunTrace {
  /** Hears nothing. */
  RunTrace NONE = node -> NodeTrace.NONE;

  /** What that node tells goes here. */
  NodeTrace at(String node);

  /**
   * Go was at this node time. Told before any event that is not before it; never where it is not
   * known.
   */
  default void go(long nanos) {}

  /** Whether more is wanted; where a run is only run or read to be heard, this is asked often. */
  default boolean wantsMore() {
    return true;
  }
}
