// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.jvm;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import rani.ground.LabFailure;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;

/**
 * Resolves host names that replace nodes' addresses in the topology file, such as names of pods.
 * Links are sockets connected to addresses, so the node must restart if a neighbour's address
 * changes.
 */
record AddressResolver(
    SequencedMap<String, String> places, SequencedMap<String, InetAddress> found) {
  /** Time limit for a name to resolve, because its node may be started later. */
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final long AGAIN_NANOS = 500_000_000;

  /**
   * Resolves host names by node name, waits for those that do not resolve yet, and reports them.
   */
  static AddressResolver find(SequencedMap<String, String> places, PrintStream err)
      throws LabFailure {
    SequencedMap<String, InetAddress> found = new LinkedHashMap<>();
    for (Map.Entry<String, String> place : places.entrySet()) {
      found.put(place.getKey(), await(place.getKey(), place.getValue(), err));
    }
    return new AddressResolver(places, found);
  }

  private static InetAddress await(String node, String host, PrintStream err) throws LabFailure {
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    boolean told = false;
    while (true) {
      try {
        return InetAddress.getByName(host);
      } catch (UnknownHostException e) {
        if (System.nanoTime() > deadlineNanos) {
          throw new LabFailure("no one knows " + host + ", where node " + node + " is to be", e);
        }
        if (!told) {
          err.println("rani: waiting for " + host + ", where node " + node + " is to be");
          err.flush();
          told = true;
        }
        LockSupport.parkNanos(AGAIN_NANOS);
        if (Thread.interrupted()) {
          throw new LabFailure("interrupted while waiting for " + host);
        }
      }
    }
  }

  /** Returns the network with the resolved addresses in place of the file's. */
  Topology in(Topology topology) {
    Topology placed = topology;
    for (Map.Entry<String, InetAddress> each : found.entrySet()) {
      TopologyNode node = placed.node(each.getKey()).orElseThrow();
      placed = placed.with(node.withBindAddress(each.getValue().getHostAddress()));
    }
    return placed;
  }

  /** Resolves all names again, and throws if an address has changed. Ignores unknown names. */
  void checkUnmoved() throws LabFailure {
    for (Map.Entry<String, InetAddress> each : found.entrySet()) {
      String host = places.getOrDefault(each.getKey(), "");
      InetAddress now = each.getValue();
      try {
        now = InetAddress.getByName(host);
      } catch (UnknownHostException _) {
        // the node may be restarting
      }
      if (!now.equals(each.getValue())) {
        throw new LabFailure(
            "node %s has moved from %s to %s; started again, this one finds it"
                .formatted(each.getKey(), each.getValue().getHostAddress(), now.getHostAddress()));
      }
    }
  }
}
