// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.time.Duration;
import java.util.Optional;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.live.Transport;
import rani.model.topology.Topology;

/**
 * A running network, live or in virtual time, with one interface for both.
 *
 * <pre>{@code
 * try (Lab lab = Lab.virtual(TopologyFile.load(path), 7)) {
 *   lab.start();
 *   lab.go();
 *   lab.runUntilDone(Duration.ofMinutes(1));
 *   lab.show("n7", StatusQuery.FILTERS);
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public interface Lab extends Testbed, AutoCloseable {
  Duration LINKS_UP_MAX = Duration.ofSeconds(60);

  /** Returns a network in virtual time, whose events depend on topology and seed only. */
  static Lab virtual(Topology topology, long seed) {
    return new VirtualLab(topology, seed, line -> {}, "Lab.virtual with seed " + seed);
  }

  /** Returns a live network whose nodes all run in this JVM, on sockets of this host. */
  static Lab live(Topology topology, long seed) {
    return LiveLab.inProcess(
        new LivePlan(topology, seed, Transport.best(), Optional.empty()), Progress.SILENT);
  }

  /** Starts all nodes and waits for hellos on every link; a failure names what did not come up. */
  void start() throws LabFailure;

  /** Sets the experiment's time zero: traffic begins. */
  void go() throws LabFailure;

  void runFor(Duration duration) throws LabFailure;

  /** Runs the network until no node has traffic left; returns false if the time limit ends it. */
  boolean runUntilDone(Duration max) throws LabFailure;

  /** Returns the nodes' time at {@link #go}, in nanoseconds; times in traces are relative to it. */
  long epochNanos();

  @Override
  void close();
}
