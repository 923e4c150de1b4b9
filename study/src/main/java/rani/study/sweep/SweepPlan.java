// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.ground.Sha256;
import rani.ground.ShellWords;
import rani.model.file.FileError;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.trial.RunOptions;

/**
 * The trials of a sweep and their order: all repetitions of a variant, then those of the next
 * variant.
 *
 * @param code version of the code that ran the sweep; null for the code of this JVM, whose version
 *     is computed on demand
 * @param repeat trials of each variant, in place of the file's
 * @param seed of each variant's first trial, in place of the file's seeds; the k-th trial has seed
 *     + k − 1
 * @param shard the trials to run
 * @param digests whether each virtual trial makes a digest of its trace
 */
public record SweepPlan(
    Sweep sweep,
    RunOptions.Mode mode,
    @Nullable String code,
    OptionalInt repeat,
    OptionalLong seed,
    Shard shard,
    boolean digests) {
  public SweepPlan {
    int times = repeat.orElse(sweep.repeat());
    if (times < 1 || sweep.variants() > Sweep.TRIALS_MAX / times) {
      throw new IllegalArgumentException(
          "%s variants, %s times each: a sweep has at most %s trials"
              .formatted(sweep.variants(), times, Sweep.TRIALS_MAX));
    }
    if (seed.isEmpty() && times > sweep.repeat() && sweep.isPaired() && !hasSeedsInARow(sweep)) {
      throw new IllegalArgumentException(
          "the file lists the seeds of " + sweep.repeat() + " trials, not of " + times);
    }
  }

  /** Returns the version of the code that runs the sweep. */
  @Override
  public String code() {
    return code == null ? CodeVersion.hex() : code;
  }

  /** Returns the plan of a sweep in a folder, with the code of this JVM. */
  public static SweepPlan of(SweepFolder folder) throws LabFailure, FileError {
    return of(folder, null);
  }

  /** Returns the plan of a sweep in a folder, with the code that ran it. */
  public static SweepPlan ofThatCode(SweepFolder folder) throws LabFailure, FileError {
    return of(folder, folder.identity().code());
  }

  private static SweepPlan of(SweepFolder folder, @Nullable String code)
      throws LabFailure, FileError {
    SweepIdentity identity = folder.identity();
    return new SweepPlan(
        SweepFile.load(folder.experiment(), List.of(), List.of()),
        RunOptions.Mode.valueOf(identity.mode().toUpperCase(Locale.ROOT)),
        code,
        OptionalInt.of(identity.repeat()),
        identity.seed() == null ? OptionalLong.empty() : OptionalLong.of(identity.seed()),
        identity.part(),
        identity.digests());
  }

  /** A trial; its index in the sweep, its variant and its repetition count from 0. */
  public record Key(long index, long variant, int repetition, long seed) {}

  public int repetitions() {
    return repeat.orElse(sweep.repeat());
  }

  /** Returns the number of trials of all shards. */
  public long trials() {
    return sweep.variants() * repetitions();
  }

  public long ownTrials() {
    return shard.count(trials());
  }

  public Key key(long index) {
    long variant = index / repetitions();
    int repetition = (int) (index % repetitions());
    return new Key(index, variant, repetition, seed(variant, repetition));
  }

  /**
   * Returns the index of the k-th trial to run. Virtual trials run in order. Live, the first
   * repetition of every variant runs first, then the second of every variant, so that drift of the
   * machine affects all variants alike.
   */
  public long inTurn(long k) {
    if (mode == RunOptions.Mode.VIRTUAL || !shard.isWhole()) {
      return shard.index(k);
    }
    return k % sweep.variants() * repetitions() + k / sweep.variants();
  }

  private long seed(long variant, int repetition) {
    if (seed.isPresent()) {
      return seed.getAsLong() + repetition;
    }
    if (repetitions() == sweep.repeat()) {
      return sweep.seed(variant, repetition);
    }
    long first = sweep.seed(0, 0);
    if (!sweep.isPaired()) {
      return first + variant * repetitions() + repetition;
    }
    return repetition < sweep.repeat() ? sweep.seed(0, repetition) : first + repetition;
  }

  private static boolean hasSeedsInARow(Sweep sweep) {
    return sweep.seed(0, sweep.repeat() - 1) - sweep.seed(0, 0) == sweep.repeat() - 1;
  }

  /** Returns whether the seeds of each variant's trials are consecutive. */
  public boolean hasSeedsInARow() {
    return seed.isPresent() || !sweep.isPaired() || hasSeedsInARow(sweep);
  }

  /** Returns whether repetition k has the same seed in every variant. */
  public boolean isPaired() {
    return seed.isPresent() || sweep.isPaired();
  }

  /** Returns the seeds of a variant's trials in words: {@code seeds 1–20}. */
  public String seeds() {
    long first = seed(0, 0);
    if (trials() == 1 || (repetitions() == 1 && isPaired())) {
      return "seed " + first;
    }
    long last = isPaired() ? seed(0, repetitions() - 1) : key(trials() - 1).seed();
    boolean inARow = last - first == (isPaired() ? repetitions() : trials()) - 1;
    return inARow
        ? "seeds " + first + "–" + last
        : "seeds from " + first + " to " + last + (isPaired() ? "" : ", each trial its own");
  }

  /** Returns the command that repeats one trial, to be run in the sweep's folder. */
  public String replay(SequencedMap<String, String> labels, long trialSeed) {
    List<String> words =
        new ArrayList<>(List.of("rani", "run", SweepFolder.EXPERIMENT, "--mode", mode.text()));
    labels.forEach((name, value) -> words.addAll(List.of("--pick", name + "=" + value)));
    words.addAll(List.of("--trials", "1", "--seed", Long.toString(trialSeed)));
    return ShellWords.join(words);
  }

  public SweepIdentity identity() {
    return new SweepIdentity(
        sweep.name(),
        code(),
        Sha256.hex(sweep.text().getBytes(StandardCharsets.UTF_8)),
        mode.text(),
        trials(),
        repetitions(),
        seed.isPresent() ? seed.getAsLong() : null,
        digests,
        shard.number(),
        shard.of());
  }
}
