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
 * What a live network is made from.
 *
 * @param topology the network, every value resolved
 * @param seed of every stream of chance
 * @param transport that carries all its datagrams
 * @param directory where traces and, with processes, logs and the record go; empty for none
 * @param captures that are kept in the directory; without one there are none
 * @param traceBytesMax the most that the traces of its nodes may have together in the directory, a
 *     like share for each; 0 if they write none
 * @param judged whether it is an experiment, for which its nodes rehearse longer
 * @param tcp whether control planes listen at TCP ports of the loopback, which programs beside this
 *     one may want; else at Unix sockets in the directory
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

  /** A network of which traces of any usual length and no captures are kept. */
  public LivePlan(
      Topology topology, long seed, Transport transport, Optional<RunDirectory> directory) {
    this(topology, seed, transport, directory, List.of(), TraceTarget.BYTES_MAX, false, false);
  }

  /** Where a node's trace goes; empty for nowhere. */
  public Optional<TraceTarget> trace(String node) {
    return traceBytesMax == 0
        ? Optional.empty()
        : directory.map(folder -> new TraceTarget(folder.trace(node), traceBytesMaxOfEach()));
  }

  /** The most that the trace of a node may have, also of one that comes later. */
  long traceBytesMaxOfEach() {
    return traceBytesMax / Math.max(1, topology.nodes().size());
  }

  /** The captures at a node, and the files that they go to. */
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
