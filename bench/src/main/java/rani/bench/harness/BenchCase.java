// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.util.function.Consumer;
import rani.ground.LabFailure;

/** A benchmark, in one variant or several. */
public interface BenchCase {
  /** Its name. */
  String name();

  /**
   * Measures every variant.
   *
   * @param found receives the result of each variant when it is ready
   * @throws LabFailure if it cannot be measured here; names what is missing
   */
  void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException;
}
