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

/**
 * A running network, live or in virtual time, started here or elsewhere: the interface of a console
 * to observe and change it.
 */
public interface Testbed {
  /** Its nodes and links. */
  Topology topology();

  /** The nodes' names, in the order of the topology. */
  default List<String> names() {
    return topology().nodeNames();
  }

  /**
   * A node's virtual address.
   *
   * @throws LabFailure naming the nearest node if there is none of that name
   */
  default int address(String node) throws LabFailure {
    return topology()
        .node(node)
        .map(TopologyNode::virtualAddress)
        .orElseThrow(
            () -> new LabFailure("there is no node " + node + "; " + Nearest.hint(node, names())));
  }

  /** The trust in the run so far. */
  default Trust trust() throws LabFailure {
    return Trust.ofLive(this);
  }

  /** The trust in its last minute alone. */
  default Trust.Recent recentTrust() throws LabFailure {
    return Trust.Recent.ofLive(this);
  }

  /**
   * The handle of a node.
   *
   * @throws LabFailure if there is no such node, or it has ended
   */
  NodeHandle node(String name) throws LabFailure;

  /**
   * A node's answer to a query.
   *
   * @throws LabFailure if there is no such node, or it does not answer
   */
  default <A> A show(String node, Query<A> what) throws LabFailure {
    return node(node).ask(what);
  }

  /**
   * Calls a verb of a service at a node.
   *
   * @throws LabFailure if there is no such node, or it does not answer
   */
  default Reply tell(String node, String service, String verb, List<String> arguments)
      throws LabFailure {
    return node(node).tell(new VerbCall(service, verb, arguments));
  }

  /**
   * Changes the network now: a schedule entry without its time, such as {@code {link: n1 -> n2,
   * set: {delay: 50ms}}} or {@code {node: n7, stop: echo}}; or adds and removes links and nodes,
   * {@code {add: {link: n1 -- n9, delay: 5ms}}}, {@code {remove: {node: n9}}}, at all nodes
   * concerned or at none. {@link #topology} reflects the change.
   *
   * @return the reply of each node concerned
   * @throws FileError if it is no such entry
   */
  SequencedMap<String, Reply> operate(String entry) throws LabFailure, FileError;

  /** The time since go, in nanoseconds of the network's time; empty before go. */
  default OptionalLong sinceGoNanos() throws LabFailure {
    return OptionalLong.empty();
  }

  /** Its time, from an arbitrary origin, in nanoseconds. */
  default long nowNanos() {
    return System.nanoTime();
  }

  /**
   * Lets time pass.
   *
   * @throws LabFailure if this thread is interrupted
   */
  default void pause(Duration duration) throws LabFailure {
    LockSupport.parkNanos(duration.toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new LabFailure("interrupted");
    }
  }

  /**
   * The current network as an equivalent topology file: its nodes and links with their current
   * parameters, its menus; a link that is down goes down at go.
   *
   * @throws LabFailure if a node does not answer
   */
  default String save() throws LabFailure {
    return SavedTopology.text(this);
  }
}
