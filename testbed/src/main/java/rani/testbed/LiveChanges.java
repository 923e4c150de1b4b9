// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.live.LinkSockets;
import rani.model.topology.NetworkChange;
import rani.model.topology.OperationReader;
import rani.model.topology.Routes;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.node.Command;
import rani.node.NetworkGraph;
import rani.nodehost.conversation.ApplyActions;
import rani.nodehost.conversation.LinkAddresses;
import rani.nodehost.conversation.LinkJoin;
import rani.nodehost.conversation.LinkLeave;
import rani.nodehost.conversation.LinkPrepare;
import rani.nodehost.conversation.NodeHandle;
import rani.nodehost.conversation.OfferKey;
import rani.nodehost.conversation.OriginFacts;
import rani.nodehost.conversation.Replies;
import rani.nodehost.conversation.StartServices;
import rani.nodehost.conversation.StartTraffic;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.conversation.UpdateNetwork;
import rani.nodehost.conversation.UseKey;
import rani.nodehost.session.LiveWiring;
import rani.testbed.process.LabNode;
import rani.world.Reply;

/** Changes a live network. Additions are undone after a failure; removals ignore failures. */
final class LiveChanges {
  static final int NODES_MAX = 256;

  private final Network network;

  /** Access to the network's processes and files; depends on whether this process started them. */
  interface Network {
    NodeHandle node(String name) throws LabFailure;

    /** Starts the process of a new node and records it; it may not be ready yet. */
    LabNode launch(NetworkChange.AddNode change) throws LabFailure;

    /** Records that a new node is complete. */
    void enter(LabNode node) throws LabFailure;

    /** Ends a node's process, and removes the node from the record. */
    void end(String node) throws LabFailure;

    boolean hasGone() throws LabFailure;

    /** Stores a new topology, for nodes that start later and for other programs. */
    void keep(Topology topology) throws LabFailure;

    int keyNumber() throws LabFailure;

    /** Stores the number of the key that keyed links use from now on. */
    void keepKeyNumber(int number) throws LabFailure;
  }

  LiveChanges(Network network) {
    this.network = network;
  }

  /** Executes a schedule entry; a failed change is undone. Returns each concerned node's reply. */
  SequencedMap<String, Reply> execute(String entry, OperationReader.Wanted wanted, Topology before)
      throws LabFailure {
    return switch (wanted.change()) {
      case null -> act(wanted, before);
      case NetworkChange.AddLink add -> addLink(entry, add, before);
      case NetworkChange.AddNode add -> addNode(entry, add, before);
      case NetworkChange.RemoveLink remove -> remove(remove, before, null);
      case NetworkChange.RemoveNode remove -> remove(remove, before, remove.node().name());
    };
  }

  private SequencedMap<String, Reply> act(OperationReader.Wanted wanted, Topology before)
      throws LabFailure {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    Set<String> foreign = before.foreign();
    for (var part : wanted.byNode().entrySet()) {
      if (foreign.contains(part.getKey())) {
        continue; // its end of a link; the other end has a part of its own
      }
      replies.put(
          part.getKey(), network.node(part.getKey()).tell(new ApplyActions(part.getValue())));
    }
    Topology after = wanted.after(before, node -> Replies.isDone(replies.get(node)));
    if (!after.equals(before)) {
      network.keep(after);
    }
    return replies;
  }

  /** Links being added to running nodes, all or none; after a failure {@link #undo} removes all. */
  private final class PendingLinks {
    private final String entry;
    private final LiveWiring wiring;
    private final List<Runnable> undo = new ArrayList<>();

    PendingLinks(String entry, LiveWiring wiring) {
      this.entry = entry;
      this.wiring = wiring;
    }

    /** Makes one end bind its sockets; returns their addresses. */
    LinkSockets prepare(TopologyLink link, String node) throws LabFailure {
      NodeHandle end = network.node(node);
      undo.add(
          () -> {
            Reply _ = leave(node, link.name());
          });
      LinkAddresses own = end.require(new LinkPrepare(entry, link.name()), LinkAddresses.class);
      return wiring.checked(node, link, own.parse());
    }

    /** Gives one end the addresses of the other. */
    void join(TopologyLink link, String node, LinkSockets peer) throws LabFailure {
      Reply _ = network.node(node).require(new LinkJoin(link.name(), LinkAddresses.of(peer)));
    }

    void removeAll() {
      undo.forEach(Runnable::run);
    }
  }

  private SequencedMap<String, Reply> addLink(
      String entry, NetworkChange.AddLink add, Topology before) throws LabFailure {
    PendingLinks pending = new PendingLinks(entry, new LiveWiring(add.after()));
    try {
      tell(before.ownNames(), new Command.KnowNetwork(known(add.after())));
      TopologyLink link = add.link();
      LinkSockets atA = pending.prepare(link, link.a().node());
      LinkSockets atB = pending.prepare(link, link.b().node());
      pending.join(link, link.a().node(), atB);
      pending.join(link, link.b().node(), atA);
      network.keep(add.after());
    } catch (LabFailure | RuntimeException e) {
      pending.removeAll();
      tellQuietly(before);
      throw e;
    }
    return done(List.of(add.link().a().node(), add.link().b().node()));
  }

  private SequencedMap<String, Reply> addNode(
      String entry, NetworkChange.AddNode add, Topology before) throws LabFailure {
    if (add.after().nodes().size() > NODES_MAX) {
      throw new LabFailure("a live network has at most " + NODES_MAX + " nodes");
    }
    String name = add.node().name();
    LiveWiring wiring = new LiveWiring(add.after());
    PendingLinks pending = new PendingLinks(entry, wiring);
    List<LinkSockets> peers = new ArrayList<>();
    LabNode node = null;
    try {
      for (TopologyLink link : add.links()) {
        peers.add(pending.prepare(link, link.farEnd(name).node()));
      }
      network.keep(add.after()); // before the new node's process starts, which reads the file
      node = network.launch(add);
      List<LinkSockets> own = wiring.checked(name, node.sockets());
      introduce(add, node, before);
      node.connect(peers);
      Reply _ = node.require(new StartServices());
      for (int number = 0; number < own.size(); number++) {
        TopologyLink link = add.links().get(number);
        pending.join(link, link.farEnd(name).node(), own.get(number));
      }
      if (network.hasGone()) {
        Reply _ = node.require(new StartTraffic(StartTraffic.AT_ONCE));
      }
      network.enter(node);
    } catch (LabFailure | RuntimeException e) {
      pending.removeAll();
      if (node != null) {
        node.close();
        network.end(name);
      }
      network.keep(before);
      tellQuietly(before);
      throw e;
    }
    List<String> nodes = new ArrayList<>(List.of(name));
    add.links().forEach(link -> nodes.add(link.farEnd(name).node()));
    return done(nodes);
  }

  /** Announces a new node or link to nodes, because they reject link states of unknown ones. */
  private void tell(List<String> nodes, Command.KnowNetwork known) throws LabFailure {
    for (String node : nodes) {
      NodeHandle told = nodeOrNone(node);
      if (told != null) {
        Reply _ = told.require(UpdateNetwork.of(known));
      }
    }
  }

  private static NetworkGraph known(Topology topology) {
    return new Routes(topology).network();
  }

  /** Announces a new node to the others, and all nodes to it; with public keys if they sign. */
  private void introduce(NetworkChange.AddNode add, LabNode node, Topology before)
      throws LabFailure {
    SequencedMap<Integer, byte[]> all = new LinkedHashMap<>();
    for (String other : before.ownNames()) {
      NodeHandle asked = nodeOrNone(other);
      if (asked != null) {
        all.putAll(OriginFacts.keys(asked.ask(StatusQuery.ROUTES)));
        break;
      }
    }
    SequencedMap<Integer, byte[]> own = new LinkedHashMap<>();
    if (!all.isEmpty()) {
      own.put(add.node().virtualAddress(), OriginFacts.key(node));
      all.putAll(own);
    }
    NetworkGraph after = known(add.after());
    tell(before.ownNames(), new Command.KnowNetwork(after, own));
    Reply _ = node.require(UpdateNetwork.of(new Command.KnowNetwork(after, all)));
  }

  private @Nullable NodeHandle nodeOrNone(String node) {
    try {
      return network.node(node);
    } catch (LabFailure e) {
      return null;
    }
  }

  /** Announces the network after a change; a node that misses it only accepts stale link states. */
  private void tellQuietly(Topology topology) {
    for (String node : topology.ownNames()) {
      try {
        tell(List.of(node), new Command.KnowNetwork(known(topology)));
      } catch (LabFailure e) {
        continue;
      }
    }
  }

  /** Makes a node remove its end of a link; a failed node has no links left. */
  private Reply leave(String node, String link) {
    try {
      Reply _ = network.node(node).require(new LinkLeave(link));
      return Reply.DONE;
    } catch (LabFailure e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }

  private SequencedMap<String, Reply> remove(
      NetworkChange change, Topology before, @Nullable String ended) throws LabFailure {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    Set<String> foreign = before.foreign();
    for (TopologyLink link : change.removed()) {
      for (String node : List.of(link.a().node(), link.b().node())) {
        if (!node.equals(ended) && !foreign.contains(node)) {
          replies.put(node, leave(node, link.name()));
        }
      }
    }
    if (ended != null) {
      network.end(ended);
      replies.putFirst(ended, Reply.DONE);
    }
    network.keep(change.after());
    tellQuietly(change.after());
    if (change.removed().stream().anyMatch(link -> link.a().keys().isPresent())) {
      // A link that is added again under the same name must not accept recorded frames of this one.
      try {
        renewKeys(change.after());
      } catch (LabFailure e) {
        throw new LabFailure(
            "it is removed, but keys were not changed after it: " + e.getMessage(), e);
      }
    }
    return replies;
  }

  /**
   * Moves every keyed link to the next key without losing a frame: every node accepts the new key
   * before any node seals with it. If a node fails before that, nothing has changed. Returns the
   * number of the new key.
   */
  int renewKeys(Topology topology) throws LabFailure {
    int next = Math.addExact(network.keyNumber(), 1);
    for (String node : topology.ownNames()) {
      Reply _ = network.node(node).require(new OfferKey(next));
    }
    network.keepKeyNumber(next);
    for (String node : topology.ownNames()) {
      Reply _ = network.node(node).require(new UseKey(next));
    }
    return next;
  }

  private static SequencedMap<String, Reply> done(List<String> nodes) {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    nodes.forEach(node -> replies.put(node, Reply.DONE));
    return replies;
  }
}
