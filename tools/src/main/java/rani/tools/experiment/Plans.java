// SPDX-License-Identifier: Apache-2.0
package rani.tools.experiment;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.study.experiment.Sweep;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepPlan;
import rani.study.trial.RunOptions.Mode;
import rani.study.trial.VirtualTrial;

final class Plans {
  private Plans() {}

  /**
   * Plans the trials of a sweep from command line options; null trials or seed are the file's.
   * Fails if there would be no or too many trials, or the first variant is invalid or impossible.
   */
  static SweepPlan of(
      CommandSpec spec,
      Sweep sweep,
      Mode mode,
      @Nullable Integer trials,
      @Nullable Long seed,
      Shard shard,
      boolean digests)
      throws FileError, LabFailure {
    if (trials != null && trials < 1) {
      throw new ParameterException(spec.commandLine(), "--trials is at least 1, not " + trials);
    }
    if (mode == Mode.VIRTUAL) {
      VirtualTrial.check(sweep.variant(0).experiment().topology());
    }
    try {
      return new SweepPlan(
          sweep,
          mode,
          null,
          trials == null ? OptionalInt.empty() : OptionalInt.of(trials),
          seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
          shard,
          digests && mode == Mode.VIRTUAL);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }
}
