// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

/** Receives the progress of a sweep, one call at a time. */
public interface SweepWatch {
  SweepWatch SILENT = new SweepWatch() {};

  /**
   * Called when work begins.
   *
   * @param trials number of trials at the end
   * @param finished number of trials that an earlier run has finished
   * @param jobs number of trials that run at a time
   */
  default void begin(long trials, long finished, int jobs) {}

  /** Receives a remark for the user about the state that an earlier run left, in a line. */
  default void remark(String line) {}

  /**
   * Called if the report includes recorded sensitivities of the file's choices.
   *
   * @param stale whether the file has changed since they were recorded
   */
  default void recorded(boolean stale) {}

  /** Receives the row of a trial that is finished and recorded. */
  default void finished(TrialRow row) {}

  /**
   * Called before the JVM shuts down, which happens as soon as this method returns.
   *
   * @param goOn the command that resumes the sweep
   */
  default void interrupted(String goOn) {}

  /** Called when no more trials run, because all are done or an error has occurred. */
  default void end() {}
}
