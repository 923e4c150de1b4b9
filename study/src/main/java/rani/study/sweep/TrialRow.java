// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.study.expectation.Expectation;

/**
 * One line of {@code results.jsonl}: the result of one trial. It is a pure function of the code,
 * the file, the parameters and the seed, and holds neither time nor host nor path.
 *
 * @param trial hash of code, resolved experiment and seed, in hexadecimal: the line's name, by
 *     which the file is sorted
 * @param experiment its name
 * @param code which code ran it, in hexadecimal
 * @param parameters the variant's labels
 * @param repetition from 0
 * @param seed what chance was derived from
 * @param digest of the trace; null for trials that broke off, for live ones, and where the sweep
 *     was not asked for digests
 * @param passed whether every expectation held
 * @param failure why it broke off; null if it did not
 * @param expect how each expectation fared
 * @param metrics everything measured, by name
 * @param replay the command that runs just this trial again, beside the sweep's {@code
 *     experiment.yaml}
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

  /**
   * One expectation.
   *
   * @param name of it
   * @param passed whether it held
   * @param value what was measured; null if nothing was
   * @param bound what it asked for, in words
   */
  public record Expected(String name, boolean passed, @Nullable Double value, String bound) {
    static Expected of(Expectation.Result result) {
      Expectation expected = result.expectation();
      return new Expected(
          expected.name(), result.passed(), result.value(), expected.bound().toString());
    }
  }
}
