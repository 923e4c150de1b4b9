// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.conversation;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import rani.live.LinkSockets;
import rani.live.LiveLinkConfig;
import rani.live.LiveNode;
import rani.model.capture.CapturedEnd;
import rani.model.file.FileError;
import rani.model.file.UnitError;
import rani.model.host.TopologyHost;
import rani.model.node.NodeConfigs;
import rani.model.node.OriginPair;
import rani.model.node.RunKey;
import rani.model.topology.LinkEnd;
import rani.model.topology.LinkNumbers;
import rani.model.topology.NetworkChange;
import rani.model.topology.OperationReader;
import rani.model.topology.ScheduleEntry;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.node.Command;
import rani.node.OriginKeys;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * Executes changes of one live node in which links are given by name. A link is added in two steps,
 * so that both ends have sockets before either sends a hello: {@link #prepare} at both ends, then
 * {@link #join}.
 */
public final class NodeLinks {
  /** The most links that are prepared and not yet joined. */
  static final int PREPARED_MAX = 64;

  private final LiveNode node;
  private final OperationReader operations;
  private final LinkNumbers numbers;
  private RunKey key;
  private @Nullable OriginPair origin;
  private final Map<String, PendingLink> pending = new LinkedHashMap<>();

  /** A link that has sockets at this node and is not connected yet. */
  private record PendingLink(TopologyLink link, Topology after, LinkId number) {}

  /** Creates the names of a node's present links; keyed links derive their keys from the key. */
  public NodeLinks(LiveNode node, OperationReader operations, RunKey key) {
    this.node = node;
    this.key = key;
    this.operations = operations;
    this.numbers = LinkNumbers.of(operations.topology());
  }

  /** Returns the current network. */
  public synchronized Topology network() {
    return operations.topology();
  }

  /** Returns the node's link ends. Throws if the network no longer has the node. */
  public synchronized List<CapturedEnd> ends() throws UnitError {
    return CapturedEnd.of(node.name(), operations.topology(), numbers);
  }

  /** Executes the node's part of a schedule entry without time; throws if it has none. */
  public synchronized Reply operate(String entry) throws FileError {
    return execute(operations.actions(entry, node.name()));
  }

  public synchronized Reply act(List<ScheduleEntry.Action> actions) {
    try {
      return execute(actions);
    } catch (FileError | IllegalArgumentException e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }

  private Reply execute(List<ScheduleEntry.Action> actions) throws FileError {
    List<Command.Operation> own = operations.operations(actions, node.name(), numbers);
    return Replies.ofEach(own, each -> Replies.answered(node.handle(each)));
  }

  /**
   * Binds the sockets of a new link, and returns their addresses. Throws if the schedule entry is
   * wrong or adds no such link at this node, or too many links are prepared.
   */
  public synchronized LinkSockets prepare(String entry, String name) throws FileError, IOException {
    NetworkChange change =
        operations
            .change(entry)
            .orElseThrow(() -> new IllegalArgumentException("nothing is added or removed"));
    TopologyLink link =
        change.added().stream()
            .filter(added -> added.name().equals(name) && hasEndHere(added))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("no link " + name + " comes to " + node.name()));
    pending.values().removeIf(each -> !node.isPrepared(each.number())); // the node timed them out
    if (pending.size() >= PREPARED_MAX) {
      throw new IllegalArgumentException("more than " + PREPARED_MAX + " links are prepared");
    }
    leave(name); // sockets left by an earlier attempt
    LiveNode.Prepared prepared = node.prepare(config(change.after(), node.name(), link));
    pending.put(name, new PendingLink(link, change.after(), prepared.id()));
    return prepared.sockets();
  }

  /** Returns the addresses that a node binds for its end of a link, and the MTU of the far end. */
  public static LiveLinkConfig config(Topology topology, String node, TopologyLink link) {
    LinkEnd end = link.end(node);
    return new LiveLinkConfig(
        address(topology, node, link),
        end.receivePort(),
        end.sendPort(),
        link.farEnd(node).mtuBytes());
  }

  /**
   * Returns the address to bind a link's end to. A link to another host uses the host's address,
   * unless the file gives the node an address that is no loopback.
   */
  public static InetAddress address(Topology topology, String node, TopologyLink link) {
    TopologyNode found =
        topology
            .node(node)
            .orElseThrow(() -> new IllegalArgumentException("no node is called " + node));
    InetAddress own = InetAddress.ofLiteral(found.bindAddress());
    return topology.isBetweenHosts(link) && own.isLoopbackAddress()
        ? topology.hostOf(node).map(TopologyHost::inetAddress).orElse(own)
        : own;
  }

  private boolean hasEndHere(TopologyLink link) {
    return link.a().node().equals(node.name()) || link.b().node().equals(node.name());
  }

  /** Connects a prepared link and adds it to the node. */
  public synchronized Reply join(String name, LinkSockets peer) throws IOException {
    PendingLink one = pending.remove(name);
    if (one == null) {
      return Reply.refused("link " + name + " is not prepared at " + node.name());
    }
    Reply reply = Reply.refused("not connected");
    try {
      reply =
          node.join(NodeConfigs.end(one.after(), one.link(), node.name(), one.number(), key), peer);
    } finally {
      if (!reply.ok()) {
        node.abandon(one.number());
      }
    }
    if (reply.ok()) {
      numbers.put(node.name(), one.link(), one.number());
    }
    return reply;
  }

  /** Has every keyed link also accept frames sealed with the run's key of this number, from 0. */
  synchronized Reply offerKey(int number) {
    RunKey offered = new RunKey(key.secret(), number);
    return eachKeyed(
        (here, link) ->
            new Command.OfferKey(
                here, offered.ofEnd(link, node.name(), link.a().keys().orElseThrow())));
  }

  /** Sends the node a command for each of its keyed links. */
  private Reply eachKeyed(BiFunction<LinkId, TopologyLink, Command> command) {
    List<Command> commands = new ArrayList<>();
    for (TopologyLink link : operations.topology().links()) {
      if (link.a().keys().isPresent()) {
        numbers
            .find(node.name(), link.name())
            .ifPresent(here -> commands.add(command.apply(here, link)));
      }
    }
    return Replies.ofEach(commands, each -> node.handle(each).join());
  }

  /** Has the node sign its link states with a generated key, and replies with the public key. */
  synchronized Reply originKey() {
    OriginPair pair = origin;
    if (pair == null) {
      pair = OriginPair.random();
      Reply reply = node.handle(new Command.SignLinkStates(OriginKeys.of(pair.secret()))).join();
      if (!reply.ok()) {
        return reply;
      }
      origin = pair;
    }
    return OriginFacts.ofKey(pair.key());
  }

  /** Has every keyed link, present and future, seal with a key that was offered before. */
  synchronized Reply useKey(int number) {
    RunKey wanted = new RunKey(key.secret(), number);
    Reply reply = eachKeyed((here, _) -> new Command.UseKey(here, wanted.id()));
    if (reply.ok()) {
      key = wanted;
    }
    return reply;
  }

  /** Removes a link of this node, or its prepared sockets. No effect if there is neither. */
  synchronized Reply leave(String name) {
    PendingLink one = pending.remove(name);
    if (one != null) {
      node.abandon(one.number());
      return Reply.DONE;
    }
    Optional<LinkId> number = numbers.find(node.name(), name);
    numbers.remove(node.name(), name);
    return number.map(it -> node.handle(new Command.RemoveLink(it)).join()).orElse(Reply.DONE);
  }
}
