// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import rani.ground.LabFailure;
import rani.ground.SocketText;
import rani.model.host.TopologyHost;
import rani.model.topology.LinkEnd;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.nodehost.conversation.NodeLinks;
import rani.testbed.session.LinkProbe;
import rani.testbed.session.LinkTest;
import rani.testbed.session.Tasks;
import rani.wire.KeyedTrailer;
import rani.wire.RaniHeader;

/** Tests links between hosts before nodes start, in both directions and with longest frames. */
final class LinkTests {
  static final int LINKS_MAX = 256;

  private final Topology topology;
  private final Map<String, HostSession> sessions;

  /** A bound link end, and the code that tests it. */
  private record Bound(String name, int receivePort, int sendPort, Trial trial) {}

  private interface Trial {
    LinkProbe.Heard of(AgentProtocol.Try test) throws IOException;
  }

  /** Takes the sessions by host name; a host without a session is this machine. */
  LinkTests(Topology topology, Map<String, HostSession> sessions) {
    this.topology = topology;
    this.sessions = sessions;
  }

  List<LinkTest> all() throws LabFailure {
    List<TopologyLink> between =
        topology.links().stream()
            .filter(link -> topology.isBetweenHosts(link) && isKnown(link.a()) && isKnown(link.b()))
            .limit(LINKS_MAX)
            .toList();
    List<Callable<LinkTest>> tests = new ArrayList<>();
    between.forEach(link -> tests.add(() -> test(link)));
    return Tasks.all(tests);
  }

  /**
   * Reports whether an end's host has a session; {@code rani doctor} may skip hosts, and foreign
   * nodes have none.
   */
  private boolean isKnown(LinkEnd end) {
    if (topology.foreign().contains(end.node())) {
      return false;
    }
    return host(end).isHere() || sessions.containsKey(host(end).name());
  }

  private LinkTest test(TopologyLink link) throws LabFailure, IOException {
    int bytes =
        Math.max(link.a().mtuBytes(), link.b().mtuBytes())
            + RaniHeader.LENGTH
            + (link.a().keys().isPresent() ? KeyedTrailer.LENGTH : 0);
    Bound a = bind(link, link.a());
    Bound b = bind(link, link.b());
    long number = new SecureRandom().nextLong();
    try {
      List<LinkProbe.Heard> heard =
          Tasks.all(
              List.of(
                  () -> a.trial.of(trial(link, a, link.b(), b, number, bytes)),
                  () -> b.trial.of(trial(link, b, link.a(), a, number, bytes))));
      return new LinkTest(
          link.name(),
          end(link, link.a(), a, heard.getFirst()),
          end(link, link.b(), b, heard.getLast()),
          bytes);
    } catch (LabFailure e) {
      throw new LabFailure("link " + link.name() + ": " + e.getMessage(), e);
    }
  }

  private AgentProtocol.Try trial(
      TopologyLink link, Bound own, LinkEnd end, Bound other, long number, int bytes) {
    return new AgentProtocol.Try(
        own.name, number, at(link, end, other.receivePort), at(link, end, other.sendPort), bytes);
  }

  private LinkTest.End end(TopologyLink link, LinkEnd end, Bound bound, LinkProbe.Heard heard) {
    return new LinkTest.End(
        host(end).name(),
        address(link, end).getHostAddress(),
        bound.sendPort(),
        bound.receivePort(),
        heard);
  }

  private InetAddress address(TopologyLink link, LinkEnd end) {
    return NodeLinks.address(topology, end.node(), link);
  }

  private String at(TopologyLink link, LinkEnd end, int port) {
    return SocketText.print(new InetSocketAddress(address(link, end), port));
  }

  private TopologyHost host(LinkEnd end) {
    return topology.hostOf(end.node()).orElseThrow();
  }

  private Bound bind(TopologyLink link, LinkEnd end) throws LabFailure {
    InetAddress address = address(link, end);
    String name = link.name() + " at " + end.node();
    try {
      HostSession session = sessions.get(host(end).name());
      if (session == null) {
        LinkProbe probe = LinkProbe.bind(address, end.receivePort(), end.sendPort());
        return new Bound(name, probe.receivePort(), probe.sendPort(), test -> test.with(probe));
      }
      String literal = Objects.requireNonNull(address.getHostAddress());
      AgentProtocol.Bound bound =
          session.ask(
              AgentVerb.BIND,
              new AgentProtocol.Bind(name, literal, end.receivePort(), end.sendPort()),
              AgentProtocol.Bound.class);
      return new Bound(
          name,
          bound.receivePort(),
          bound.sendPort(),
          test -> session.ask(AgentVerb.TRY, test, LinkProbe.Heard.class));
    } catch (IOException e) {
      throw new LabFailure(
          "link %s: its end at %s cannot be bound to %s on host %s: %s; likely the host has another"
                  .formatted(
                      link.name(),
                      end.node(),
                      address.getHostAddress(),
                      host(end).name(),
                      e.getMessage())
              + " address, or the port is in use",
          e);
    }
  }

  public record Results(List<LinkTest> tests) {}
}
