// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

/**
 * Rule of when a run ends; times are since the start of the run.
 *
 * @param untilTrafficDone whether the run ends when every source is done
 * @param untilNanos otherwise, when the run ends
 * @param lingerNanos how long the run then continues, so that packets on the way arrive
 * @param maxNanos when the run ends in any case
 * @param live settings of live runs
 */
public record RunRule(
    boolean untilTrafficDone, long untilNanos, long lingerNanos, long maxNanos, LiveRule live) {
  RunRule with(LiveRule rule) {
    return new RunRule(untilTrafficDone, untilNanos, lingerNanos, maxNanos, rule);
  }

  /** Returns when the run ends at the latest, since its start. */
  public long endNanosMax() {
    return untilTrafficDone ? maxNanos : Math.min(untilNanos + lingerNanos, maxNanos);
  }

  public static final RunRule DEFAULT =
      new RunRule(true, 0, 2_000_000_000, 60_000_000_000L, LiveRule.DEFAULT);
}
