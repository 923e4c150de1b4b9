// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.util.function.Consumer;
import rani.ground.LabFailure;

/** A benchmark, in one variant or several. */
public interface BenchCase {
  String name();

  /** Measures every variant; {@code found} receives each result when it is ready. */
  void run(BenchOptions options, Consumer<Finding> found)
      throws LabFailure, IOException, InterruptedException;
}
