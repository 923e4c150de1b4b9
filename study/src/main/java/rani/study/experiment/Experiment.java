// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.model.capture.CapturePlan;
import rani.model.file.FileError;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.Topology;
import rani.study.expectation.Expectation;

/**
 * An experiment, resolved and checked.
 *
 * @param name of the experiment
 * @param title one line; the name if the file has none
 * @param description a sentence on what it shows, may be empty
 * @param paper what it repeats; null if nothing
 * @param topology the network as its file has it, before traffic is added
 * @param seed of the first trial
 * @param trials how often it is run, each time with the next seed
 * @param traffic what is sent
 * @param run how long
 * @param measure which queue is recorded packet by packet
 * @param expectations what must come out
 * @param pace how fast it is, and is to be run
 * @param captures of links that each run keeps
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

  /** The most trials of one experiment. */
  public static final int TRIALS_MAX = 10_000;

  public Experiment {
    traffic = List.copyOf(traffic);
    expectations = List.copyOf(expectations);
    captures = List.copyOf(captures);
  }

  /**
   * The same experiment as live runs are asked: without what only virtual ones can promise, and at
   * another pace, if the file wants that.
   */
  public Experiment forLive() throws FileError {
    List<Expectation> asked =
        expectations.stream().filter(expectation -> !expectation.virtualOnly()).toList();
    return Compression.to(
        with(topology, seed, trials, traffic, asked, pace, captures),
        pace.live(),
        ServiceCatalog.installed());
  }

  /** The same experiment with other seeds. */
  public Experiment seeded(long first, int times) {
    return with(topology, first, times, traffic, expectations, pace, captures);
  }

  /** The same experiment, of which no captures are kept. */
  public Experiment withoutCaptures() {
    return with(topology, seed, trials, traffic, expectations, pace, List.of());
  }

  Experiment at(Pace other) {
    return with(topology, seed, trials, traffic, expectations, other, captures);
  }

  Experiment with(Topology network, List<TrafficFlow> flows) {
    return with(network, seed, trials, flows, expectations, pace, captures);
  }

  /** The same experiment in whatever ever differs. */
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

  /** The network that is run: the topology with a source and a sink service for each flow. */
  public Topology network() {
    return TrafficExpansion.network(topology, traffic);
  }
}
