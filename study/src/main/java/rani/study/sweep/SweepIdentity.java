// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rani.ground.Sha256;
import rani.model.file.FileFormat;

/**
 * The identity of a sweep: {@code sweep.json}. Two folders hold shards of one sweep only if
 * everything but the shard is equal.
 *
 * @param code version of the code, see {@link CodeVersion}
 * @param sha256 of {@code experiment.yaml}
 * @param mode {@code live} or {@code virtual}
 * @param trials of all shards
 * @param repeat trials of each variant
 * @param seed of each variant's first trial; null unless the command line gave one
 */
public record SweepIdentity(
    String experiment,
    String code,
    String sha256,
    String mode,
    long trials,
    int repeat,
    @Nullable Long seed,
    boolean digests,
    int shard,
    int shards) {
  private static final int ID_DIGITS = 16;

  public Shard part() {
    return new Shard(shard, shards);
  }

  public SweepIdentity whole() {
    return new SweepIdentity(experiment, code, sha256, mode, trials, repeat, seed, digests, 1, 1);
  }

  /** Returns the text of {@code sweep.json}. */
  public String json() {
    return JsonText.page(FileFormat.SWEEP.headed(this).byKey());
  }

  /** Returns the id in lines of journals: 64 bits of a hash of everything but the shard. */
  public String id() {
    return Sha256.hex(JsonText.line(whole())).substring(0, ID_DIGITS);
  }

  /** Returns the first difference but the shard, in words; empty if there is none. */
  public Optional<String> difference(SweepIdentity other) {
    if (!experiment.equals(other.experiment)) {
      return Optional.of("the experiment is " + other.experiment + ", not " + experiment);
    }
    if (!code.equals(other.code)) {
      return Optional.of(
          "the code is another: " + brief(other.code) + "…, not " + brief(code) + "…");
    }
    if (!mode.equals(other.mode)) {
      return Optional.of("the mode is " + other.mode + ", not " + mode);
    }
    if (trials != other.trials || repeat != other.repeat) {
      return Optional.of("there are " + counted(other) + ", not " + counted(this));
    }
    if (!Objects.equals(seed, other.seed)) {
      return Optional.of("the first seed is " + given(other.seed) + ", not " + given(seed));
    }
    if (digests != other.digests) {
      return Optional.of(
          other.digests
              ? "trials are with digests, not without"
              : "trials are without digests, not with them");
    }
    return sha256.equals(other.sha256)
        ? Optional.empty()
        : Optional.of("the experiment file, or what it refers to, has changed");
  }

  private static String counted(SweepIdentity sweep) {
    return sweep.trials + " trials, " + sweep.repeat + " of each variant";
  }

  private static String given(@Nullable Long seed) {
    return seed == null ? "the file's" : seed.toString();
  }

  static String brief(String hash) {
    return hash.substring(0, Math.min(12, hash.length()));
  }
}
