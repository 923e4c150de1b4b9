// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import rani.fixture.TestLink;
import rani.link.LinkConfig;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.parts.RealPart;
import rani.world.LinkId;
import rani.world.Reply;

/** Live nodes in a row, n1 – n2 – …, each with the test services. */
final class TestNetwork implements AutoCloseable {
  static final int FIRST_ADDRESS = 0x0A000001;

  private static final long PATIENCE_SECONDS = 60;

  final List<LiveNode> nodes = new ArrayList<>();
  final List<EventLog> logs = new ArrayList<>();

  /** Skips the test where datagrams do not go in batches, such as outside Linux. */
  static void needMmsg() {
    String why = Transport.MMSG.unavailable();
    RealPart.need(why == null, "Linux with epoll: " + why);
  }

  /** A link that does nothing to its packets. */
  static LinkConfig link(int number, int neighbour) {
    return TestLink.to(number, neighbour).config();
  }

  static InetAddress address(String literal) {
    return InetAddress.ofLiteral(literal);
  }

  /** A node with links to these neighbours and the given routes beyond them. */
  static NodeConfig node(String name, int address, List<LinkConfig> links, NodeConfig.Route... on) {
    List<NodeConfig.Route> routes = new ArrayList<>();
    for (LinkConfig link : links) {
      routes.add(new NodeConfig.Route(link.neighbour(), link.id(), link.mtuBytes()));
    }
    routes.addAll(List.of(on));
    return new NodeConfig(name, address, links, null, routes, TestServices.menu());
  }

  /** Bound and connected, not started. */
  static TestNetwork row(int count, String bindAddress, Transport transport) throws IOException {
    return row(count, bindAddress, transport, UnaryOperator.identity());
  }

  /** The same, with links as set. */
  static TestNetwork row(
      int count, String bindAddress, Transport transport, UnaryOperator<TestLink> settings)
      throws IOException {
    TestNetwork network = new TestNetwork();
    for (int k = 0; k < count; k++) {
      List<LinkConfig> links = new ArrayList<>();
      List<NodeConfig.Route> beyond = new ArrayList<>();
      if (k > 0) {
        links.add(settings.apply(TestLink.to(0, FIRST_ADDRESS + k - 1)).config());
      }
      if (k < count - 1) {
        links.add(settings.apply(TestLink.to(links.size(), FIRST_ADDRESS + k + 1)).config());
      }
      for (int other = 0; other < count; other++) {
        if (Math.abs(other - k) > 1) {
          LinkId link = (other < k ? links.getFirst() : links.getLast()).id();
          beyond.add(new NodeConfig.Route(FIRST_ADDRESS + other, link, TestLink.MTU_BYTES));
        }
      }
      network.add(
          node("n" + (k + 1), FIRST_ADDRESS + k, links, beyond.toArray(NodeConfig.Route[]::new)),
          address(bindAddress),
          transport);
    }
    for (int k = 0; k < count; k++) {
      List<LinkSockets> peers = new ArrayList<>();
      if (k > 0) {
        peers.add(network.nodes.get(k - 1).sockets().getLast());
      }
      if (k < count - 1) {
        peers.add(network.nodes.get(k + 1).sockets().getFirst());
      }
      network.nodes.get(k).connect(peers);
    }
    return network;
  }

  LiveNode add(NodeConfig config, InetAddress bindAddress, Transport transport) throws IOException {
    return add(
        config,
        config.links().stream()
            .map(link -> LiveLinkConfig.at(bindAddress, link.mtuBytes()))
            .toList(),
        transport);
  }

  LiveNode add(NodeConfig config, List<LiveLinkConfig> links, Transport transport)
      throws IOException {
    EventLog log = new EventLog(config.name());
    LiveNode node = LiveNode.bind(new LiveNodeConfig(config, links, transport, 1, 0), log.trace());
    logs.add(log);
    nodes.add(node);
    return node;
  }

  /** Starts every node and waits until every link is up. */
  TestNetwork up() {
    nodes.forEach(node -> await(node, new Command.Start()));
    for (int k = 0; k < nodes.size(); k++) {
      for (int link = 0; link < nodes.get(k).sockets().size(); link++) {
        logs.get(k).await(1, "link link=" + link + " state=up");
      }
    }
    return this;
  }

  /** Has a node send datagrams to another. */
  void send(int from, int to, int count, int length) {
    Reply reply =
        await(
            nodes.get(from),
            new Command.Tell(
                "sender",
                "send",
                List.of(
                    Integer.toString(FIRST_ADDRESS + to),
                    Integer.toString(count),
                    Integer.toString(length))));
    if (!reply.ok()) {
      throw new AssertionError(reply.message());
    }
  }

  Reply show(int node, Command.Subject subject) {
    return await(nodes.get(node), new Command.Show(subject));
  }

  Reply await(LiveNode node, Command command) {
    try {
      return node.handle(command).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** A number among facts, by its path. */
  static long number(Map<?, ?> facts, String... path) {
    Object found = facts;
    for (String key : path) {
      found = found instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return found instanceof Number number ? number.longValue() : Long.MIN_VALUE;
  }

  @Override
  public void close() {
    nodes.forEach(LiveNode::close);
  }
}
