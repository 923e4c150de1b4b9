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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import rani.ground.LabFailure;
import rani.ground.SocketText;
import rani.model.host.TopologyHost;
import rani.model.topology.LinkEnd;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.nodehost.session.LiveWiring;
import rani.testbed.session.Cause;
import rani.testbed.session.LinkProbe;
import rani.testbed.session.LinkTest;
import rani.wire.KeyedTrailer;
import rani.wire.RaniHeader;

/**
 * Tries every link between two hosts out, both ways and with its longest frames, before the nodes
 * are there: the agents of both hosts bind sockets as the link's will be bound.
 */
final class LinkTests {
  /** The most links that are tried out. */
  static final int LINKS_MAX = 256;

  private final Topology topology;
  private final Map<String, HostSession> sessions;

  /** An end that is bound. */
  private interface Bound {
    int receivePort();

    int sendPort();

    LinkProbe.Heard test(long number, String toReceive, String fromSend, int bytes)
        throws IOException;
  }

  /**
   * Tests of a network's links.
   *
   * @param sessions by host; a host without one is this one
   */
  LinkTests(Topology topology, Map<String, HostSession> sessions) {
    this.topology = topology;
    this.sessions = sessions;
  }

  /** Tests them all, at the same time. */
  List<LinkTest> all() throws LabFailure {
    List<TopologyLink> between =
        topology.links().stream()
            .filter(link -> topology.isBetweenHosts(link) && isKnown(link.a()) && isKnown(link.b()))
            .limit(LINKS_MAX)
            .toList();
    List<LinkTest> tests = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<LinkTest>> running = new ArrayList<>();
      between.forEach(link -> running.add(threads.submit(() -> test(link))));
      for (Future<LinkTest> each : running) {
        tests.add(each.get());
      }
    } catch (ExecutionException e) {
      throw new LabFailure(Cause.message(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
    return tests;
  }

  /** Of hosts that were not asked for nothing is said. */
  private boolean isKnown(LinkEnd end) {
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
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<LinkProbe.Heard> atA =
          threads.submit(
              () ->
                  a.test(
                      number,
                      at(link, link.b(), b.receivePort()),
                      at(link, link.b(), b.sendPort()),
                      bytes));
      Future<LinkProbe.Heard> atB =
          threads.submit(
              () ->
                  b.test(
                      number,
                      at(link, link.a(), a.receivePort()),
                      at(link, link.a(), a.sendPort()),
                      bytes));
      return new LinkTest(
          link.name(), end(link, link.a(), a, atA.get()), end(link, link.b(), b, atB.get()), bytes);
    } catch (ExecutionException e) {
      throw new LabFailure("link " + link.name() + ": " + Cause.message(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }

  private LinkTest.End end(TopologyLink link, LinkEnd end, Bound bound, LinkProbe.Heard heard) {
    return new LinkTest.End(
        end.node(),
        host(end).name(),
        address(link, end).getHostAddress(),
        bound.sendPort(),
        bound.receivePort(),
        heard);
  }

  private InetAddress address(TopologyLink link, LinkEnd end) {
    return LiveWiring.address(topology, end.node(), link);
  }

  private String at(TopologyLink link, LinkEnd end, int port) {
    return SocketText.print(new InetSocketAddress(address(link, end), port));
  }

  private TopologyHost host(LinkEnd end) {
    return topology.hostOf(end.node()).orElseThrow();
  }

  private Bound bind(TopologyLink link, LinkEnd end) throws LabFailure {
    InetAddress address = address(link, end);
    try {
      HostSession session = sessions.get(host(end).name());
      return session == null
          ? here(LinkProbe.bind(address, end.receivePort(), end.sendPort()))
          : there(session, link, end, address);
    } catch (IOException e) {
      throw new LabFailure(
          "link "
              + link.name()
              + ": its end at "
              + end.node()
              + " cannot be bound to "
              + address.getHostAddress()
              + " on host "
              + host(end).name()
              + ": "
              + e.getMessage()
              + "; likely the host has another address, or the port is in use",
          e);
    }
  }

  private static Bound here(LinkProbe probe) {
    AgentWords.Bound bound = new AgentWords.Bound(probe.receivePort(), probe.sendPort());
    return new Bound() {
      @Override
      public int receivePort() {
        return bound.receivePort();
      }

      @Override
      public int sendPort() {
        return bound.sendPort();
      }

      @Override
      public LinkProbe.Heard test(long number, String toReceive, String fromSend, int bytes)
          throws IOException {
        try (probe) {
          return probe.test(number, SocketText.parse(toReceive), SocketText.parse(fromSend), bytes);
        }
      }
    };
  }

  private static Bound there(
      HostSession session, TopologyLink link, LinkEnd end, InetAddress address) throws IOException {
    String name = link.name() + " at " + end.node();
    AgentWords.Bound bound =
        session.bind(
            new AgentWords.Bind(
                name,
                Objects.requireNonNull(address.getHostAddress()),
                end.receivePort(),
                end.sendPort()));
    return new Bound() {
      @Override
      public int receivePort() {
        return bound.receivePort();
      }

      @Override
      public int sendPort() {
        return bound.sendPort();
      }

      @Override
      public LinkProbe.Heard test(long number, String toReceive, String fromSend, int bytes)
          throws IOException {
        return session.tryOut(new AgentWords.Try(name, number, toReceive, fromSend, bytes));
      }
    };
  }

  /** What the tests of links came to. */
  public record Results(List<LinkTest> tests) {}
}
