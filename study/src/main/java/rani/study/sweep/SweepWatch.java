// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

/** Receives the progress of a sweep, one call at a time. */
public interface SweepWatch {
  SweepWatch SILENT = new SweepWatch() {};

  /** Called when work begins on a number of trials, some of which an earlier run has finished. */
  default void begin(long trials, long finished, int jobs) {}

  /** Receives a remark for the user about the state that an earlier run left, in a line. */
  default void remark(String line) {}

  /** Called if the report has recorded sensitivities; {@code stale} if the file has changed. */
  default void recorded(boolean stale) {}

  /** Receives the row of a trial that is finished and recorded. */
  default void finished(TrialRow row) {}

  /** Called before the JVM shuts down, with the command that resumes the sweep. */
  default void interrupted(String goOn) {}

  /** Called when no more trials run, because all are done or an error has occurred. */
  default void end() {}
}
