// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.lab.file.FileError;

/** Reads an experiment file with its variables. */
public final class SweepFile {

  private SweepFile() {}

  /**
   * Reads, checks and resolves a file.
   *
   * @param sets changes {@code path=value} before anything else, see {@link rani.lab.file.Edits}
   * @param picks values {@code variable=value} to which variables are narrowed; repeated for one
   *     variable they add up
   * @throws FileError with everything that is wrong
   */
  public static Sweep load(Path path, List<String> sets, List<String> picks) throws FileError {
    return new Fixed(ExperimentFile.load(path, sets));
  }

  /** A file without variables. */
  private record Fixed(Experiment experiment) implements Sweep {

    @Override
    public String name() {
      return experiment.name();
    }

    @Override
    public SequencedMap<String, List<String>> variables() {
      return new LinkedHashMap<>();
    }

    @Override
    public long variants() {
      return 1;
    }

    @Override
    public Variant variant(long index) {
      return new Variant(0, new LinkedHashMap<>(), experiment);
    }

    @Override
    public int repeat() {
      return experiment.trials();
    }

    @Override
    public long seed(long index, int repetition) {
      return experiment.seed() + repetition;
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
    public String text() {
      return ExperimentText.print(experiment);
    }
  }
}
