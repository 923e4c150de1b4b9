// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.io.IOException;
import java.util.List;
import rani.study.sweep.SweepPlan;

/** The trials of a sweep that are still to be run, and where their rows go. Safe for threads. */
public interface OpenTrials {
  /** Runs all open trials somewhere. */
  @FunctionalInterface
  interface Workers {
    /**
     * Returns when the row of every open trial was handed in, or the JVM ends; throws an exception,
     * such as {@link rani.ground.LabFailure}, if that cannot be.
     */
    void run(OpenTrials trials) throws Exception;
  }

  /** Returns all trials of the sweep. */
  SweepPlan plan();

  /** Returns whether the row of a trial is recorded; its index counts from 0. */
  boolean isFinished(long index);

  /** Returns the number of trials that are not recorded. */
  long left();

  /** Returns whether the JVM ends, so that no trial is to be begun. */
  boolean isInterrupted();

  /** Waits for so long, and returns whether the JVM ends. */
  boolean isInterruptedWithin(long millis) throws InterruptedException;

  /**
   * Records the row of a trial, a line with a checksum. One that is recorded already is passed
   * over.
   *
   * @param millis that the trial took
   * @return false if the row is damaged or no row
   */
  boolean take(long index, long millis, byte[] row) throws IOException;

  /**
   * Records a second row of a trial that differs from the recorded one, so that neither is believed
   * when the sweep is gone on with.
   */
  void contradict(long index, long millis, byte[] row) throws IOException;

  /** Records in provenance how many trials ran at a time, and facts about where they ran. */
  void note(int jobs, String key, List<?> values);

  /** Tells the user something, in a line. */
  void remark(String line);
}
