// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.study.expectation.Expectation;
import rani.study.observe.Observations;
import rani.testbed.Trust;

/**
 * The result of one run of an experiment.
 *
 * @param seed what chance was derived from
 * @param observations what was seen packet by packet
 * @param metrics everything measured, by name
 * @param expectations how each fared
 * @param trust how far it may be believed
 * @param digest of a virtual run's trace; empty for a live one, and if no one asked for it
 */
public record Trial(
    long seed,
    Observations observations,
    SequencedMap<String, Double> metrics,
    List<Expectation.Result> expectations,
    Trust trust,
    Optional<String> digest) {

  /** Whether every expectation held. */
  public boolean passed() {
    return expectations.stream().allMatch(Expectation.Result::passed);
  }
}
