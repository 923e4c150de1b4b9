// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.model.capture.CapturePlan;
import rani.model.file.FileError;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.Topology;
import rani.study.expectation.Expectation;

/**
 * An experiment, resolved and checked. The title is the name if the file has none, the description
 * may be empty, and the paper is null if no publication has the experiment. The topology is without
 * the traffic. The first trial has the seed, and each further trial the next.
 */
public record Experiment(
    String name,
    String title,
    String description,
    @Nullable Paper paper,
    Topology topology,
    long seed,
    int trials,
    List<TrafficFlow> traffic,
    RunRule run,
    Measure measure,
    List<Expectation> expectations,
    Pace pace,
    List<CapturePlan> captures) {
  public static final int TRIALS_MAX = 10_000;

  public Experiment {
    traffic = List.copyOf(traffic);
    expectations = List.copyOf(expectations);
    captures = List.copyOf(captures);
  }

  /** Returns the experiment at the pace of live runs, without virtual-only expectations. */
  public Experiment forLive() throws FileError {
    List<Expectation> asked =
        expectations.stream().filter(expectation -> !expectation.virtualOnly()).toList();
    return Compression.to(
        with(topology, seed, trials, traffic, asked, pace, captures),
        pace.live(),
        ServiceCatalog.installed());
  }

  /** Returns the experiment with means over another span of the run. */
  public Experiment measured(long fromNanos, OptionalLong untilNanos) {
    return new Experiment(
        name,
        title,
        description,
        paper,
        topology,
        seed,
        trials,
        traffic,
        run,
        measure.over(fromNanos, untilNanos),
        expectations,
        pace,
        captures);
  }

  /** Returns the metrics that expectations are about, then those that the paper prints. */
  public SequencedSet<String> namedMetrics() {
    SequencedSet<String> names = new LinkedHashSet<>();
    expectations.forEach(expectation -> names.add(expectation.metric()));
    if (paper != null) {
      names.addAll(paper.values().sequencedKeySet());
    }
    return names;
  }

  public Experiment seeded(long first, int times) {
    return with(topology, first, times, traffic, expectations, pace, captures);
  }

  public Experiment withoutCaptures() {
    return with(topology, seed, trials, traffic, expectations, pace, List.of());
  }

  Experiment at(Pace other) {
    return with(topology, seed, trials, traffic, expectations, other, captures);
  }

  Experiment with(Topology network, List<TrafficFlow> flows) {
    return with(network, seed, trials, flows, expectations, pace, captures);
  }

  private Experiment with(
      Topology network,
      long first,
      int times,
      List<TrafficFlow> flows,
      List<Expectation> expected,
      Pace other,
      List<CapturePlan> kept) {
    return new Experiment(
        name,
        title,
        description,
        paper,
        network,
        first,
        times,
        flows,
        run,
        measure,
        expected,
        other,
        kept);
  }

  /**
   * Returns the network that is run: the topology with a source and a sink service for each flow.
   */
  public Topology network() {
    return TrafficExpansion.network(topology, traffic);
  }
}
