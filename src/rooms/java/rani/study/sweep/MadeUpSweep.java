// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import rani.model.file.FileError;
import rani.study.experiment.Experiment;
import rani.study.experiment.Plot;
import rani.study.experiment.Sweep;
import rani.study.experiment.Tried;
import rani.study.experiment.Variant;
import rani.study.trial.RunOptions;

/**
 * A sweep without a file, over a variable {@code n} from 0 on, each value of which is run twice.
 */
public record MadeUpSweep(long variants, @Nullable Tried choices, Variants experiments)
    implements Sweep {
  /** Says what is run. */
  @FunctionalInterface
  public interface Variants {
    Experiment of(long index) throws FileError;
  }

  public MadeUpSweep(long variants, Variants experiments) {
    this(variants, null, experiments);
  }

  public SweepPlan plan() {
    return new SweepPlan(
        this,
        RunOptions.Mode.VIRTUAL,
        SweepSample.CODE,
        OptionalInt.empty(),
        OptionalLong.empty(),
        Shard.WHOLE,
        false);
  }

  @Override
  public String name() {
    return "made-up";
  }

  @Override
  public SequencedMap<String, List<String>> variables() {
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    variables.put("n", LongStream.range(0, variants).mapToObj(Long::toString).toList());
    return variables;
  }

  @Override
  public Variant variant(long index) throws FileError {
    return new Variant(index, labels(index), experiments.of(index));
  }

  @Override
  public SequencedMap<String, String> labels(long index) {
    return MadeUpTrials.labels("n", Long.toString(index));
  }

  @Override
  public int repeat() {
    return 2;
  }

  @Override
  public long seed(long index, int repetition) {
    return 1 + repetition;
  }

  @Override
  public boolean isPaired() {
    return true;
  }

  @Override
  public SequencedMap<String, String> baseline() {
    return new LinkedHashMap<>();
  }

  @Override
  public List<Plot> plots() {
    return List.of();
  }

  @Override
  public Optional<Tried> tried() {
    return Optional.ofNullable(choices);
  }

  @Override
  public String text() {
    return "experiment: made-up\n";
  }
}
