// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.FileError;

/**
 * An experiment file as a whole: its variables, and for each combination of their values that the
 * constraints allow a {@link Variant}, which is run {@link #repeat} times. A file without variables
 * has one variant. Variants are made when they are asked for, so that a sweep of millions costs
 * nothing until it is run. Several threads may ask at a time.
 */
public interface Sweep {

  /** The most trials of one sweep. */
  long TRIALS_MAX = 10_000_000;

  /** The name of the experiment. */
  String name();

  /** Each variable's values as the file writes them, in order; empty for a file without any. */
  SequencedMap<String, List<String>> variables();

  /** Whether there is nothing to vary. */
  default boolean isSingle() {
    return variables().isEmpty();
  }

  /** How many combinations there are, at least 1. */
  long variants();

  /**
   * Makes a variant.
   *
   * @param index 0…{@link #variants} − 1
   * @throws FileError if this combination makes no valid experiment; {@link SweepFile} has tried
   *     each value of each variable at least once, so that this is seldom
   */
  Variant variant(long index) throws FileError;

  /**
   * The labels of a variant, also of one that makes no valid experiment.
   *
   * @param index 0…{@link #variants} − 1
   */
  SequencedMap<String, String> labels(long index);

  /** Trials of each variant, at least 1. */
  int repeat();

  /**
   * The seed of a trial. Unless the file says otherwise it does not depend on the variant, so that
   * variants are compared on common random numbers.
   *
   * @param repetition 0…{@link #repeat} − 1
   */
  long seed(long index, int repetition);

  /** Whether repetition k has the same seed in every variant. */
  boolean isPaired();

  /** All trials: variants times repetitions. */
  default long trials() {
    return variants() * repeat();
  }

  /** The labels of the variant that others are compared with; empty if the file names none. */
  SequencedMap<String, String> baseline();

  /** The charts that the file asks for. */
  List<Plot> plots();

  /**
   * What decides what the file's experiment comes to and what it is compared with, digested: its
   * network, traffic, variables, printed numbers and choices; empty where no file is known.
   */
  default Optional<String> fileDigest() {
    return Optional.empty();
  }

  /** Where the repository keeps what its choices came to, if it does. */
  default Optional<Path> recorded() {
    return Optional.empty();
  }

  /** What is tried of the file's choices, if this is a sweep over these. */
  default Optional<Tried> tried() {
    return Optional.empty();
  }

  /**
   * The file with everything that it refers to inside, its variables still open: what reads back to
   * an equal sweep wherever it lies.
   */
  String text();
}
