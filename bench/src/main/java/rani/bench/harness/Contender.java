// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import rani.ground.LabFailure;

/** One of those that are measured beside each other. Idle between its windows. */
public interface Contender extends AutoCloseable {
  /** What it is called in results. */
  String name();

  /**
   * Works for about as long, and says what it did.
   *
   * @throws LabFailure if it ended, or did nothing
   */
  Sample window(Duration length) throws LabFailure, InterruptedException;

  /** Ends it, and whatever it started. */
  @Override
  default void close() {}
}
