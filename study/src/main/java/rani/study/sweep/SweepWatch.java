// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

/** Hears how a sweep gets on, one call at a time. */
public interface SweepWatch {
  /** Tells no one. */
  SweepWatch SILENT = new SweepWatch() {};

  /**
   * Work begins.
   *
   * @param trials how many there are to be in the end
   * @param finished how many of them an earlier run has done
   * @param jobs how many are run at a time
   */
  default void begin(long trials, long finished, int jobs) {}

  /** Something that a user should know of what an earlier run has left, in a line. */
  default void remark(String line) {}

  /**
   * What was recorded of the file's choices goes into the report.
   *
   * @param stale unless the file has changed since then
   */
  default void recorded(boolean stale) {}

  /** One more trial is done, and recorded. */
  default void finished(TrialRow row) {}

  /**
   * The JVM was told to end, and will as soon as this returns.
   *
   * @param goOn the command that goes on where this leaves off
   */
  default void interrupted(String goOn) {}

  /** No more trials are run, be it that all are done or that there was trouble. */
  default void end() {}
}
