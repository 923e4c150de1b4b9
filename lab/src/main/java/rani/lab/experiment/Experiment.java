// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.lab.topology.Topology;

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
    List<Expectation> expectations) {

  /** The most trials of one experiment. */
  public static final int TRIALS_MAX = 10_000;

  public Experiment {
    traffic = List.copyOf(traffic);
    expectations = List.copyOf(expectations);
  }

  /** The network that is run: the topology with a source and a sink service for each flow. */
  public Topology network() {
    return TrafficExpansion.network(topology, traffic);
  }
}
