// SPDX-License-Identifier: Apache-2.0
package rani.study.observe;

import java.util.List;
import rani.rdp.SenderState;

/**
 * The largest window of a connection's working range, in packets: without the inflation of fast
 * recovery (RFC 6582), where each duplicate acknowledgement adds a packet, unless it adds little.
 * Charts of windows are on its scale.
 */
public final class WorkingRange {
  /** A window inflated in a recovery sets the scale if it is at most so many times the others. */
  private static final double INFLATION_SHOWN_MAX = 1.5;

  private double working;
  private double all;

  /** Returns the largest window of the working range of some. */
  public static double top(List<WindowSample> windows) {
    WorkingRange range = new WorkingRange();
    windows.forEach(range::add);
    return range.top();
  }

  public void add(WindowSample window) {
    all = Math.max(all, window.cwnd());
    boolean recovers =
        window.state() == SenderState.FAST_RECOVERY
            || window.state() == SenderState.PARTIAL_RECOVERY;
    working = recovers ? working : Math.max(working, window.cwnd());
  }

  public double top() {
    return working < 1 || all <= INFLATION_SHOWN_MAX * working ? all : working;
  }
}
