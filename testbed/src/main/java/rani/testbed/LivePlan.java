// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.List;
import java.util.Optional;
import rani.live.Transport;
import rani.model.capture.CapturePlan;
import rani.model.capture.FileCapture;
import rani.model.topology.Topology;
import rani.nodehost.folder.RunDirectory;
import rani.nodehost.session.TraceTarget;

/**
 * The parameters of a live network.
 *
 * @param directory for traces, captures, logs and the record; empty for none
 * @param traceBytesMax limit of all traces together, in equal shares; 0 if nodes write none
 * @param judged whether the run is an experiment, whose nodes do a longer warm-up
 * @param tcp whether control planes listen at TCP ports of the loopback, else at Unix sockets
 */
public record LivePlan(
    Topology topology,
    long seed,
    Transport transport,
    Optional<RunDirectory> directory,
    List<CapturePlan> captures,
    long traceBytesMax,
    boolean judged,
    boolean tcp) {
  public LivePlan {
    captures = List.copyOf(captures);
  }

  /** Plans a network with traces of the default limit and without captures. */
  public LivePlan(
      Topology topology, long seed, Transport transport, Optional<RunDirectory> directory) {
    this(topology, seed, transport, directory, List.of(), TraceTarget.BYTES_MAX, false, false);
  }

  /** Returns a node's trace file; empty for none. */
  public Optional<TraceTarget> trace(String node) {
    return traceBytesMax == 0
        ? Optional.empty()
        : directory.map(folder -> new TraceTarget(folder.trace(node), traceBytesMaxOfEach()));
  }

  /** Returns the limit of one node's trace in bytes; it also applies to nodes added later. */
  long traceBytesMaxOfEach() {
    return traceBytesMax / Math.max(1, topology.ownNames().size());
  }

  List<FileCapture> capturesAt(String node) {
    return directory
        .map(
            folder ->
                captures.stream()
                    .filter(capture -> capture.node().equals(node))
                    .map(capture -> new FileCapture(capture, folder.capture(capture)))
                    .toList())
        .orElse(List.of());
  }
}
