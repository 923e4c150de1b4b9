// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.study.expectation.Expectation;
import rani.study.observe.EdgeFlows;
import rani.study.observe.MetricOrder;
import rani.study.observe.Observations;
import rani.testbed.Trust;

/** The result of one run. The digest is of a virtual run's trace; empty if none was wanted. */
public record Trial(
    long seed,
    Observations observations,
    List<EdgeFlows> edges,
    SequencedMap<String, Double> metrics,
    List<Expectation.Result> expectations,
    Trust trust,
    Optional<String> digest,
    ServicesAtEnd services) {

  /** Makes the result of a run whose services are not known. */
  public Trial(
      long seed,
      Observations observations,
      List<EdgeFlows> edges,
      SequencedMap<String, Double> metrics,
      List<Expectation.Result> expectations,
      Trust trust,
      Optional<String> digest) {
    this(seed, observations, edges, metrics, expectations, trust, digest, ServicesAtEnd.NONE);
  }

  public boolean passed() {
    return expectations.stream().allMatch(Expectation.Result::passed);
  }

  /** Returns the same with the most relevant metrics first. */
  public Trial inOrder(MetricOrder order) {
    return new Trial(
        seed, observations, edges, order.sorted(metrics), expectations, trust, digest, services);
  }
}
