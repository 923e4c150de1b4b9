// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import rani.ground.LabFailure;

/** A program that is measured against others. Idle between its windows. */
public interface Contender extends AutoCloseable {
  /** Its name in results. */
  String name();

  /**
   * Works for about this long, and returns the work done.
   *
   * @throws LabFailure if it ended, or did nothing
   */
  Sample window(Duration length) throws LabFailure, InterruptedException;

  /** Ends it, and whatever it started. */
  @Override
  default void close() {}
}
