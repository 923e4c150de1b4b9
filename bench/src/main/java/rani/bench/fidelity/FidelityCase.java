// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.io.IOException;
import java.util.function.Consumer;
import rani.ground.LabFailure;

/** A comparison of ns-2 with virtual time, in one variant or several. */
public interface FidelityCase {
  String name();

  /** Returns one line about what is compared. */
  String summary();

  /** Runs both sides; {@code found} receives the result of each variant when it is ready. */
  void run(Sides sides, Consumer<Agreement> found)
      throws LabFailure, IOException, InterruptedException;
}
