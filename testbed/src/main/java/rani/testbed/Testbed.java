// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.concurrent.locks.LockSupport;
import rani.ground.LabFailure;
import rani.model.file.FileError;
import rani.model.file.Nearest;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.VerbCall;
import rani.world.Reply;

/** A running network, live or in virtual time, as a console observes and changes it. */
public interface Testbed {
  Topology topology();

  /** Returns the nodes' names, in the order of the topology. */
  default List<String> names() {
    return topology().nodeNames();
  }

  /** Returns the names of the nodes that can be asked: all but the foreign ones. */
  default List<String> ownNames() {
    return topology().ownNames();
  }

  /** Fails if a node is foreign, and cannot be asked. */
  default void requireOwn(String node) throws LabFailure {
    TopologyNode found = topology().node(node).orElse(null);
    if (found != null && found.foreign()) {
      throw new LabFailure(found.refusal());
    }
  }

  /** Returns a node's virtual address; the failure for an unknown node names the nearest one. */
  default int address(String node) throws LabFailure {
    return topology()
        .node(node)
        .map(TopologyNode::virtualAddress)
        .orElseThrow(
            () ->
                LabFailure.ofInput(
                    "there is no node " + node + "; " + Nearest.hint(node, names())));
  }

  default Trust trust() throws LabFailure {
    return Trust.ofLive(this);
  }

  /** Returns the trust in the last minute of the run. */
  default Trust.Recent recentTrust() throws LabFailure {
    return Trust.Recent.ofLive(this);
  }

  /** Returns the handle of a node; fails if there is no such node, it is foreign or has ended. */
  NodeHandle node(String name) throws LabFailure;

  /** Queries a node; fails if there is no such node, or it does not answer. */
  default <A> A show(String node, Query<A> what) throws LabFailure {
    return node(node).ask(what);
  }

  /** Calls a verb of a service at a node; fails if there is no such node, or it does not answer. */
  default Reply tell(String node, String service, String verb, List<String> arguments)
      throws LabFailure {
    return node(node).tell(new VerbCall(service, verb, arguments));
  }

  /**
   * Changes the network now, by a schedule entry without its time: {@code {link: n1 -> n2, set:
   * {delay: 50ms}}} or {@code {node: n7, stop: echo}}. It may add and remove links and nodes,
   * {@code {add: {link: n1 -- n9, delay: 5ms}}}, {@code {remove: {node: n9}}}, at all nodes
   * concerned or at none. Returns the reply of each node concerned.
   */
  SequencedMap<String, Reply> operate(String entry) throws LabFailure, FileError;

  /** Returns the time since the start of the run, in nanoseconds; empty before the start. */
  default OptionalLong sinceGoNanos() throws LabFailure {
    return OptionalLong.empty();
  }

  /** Returns the network's time, in nanoseconds from an arbitrary origin. */
  default long nowNanos() {
    return System.nanoTime();
  }

  /** Lets time pass; fails if this thread is interrupted. */
  default void pause(Duration duration) throws LabFailure {
    LockSupport.parkNanos(duration.toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new LabFailure("interrupted");
    }
  }

  /** Returns the running network as an equivalent topology file, see {@link SavedTopology}. */
  default String save() throws LabFailure {
    return SavedTopology.text(this);
  }
}
