// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rani.link.LinkKeys;
import rani.live.LinkSockets;
import rani.live.LiveLinkConfig;
import rani.live.LiveNode;
import rani.model.capture.CapturedEnd;
import rani.model.file.FileError;
import rani.model.file.UnitError;
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
import rani.node.Command;
import rani.node.OriginKeys;
import rani.nodehost.conversation.NamedLinks;
import rani.world.LinkId;
import rani.world.Reply;

/**
 * What is done to one live node while it runs, by the words that name its links: operations, and
 * links that come and go. A link comes in two steps, so that both its ends have sockets before
 * either says hello: {@link #prepare} at both ends, then {@link #join}.
 */
public final class NodeLinks implements NamedLinks {
  /** Links that may be prepared and not yet joined. */
  static final int PREPARED_MAX = 64;

  private final LiveNode node;
  private final OperationReader operations;
  private final LinkNumbers numbers;
  private RunKey key;
  private @Nullable OriginPair origin;
  private final Map<String, Coming> coming = new LinkedHashMap<>();

  /** A link that has its sockets here, and nothing else yet. */
  private record Coming(TopologyLink link, Topology after, LinkId number) {}

  /**
   * For a node that has the links of its network as it is now.
   *
   * @param key of which its keyed links have theirs
   */
  public NodeLinks(LiveNode node, OperationReader operations, RunKey key) {
    this.node = node;
    this.key = key;
    this.operations = operations;
    this.numbers = LinkNumbers.of(operations.topology());
  }

  /**
   * The ends here of the network's links as they are now.
   *
   * @throws UnitError if the network has forgotten this node
   */
  public synchronized List<CapturedEnd> ends() throws UnitError {
    return CapturedEnd.of(node.name(), operations.topology(), numbers);
  }

  /**
   * Does the node's part of an entry of a schedule, given without its time.
   *
   * @throws IllegalArgumentException if it has none
   */
  public synchronized Reply operate(String entry) throws FileError {
    return carryOut(operations.actions(entry, node.name()));
  }

  /** Does the node's part of actions, up to the first that it refuses. */
  synchronized Reply act(List<ScheduleEntry.Action> actions) {
    try {
      return carryOut(actions);
    } catch (FileError | IllegalArgumentException e) {
      return Reply.refused(String.valueOf(e.getMessage()));
    }
  }

  private Reply carryOut(List<ScheduleEntry.Action> actions) throws FileError {
    List<Command.Operation> own = operations.operations(actions, node.name(), numbers);
    return Replies.ofEach(own, each -> NodeSession.answered(node.handle(each)));
  }

  @Override
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
    coming.values().removeIf(each -> !node.isPrepared(each.number())); // whose time is over
    if (coming.size() >= PREPARED_MAX) {
      throw new IllegalArgumentException("more than " + PREPARED_MAX + " links are prepared");
    }
    leave(name); // what an earlier attempt prepared and did not use
    LinkEnd end = link.end(node.name());
    LiveNode.Prepared prepared =
        node.prepare(
            new LiveLinkConfig(
                LiveWiring.address(change.after(), node.name(), link),
                end.receivePort(),
                end.sendPort(),
                link.farEnd(node.name()).mtuBytes()));
    coming.put(name, new Coming(link, change.after(), prepared.id()));
    return prepared.sockets();
  }

  private boolean hasEndHere(TopologyLink link) {
    return link.a().node().equals(node.name()) || link.b().node().equals(node.name());
  }

  @Override
  public synchronized Reply join(String name, LinkSockets peer) throws IOException {
    Coming one = coming.remove(name);
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

  @Override
  public synchronized Reply offerKey(int number) {
    RunKey offered = new RunKey(key.secret(), number);
    List<Command> offers = new ArrayList<>();
    for (TopologyLink link : operations.topology().links()) {
      LinkId here = numbers.find(node.name(), link.name()).orElse(null);
      LinkKeys.Scope scope = link.a().keys().orElse(null);
      if (here != null && scope != null) {
        offers.add(new Command.OfferKey(here, offered.ofEnd(link, node.name(), scope)));
      }
    }
    return Replies.ofEach(offers, each -> node.handle(each).join());
  }

  @Override
  public synchronized Reply originKey() {
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

  @Override
  public synchronized Reply useKey(int number) {
    RunKey wanted = new RunKey(key.secret(), number);
    List<Command> uses = new ArrayList<>();
    for (TopologyLink link : operations.topology().links()) {
      LinkId here = numbers.find(node.name(), link.name()).orElse(null);
      if (here != null && link.a().keys().isPresent()) {
        uses.add(new Command.UseKey(here, wanted.id()));
      }
    }
    Reply reply = Replies.ofEach(uses, each -> node.handle(each).join());
    if (reply.ok()) {
      key = wanted;
    }
    return reply;
  }

  @Override
  public synchronized Reply leave(String name) {
    Coming one = coming.remove(name);
    if (one != null) {
      node.abandon(one.number());
      return Reply.DONE;
    }
    LinkId number = numbers.find(node.name(), name).orElse(null);
    if (number == null) {
      return Reply.DONE;
    }
    numbers.remove(node.name(), name);
    return node.handle(new Command.RemoveLink(number)).join();
  }
}
