// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.model.file.FileError;
import rani.model.power.Power;
import rani.model.power.Powers;

/**
 * An experiment file as a whole: its variables, and a {@link Variant} for each combination of their
 * values that the constraints allow. Each variant is run {@link #repeat} times. A file without
 * variables has one variant. Variants are built on request, so that a sweep of millions costs
 * nothing until it is run. The methods are thread-safe.
 */
public interface Sweep {
  long TRIALS_MAX = 10_000_000;

  String name();

  /** Returns each variable's values as the file writes them, in order; empty without variables. */
  SequencedMap<String, List<String>> variables();

  default boolean isSingle() {
    return variables().isEmpty();
  }

  /** Returns the number of combinations, at least 1. */
  long variants();

  /**
   * Builds the variant with an index from 0. An invalid one throws, which is rare, because {@link
   * SweepFile} has tried each value of each variable at least once.
   */
  Variant variant(long index) throws FileError;

  /** Returns the labels of a variant, also if it makes no valid experiment. */
  SequencedMap<String, String> labels(long index);

  /** Returns the number of trials of each variant, at least 1. */
  int repeat();

  /**
   * Returns the seed of a trial, whose repetition counts from 0. By default the seed does not
   * depend on the variant, so that variants are compared on common random numbers.
   */
  long seed(long index, int repetition);

  /** Returns whether repetition k has the same seed in every variant. */
  boolean isPaired();

  default long trials() {
    return variants() * repeat();
  }

  /** Returns the labels of the baseline variant; empty if the file names none. */
  SequencedMap<String, String> baseline();

  List<Plot> plots();

  /**
   * Returns the digest of everything in the file that numbers and comparisons depend on: network,
   * traffic, variables, printed numbers and choices. Empty if the file is unknown.
   */
  default Optional<String> fileDigest() {
    return Optional.empty();
  }

  /** Returns the file with recorded results of the choices, if the repository has one. */
  default Optional<Path> recorded() {
    return Optional.empty();
  }

  /** Returns the choices that the sweep tries, if this is a sweep over choices. */
  default Optional<Tried> tried() {
    return Optional.empty();
  }

  /** Returns the powers that live runs of at most {@code max} variants need; skips invalid ones. */
  default SequencedSet<Power> powers(long max) {
    SequencedSet<Power> powers = new LinkedHashSet<>();
    for (long index = 0; index < Math.min(variants(), max); index++) {
      try {
        powers.addAll(Powers.of(variant(index).experiment().topology()));
      } catch (FileError _) {
        // reported when its trials are run
      }
    }
    return powers;
  }

  /** Returns the file with everything that it refers to inside and its variables still open. */
  String text();
}
