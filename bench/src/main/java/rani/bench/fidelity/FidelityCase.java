// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.io.IOException;
import java.util.function.Consumer;
import rani.ground.LabFailure;

/** Something that ns-2 and virtual time both do, in one variant or several. */
public interface FidelityCase {
  /** What users call it. */
  String name();

  /** What is compared: one line. */
  String summary();

  /**
   * Runs both sides.
   *
   * @param found takes what each variant came to, as soon as it has
   * @throws LabFailure if it cannot be run; says what is missing
   */
  void run(Sides sides, Consumer<Agreement> found)
      throws LabFailure, IOException, InterruptedException;
}
