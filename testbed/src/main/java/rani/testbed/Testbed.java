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
 * A running network to look into and to change, no matter who started it, live or in virtual time:
 * what a console needs of one.
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

  /** How far the run so far may be believed. */
  default Trust trust() throws LabFailure {
    return Trust.ofLive(this);
  }

  /** How far the last minute of it may be believed, whatever was before. */
  default Trust.Recent recentTrust() throws LabFailure {
    return Trust.Recent.ofLive(this);
  }

  /**
   * One of its nodes, to be asked and told.
   *
   * @throws LabFailure if there is no such node, or it has ended
   */
  NodeHandle node(String name) throws LabFailure;

  /**
   * What a node shows of itself.
   *
   * @throws LabFailure if there is no such node, or it does not answer
   */
  default <A> A show(String node, Query<A> what) throws LabFailure {
    return node(node).ask(what);
  }

  /**
   * Says a service's own verb at a node.
   *
   * @throws LabFailure if there is no such node, or it does not answer
   */
  default Reply tell(String node, String service, String verb, List<String> arguments)
      throws LabFailure {
    return node(node).tell(new VerbCall(service, verb, arguments));
  }

  /**
   * Does something to the network now: an entry of a schedule without its time, such as {@code
   * {link: n1 -> n2, set: {delay: 50ms}}} or {@code {node: n7, stop: lgc}}; or adds and removes
   * links and nodes, {@code {add: {link: n1 -- n9, delay: 5ms}}}, {@code {remove: {node: n9}}}, for
   * all that have a part in it or for none. What {@link #topology} tells follows.
   *
   * @return what each node answers that has a part in it
   * @throws FileError if it is no such entry
   */
  SequencedMap<String, Reply> operate(String entry) throws LabFailure, FileError;

  /** How long ago traffic began, in nanoseconds of the network's time; nothing if it has not. */
  default OptionalLong sinceGoNanos() throws LabFailure {
    return OptionalLong.empty();
  }

  /** Its time, from any origin, in nanoseconds. */
  default long nowNanos() {
    return System.nanoTime();
  }

  /**
   * Lets its time pass.
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
   * The network as it is now, as a topology file that loads again and means the same: its nodes and
   * links with their knobs as they stand, its menus; a cable that is cut is cut at go.
   *
   * @throws LabFailure if a node does not answer
   */
  default String save() throws LabFailure {
    return SavedTopology.text(this);
  }
}
