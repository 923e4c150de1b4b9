// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.util.function.Consumer;
import rani.ground.LabFailure;

/** Something that is measured, in one variant or several. */
public interface BenchCase {
  /** What users call it. */
  String name();

  /**
   * Measures every variant.
   *
   * @param found takes what each came to, as soon as it has
   * @throws LabFailure if it cannot be measured here; says what is missing
   */
  void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException;
}
