// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

/** Receives the progress of a sweep, one call at a time. */
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

  /** A remark for the user on what an earlier run has left, in a line. */
  default void remark(String line) {}

  /**
   * The report includes recorded sensitivities of the file's choices.
   *
   * @param stale unless the file has changed since then
   */
  default void recorded(boolean stale) {}

  /** One more trial is done, and recorded. */
  default void finished(TrialRow row) {}

  /**
   * The JVM shuts down as soon as this returns.
   *
   * @param goOn the command that resumes the sweep
   */
  default void interrupted(String goOn) {}

  /** No more trials are run, because all are done or an error has occurred. */
  default void end() {}
}
