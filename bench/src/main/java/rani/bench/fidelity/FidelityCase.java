// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.io.IOException;
import java.util.function.Consumer;
import rani.ground.LabFailure;

/** A comparison of ns-2 with virtual time, in one variant or several. */
public interface FidelityCase {
  /** Its name. */
  String name();

  /** What is compared: one line. */
  String summary();

  /**
   * Runs both sides.
   *
   * @param found receives the result of each variant when it is ready
   * @throws LabFailure if it cannot be run; names what is missing
   */
  void run(Sides sides, Consumer<Agreement> found)
      throws LabFailure, IOException, InterruptedException;
}
