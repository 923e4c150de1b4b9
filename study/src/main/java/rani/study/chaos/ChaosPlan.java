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
 * The plan of one seed: a topology file, the clocks of its hosts by name, and faults in order of
 * time. The same seed and number of nodes give the same plan. {@code faultsNanos} is the end of the
 * last fault, since the start of the run.
 */
public record ChaosPlan(
    long seed,
    String file,
    Topology topology,
    SequencedMap<String, NodeClock> clocks,
    List<Fault> faults,
    long faultsNanos) {
  public static final int NODES_MIN = 3;
  public static final int NODES_MAX = 1000;

  private static final long FAULTS_NANOS = 3_000_000_000L;
  private static final long CLOCK_AHEAD_NANOS_MAX = 10_000_000_000L;
  private static final int CLOCK_DRIFT_PPM = 300;

  public ChaosPlan {
    faults = List.copyOf(faults);
  }

  /** Draws a plan for {@link #NODES_MIN}…{@link #NODES_MAX} nodes. */
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

  /** Returns the file for other commands, with the services that only chaos has commented out. */
  public String plainFile() {
    return file.lines()
        .map(line -> ChaosServices.isOwn(line) ? "#" + line : line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  public List<String> faultLines() {
    return faults.stream().map(Fault::line).toList();
  }
}
