// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.study.expectation.Expectation;

/**
 * One line of {@code results.jsonl}: the result of one trial. The line is a pure function of the
 * code, the file, the parameters and the seed, and contains neither time nor host nor path.
 *
 * @param trial hash of code, resolved experiment and seed, in hexadecimal, by which the file is
 *     sorted
 * @param code version of the code, see {@link CodeVersion}
 * @param parameters the variant's labels
 * @param repetition from 0
 * @param digest of the trace; null for live trials, for trials that broke off, and for sweeps
 *     without digests
 * @param passed whether every expectation held
 * @param failure reason why the trial broke off; null if it did not
 * @param replay the command that repeats this trial, beside the sweep's {@code experiment.yaml}
 */
public record TrialRow(
    String trial,
    String experiment,
    String code,
    SequencedMap<String, String> parameters,
    int repetition,
    long seed,
    @Nullable String digest,
    boolean passed,
    @Nullable String failure,
    List<Expected> expect,
    SequencedMap<String, Double> metrics,
    String replay) {
  public TrialRow {
    parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
    expect = List.copyOf(expect);
    metrics = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(metrics));
  }

  /** Result of one expectation, with its bound in words; the value is null if it is missing. */
  public record Expected(String name, boolean passed, @Nullable Double value, String bound) {
    static Expected of(Expectation.Result result) {
      Expectation expected = result.expectation();
      return new Expected(
          expected.name(), result.passed(), result.value(), expected.bound().toString());
    }
  }
}
