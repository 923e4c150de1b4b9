// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.sim.NodeClock;

/**
 * The plan of one seed: a network with its traffic, the clocks of its hosts, and faults. Seed and
 * number of nodes determine it.
 *
 * @param seed it was drawn by, and its nodes' chance as well
 * @param file the topology file
 * @param topology the network, as the file has it
 * @param clocks of the nodes, by name
 * @param faults in order of time
 * @param faultsNanos when, after go, the last fault ends
 */
public record ChaosPlan(
    long seed,
    String file,
    Topology topology,
    SequencedMap<String, NodeClock> clocks,
    List<Fault> faults,
    long faultsNanos) {
  /** The fewest nodes. */
  public static final int NODES_MIN = 3;

  /** The most nodes. */
  public static final int NODES_MAX = 1000;

  private static final long FAULTS_NANOS = 3_000_000_000L;
  private static final long CLOCK_AHEAD_NANOS_MAX = 10_000_000_000L;
  private static final int CLOCK_DRIFT_PPM = 300;

  public ChaosPlan {
    faults = List.copyOf(faults);
  }

  /**
   * Draws one.
   *
   * @param nodes {@link #NODES_MIN}…{@link #NODES_MAX}
   */
  public static ChaosPlan of(long seed, int nodes) {
    ChaosNetwork network = new ChaosNetwork(seed, nodes, FAULTS_NANOS);
    String file = network.text(seed);
    ChaosRandom random = new ChaosRandom(seed, "clocks");
    SequencedMap<String, NodeClock> clocks = new LinkedHashMap<>();
    for (String node : network.names()) {
      clocks.put(
          node,
          new NodeClock(
              random.between(0, CLOCK_AHEAD_NANOS_MAX),
              random.count(-CLOCK_DRIFT_PPM, CLOCK_DRIFT_PPM)));
    }
    ChaosFaults faults = new ChaosFaults(seed, network, FAULTS_NANOS);
    return new ChaosPlan(
        seed, file, read(file), clocks, faults.draw(Math.max(8, nodes / 4)), FAULTS_NANOS);
  }

  private static Topology read(String file) {
    try {
      return TopologyFile.load("chaos", file, ChaosServices.forReading());
    } catch (FileError e) {
      throw new IllegalStateException("what was drawn is no topology:\n" + e.getMessage(), e);
    }
  }

  /** The file for other commands: services that only chaos has are commented out. */
  public String plainFile() {
    return file.lines()
        .map(line -> ChaosServices.isOwn(line) ? "#" + line : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** The faults as lines of text: the time in seconds, and what. */
  public List<String> faultLines() {
    return faults.stream().map(Fault::line).toList();
  }
}
