// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
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

/**
 * Executes changes of a live network. An addition takes effect at all nodes concerned or at none; a
 * removal takes effect wherever it still can.
 */
final class LiveChanges {
  /** The most nodes of a live network. */
  static final int NODES_MAX = 256;

  private final Network network;

  /** The network, as its owner knows it. */
  interface Network {
    /** A running node. */
    NodeHandle node(String name) throws LabFailure;

    /** Starts to launch a new node, and records it. */
    LabNode launch(NetworkChange.AddNode change) throws LabFailure;

    /** Adds a launched node to the network. */
    void enter(LabNode node) throws LabFailure;

    /** Stops a node. */
    void end(String node) throws LabFailure;

    /** Whether traffic has begun. */
    boolean hasGone() throws LabFailure;

    /** Stores the current network. */
    void keep(Topology topology) throws LabFailure;

    /** The number of the key that keyed links use. */
    int keyNumber() throws LabFailure;

    /** Stores the number of a new key. */
    void keepKeyNumber(int number) throws LabFailure;
  }

  LiveChanges(Network network) {
    this.network = network;
  }

  /**
   * Executes a schedule entry.
   *
   * @param entry as written
   * @return the reply of each node concerned
   * @throws LabFailure if a node does not answer, or a change failed; the change is then rolled
   *     back
   */
  SequencedMap<String, Reply> execute(String entry, OperationReader.Wanted wanted, Topology before)
      throws LabFailure {
    NetworkChange change = wanted.change();
    if (change != null) {
      return execute(entry, change, before);
    }
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    for (var part : wanted.byNode().entrySet()) {
      replies.put(
          part.getKey(), network.node(part.getKey()).tell(new ApplyActions(part.getValue())));
    }
    Topology after = wanted.after(before, node -> Replies.isDone(replies.get(node)));
    if (!after.equals(before)) {
      network.keep(after);
    }
    return replies;
  }

  private SequencedMap<String, Reply> execute(String entry, NetworkChange change, Topology before)
      throws LabFailure {
    return switch (change) {
      case NetworkChange.AddLink add -> addLink(entry, add, before);
      case NetworkChange.AddNode add -> addNode(entry, add, before);
      case NetworkChange.RemoveLink remove ->
          removeLink(remove.link(), remove.link().name(), remove.after());
      case NetworkChange.RemoveNode remove -> removeNode(remove);
    };
  }

  /**
   * Links that are added to running nodes, all or none: every end binds its sockets, then the ends
   * are connected to each other. If one fails, the others are removed again.
   */
  private final class PendingLinks {
    private final String entry;
    private final LiveWiring wiring;
    private final List<Runnable> undo = new ArrayList<>();

    /**
     * Links of a change.
     *
     * @param entry the change as written
     * @param wiring of the network as the change leaves it
     */
    PendingLinks(String entry, LiveWiring wiring) {
      this.entry = entry;
      this.wiring = wiring;
    }

    /** Has one end bind its sockets. */
    LinkSockets prepare(TopologyLink link, String node) throws LabFailure {
      NodeHandle end = network.node(node);
      undo.add(
          () -> {
            Reply _ = leave(node, link.name());
          });
      LinkAddresses own = end.require(new LinkPrepare(entry, link.name()), LinkAddresses.class);
      return wiring.checked(node, link, own.parse());
    }

    /** Connects one end to the other. */
    void join(TopologyLink link, String node, LinkSockets peer) throws LabFailure {
      Reply _ = network.node(node).require(new LinkJoin(link.name(), LinkAddresses.of(peer)));
    }

    /** Sets up a link between two nodes. */
    void bring(TopologyLink link) throws LabFailure {
      String a = link.a().node();
      String b = link.b().node();
      LinkSockets atA = prepare(link, a);
      LinkSockets atB = prepare(link, b);
      join(link, a, atB);
      join(link, b, atA);
    }

    void takeBack() {
      undo.forEach(Runnable::run);
    }
  }

  private SequencedMap<String, Reply> addLink(
      String entry, NetworkChange.AddLink add, Topology before) throws LabFailure {
    PendingLinks pending = new PendingLinks(entry, new LiveWiring(add.after()));
    try {
      tell(before.nodeNames(), new Command.KnowNetwork(known(add.after())));
      pending.bring(add.link());
      network.keep(add.after());
    } catch (LabFailure | RuntimeException e) {
      pending.takeBack();
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
      network.keep(add.after()); // the new node reads it
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
      pending.takeBack();
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

  /**
   * Announces the network to nodes before new parts of it appear: they reject link states of
   * unknown nodes and links. Removals need no announcement.
   */
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

  /** Announces a new node to the others, and them to it; with public keys, if they sign. */
  private void introduce(NetworkChange.AddNode add, LabNode node, Topology before)
      throws LabFailure {
    SequencedMap<Integer, byte[]> all = new LinkedHashMap<>();
    for (String other : before.nodeNames()) {
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
    tell(before.nodeNames(), new Command.KnowNetwork(after, own));
    Reply _ = node.require(UpdateNetwork.of(new Command.KnowNetwork(after, all)));
  }

  private @Nullable NodeHandle nodeOrNone(String node) {
    try {
      return network.node(node);
    } catch (LabFailure e) {
      return null;
    }
  }

  /**
   * A node that misses the announcement accepts more link states than it should, until the next
   * announcement.
   */
  private void tellQuietly(Topology topology) {
    for (String node : topology.nodeNames()) {
      try {
        tell(List.of(node), new Command.KnowNetwork(known(topology)));
      } catch (LabFailure e) {
        continue;
      }
    }
  }

  private SequencedMap<String, Reply> removeLink(TopologyLink link, String name, Topology after)
      throws LabFailure {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    for (String node : List.of(link.a().node(), link.b().node())) {
      replies.put(node, leave(node, name));
    }
    network.keep(after);
    tellQuietly(after);
    renewKeysWithout(List.of(link), after);
    return replies;
  }

  /** A node that has ended or fails has dropped the link anyway. */
  private Reply leave(String node, String link) {
    try {
      Reply _ = network.node(node).require(new LinkLeave(link));
      return Reply.DONE;
    } catch (LabFailure e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }

  private SequencedMap<String, Reply> removeNode(NetworkChange.RemoveNode remove)
      throws LabFailure {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    String name = remove.node().name();
    for (TopologyLink link : remove.links()) {
      String far = link.farEnd(name).node();
      replies.put(far, leave(far, link.name()));
    }
    network.end(name);
    replies.putFirst(name, Reply.DONE);
    network.keep(remove.after());
    tellQuietly(remove.after());
    renewKeysWithout(remove.links(), remove.after());
    return replies;
  }

  /**
   * Moves every keyed link to the next key without losing a frame: all nodes accept it before any
   * seals with it.
   *
   * @return the number of the key that is in use now
   * @throws LabFailure if a node does not answer, or refuses; before any node seals with the new
   *     key, nothing has changed
   */
  int renewKeys(Topology topology) throws LabFailure {
    int next = Math.addExact(network.keyNumber(), 1);
    for (String node : topology.nodeNames()) {
      Reply _ = network.node(node).require(new OfferKey(next));
    }
    network.keepKeyNumber(next);
    for (String node : topology.nodeNames()) {
      Reply _ = network.node(node).require(new UseKey(next));
    }
    return next;
  }

  /**
   * A link that is added again under its name must not accept frames recorded on the former one.
   */
  private void renewKeysWithout(List<TopologyLink> removed, Topology after) throws LabFailure {
    if (removed.stream().noneMatch(link -> link.a().keys().isPresent())) {
      return;
    }
    try {
      renewKeys(after);
    } catch (LabFailure e) {
      throw new LabFailure(
          "it is removed, but keys were not changed after it: " + e.getMessage(), e);
    }
  }

  private static SequencedMap<String, Reply> done(List<String> nodes) {
    SequencedMap<String, Reply> replies = new LinkedHashMap<>();
    nodes.forEach(node -> replies.put(node, Reply.DONE));
    return replies;
  }
}
