// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import rani.ground.LabFailure;

/** A program that is measured against others. It is idle between its windows. */
public interface Contender extends AutoCloseable {
  String name();

  /** Works for about this long, and returns the work done; fails if there was none. */
  Sample window(Duration length) throws LabFailure, InterruptedException;

  /** Ends the program, and all processes that it started. */
  @Override
  default void close() {}
}
