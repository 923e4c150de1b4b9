// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

/**
 * How long an experiment runs, counted from the moment of {@code go}.
 *
 * @param untilTrafficDone whether it ends when every source is done
 * @param untilNanos otherwise, when it ends
 * @param lingerNanos how long it goes on after that, so that what is on the way arrives
 * @param maxNanos when it is ended in any case
 * @param live what holds for live runs alone
 */
public record RunRule(
    boolean untilTrafficDone, long untilNanos, long lingerNanos, long maxNanos, LiveRule live) {
  /** One that asks nothing more of live runs. */
  public RunRule(boolean untilTrafficDone, long untilNanos, long lingerNanos, long maxNanos) {
    this(untilTrafficDone, untilNanos, lingerNanos, maxNanos, LiveRule.DEFAULT);
  }

  /** The same with what holds for live runs alone. */
  RunRule with(LiveRule rule) {
    return new RunRule(untilTrafficDone, untilNanos, lingerNanos, maxNanos, rule);
  }

  /** What holds when a file says nothing. */
  public static final RunRule DEFAULT = new RunRule(true, 0, 2_000_000_000, 60_000_000_000L);
}
