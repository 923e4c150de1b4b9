// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.model.topology.TopologyLink;
import rani.nodehost.conversation.LinkJoin;
import rani.nodehost.conversation.LinkLeave;
import rani.nodehost.conversation.LinkPrepare;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.Sockets;
import rani.nodehost.session.LiveWiring;
import rani.world.Reply;

/**
 * Links that come to nodes that run, all or none: every end binds its sockets, then every end is
 * connected to the other. The one that began is told to let go if anyone fails.
 */
final class LinkComing {
  private final String entry;
  private final Nodes nodes;
  private final LiveWiring wiring;
  private final List<Runnable> undo = new ArrayList<>();
  private final SequencedMap<String, LinkSockets> bound = new LinkedHashMap<>();

  /** The nodes by name. */
  @FunctionalInterface
  interface Nodes {
    NodeHandle of(String node) throws LabFailure;
  }

  /**
   * Links of a change.
   *
   * @param entry the change as it was asked for
   * @param nodes those that run already
   * @param wiring of the network as the change leaves it
   */
  LinkComing(String entry, Nodes nodes, LiveWiring wiring) {
    this.entry = entry;
    this.nodes = nodes;
    this.wiring = wiring;
  }

  /** Has one end bind its sockets. */
  LinkSockets prepare(TopologyLink link, String node) throws LabFailure {
    NodeHandle end = nodes.of(node);
    undo.add(() -> leaveQuietly(end, link));
    Sockets own = end.require(new LinkPrepare(entry, link.name()), Sockets.class);
    LinkSockets sockets = wiring.checked(node, link, own.parse());
    bound.put(link.name() + " at " + node, sockets);
    return sockets;
  }

  /** Connects one end to the other. */
  void join(TopologyLink link, String node, LinkSockets peer) throws LabFailure {
    Reply _ = nodes.of(node).require(new LinkJoin(link.name(), Sockets.of(peer)));
  }

  /** Brings a link between two nodes about. */
  void bring(TopologyLink link) throws LabFailure {
    String a = link.a().node();
    String b = link.b().node();
    LinkSockets atA = prepare(link, a);
    LinkSockets atB = prepare(link, b);
    join(link, a, atB);
    join(link, b, atA);
  }

  /** Takes everything back. */
  void takeBack() {
    undo.forEach(Runnable::run);
    undo.clear();
  }

  private static void leaveQuietly(NodeHandle node, TopologyLink link) {
    try {
      Reply _ = node.tell(new LinkLeave(link.name()));
    } catch (LabFailure e) {
      return; // a node that does not answer has nothing to let go of that anyone could use
    }
  }
}
