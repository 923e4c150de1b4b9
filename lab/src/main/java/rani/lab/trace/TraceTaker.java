// SPDX-License-Identifier: Apache-2.0
package rani.lab.trace;

import rani.lab.observe.TraceEvent;

/** Who reads a trace. */
public interface TraceTaker {
  /**
   * Go was at this node time. Told before any event that is not before it; never where it is not
   * known.
   */
  void go(long nanos);

  /**
   * The next event.
   *
   * @return whether more is wanted
   */
  boolean take(TraceEvent event);
}
