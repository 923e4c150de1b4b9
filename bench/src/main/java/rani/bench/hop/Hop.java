// SPDX-License-Identifier: Apache-2.0
package rani.bench.hop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import rani.bench.harness.Child;
import rani.bench.harness.CpuClock;
import rani.bench.harness.UdpPorts;
import rani.bench.harness.Workspace;
import rani.bench.harness.Workspace.Side;
import rani.ground.LabFailure;
import rani.live.Transport;
import rani.model.file.FileError;
import rani.nodehost.conversation.LiveWorldFacts;
import rani.nodehost.conversation.Query;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.StandaloneNode;
import rani.testbed.process.NodeCommand;
import rani.testbed.process.NodeJvm;

/**
 * Source → forwarder → sink over connected UDP sockets of the loopback. Source and sink are one
 * program ({@code pace.c}) on the first processor; the forwarder runs on the last. Both are idle
 * between windows.
 */
public record Hop(String name, ProcessHandle forwarder, Child load, Optional<NodeJvm> node) {
  /** Name of the node's link to the sink. */
  public static final String LINK_TO_SINK = "link-1";

  private static final String READY = "ready";

  /** Two ports for each of the four link ends. */
  private static final int PORTS = 8;

  private static final double LITTLE_PER_SECOND = 500;
  private static final Duration LITTLE_LENGTH = Duration.ofMillis(20);
  private static final int LITTLES_MAX = 50;

  private static final String NETWORK =
      """
      topology: bench-hop
      nodes:
        source: {ports: {middle: {receive: %d, send: %d}}}
        middle:
          ports:
            source: {receive: %d, send: %d}
            sink: {receive: %d, send: %d}
        sink: {ports: {middle: {receive: %d, send: %d}}}
      links:
        source -- middle: {hello: 60s}
        middle -- sink: {hello: 60s, %s}
      """;

  /** A RED queue that stays empty. */
  public static final String UNSHAPED =
      "queue: {discipline: red, limit: 400packet, min-th: 50packet, max-th: 150packet}";

  /**
   * Uses the kernel's shaper, whose rate counts every header, between two network namespaces.
   * Source and sink run on the measured side's processor, as the shaper does. Fails without the
   * shaper or the permission.
   */
  public static Hop kernel(Workspace workshop, long bitsPerSecond, int burstBytes)
      throws LabFailure, IOException, InterruptedException {
    List<String> words =
        List.of("" + workshop.program("pace"), "tbf", "" + bitsPerSecond, "" + burstBytes);
    Child ends = workshop.start("tc tbf", Side.MEASURED, words);
    ends.await(READY::equals);
    return new Hop("tc tbf", ends.process(), ends, Optional.empty());
  }

  /** Starts the C forwarder, which sends one datagram per frame. */
  public static Hop program(Workspace workshop)
      throws LabFailure, IOException, InterruptedException {
    int[] ports = UdpPorts.free(PORTS);
    Child forwarder =
        workshop.start(
            "c-mmsg",
            Side.MEASURED,
            List.of(
                "" + workshop.program("forwarder"),
                "singly",
                "10.0.0.1",
                "10.0.0.2",
                "10.0.0.3",
                "127.0.0.1:" + ports[2],
                "127.0.0.1:" + ports[1],
                "127.0.0.1:" + ports[5],
                "127.0.0.1:" + ports[6]));
    forwarder.await(READY::equals);
    return new Hop("c-mmsg", forwarder.process(), load(workshop, ports), Optional.empty());
  }

  /** Starts a node with both JIT compilers; {@code sinkLink} has settings as in a topology file. */
  public static Hop node(Workspace workshop, Transport transport, String sinkLink)
      throws LabFailure, IOException, InterruptedException {
    int[] p = UdpPorts.free(PORTS);
    Path folder = Files.createTempDirectory(workshop.folder(), "node-");
    Path network = folder.resolve("network.yaml");
    Files.writeString(
        network, NETWORK.formatted(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], sinkLink));
    try {
      NodeJvm node =
          workshop.keep(
              StandaloneNode.start(
                  workshop.onCore(Side.MEASURED),
                  NodeCommand.ofThisJvm().optimized(),
                  network,
                  "middle",
                  transport));
      return new Hop(
          "node, " + transport.text(), process(node), load(workshop, p), Optional.of(node));
    } catch (FileError e) {
      throw new LabFailure("the network of the bench is wrong: " + e.getMessage(), e);
    }
  }

  private static ProcessHandle process(NodeJvm node) throws LabFailure {
    long pid = node.record().pid();
    return ProcessHandle.of(pid).orElseThrow(() -> new LabFailure("process " + pid + " has ended"));
  }

  private static Child load(Workspace workshop, int[] ports)
      throws LabFailure, IOException, InterruptedException {
    Child load =
        workshop.start(
            "the load",
            Side.LOAD,
            List.of(
                "" + workshop.program("pace"),
                "" + ports[1],
                "" + ports[2],
                "" + ports[6],
                "" + ports[5]));
    load.await(READY::equals);
    return load;
  }

  /** Sends packets, and returns the load's report; fails if no packet came through. */
  public PaceAnswer pace(PaceOrder order) throws LabFailure {
    PaceAnswer answer = offer(order);
    if (answer.received() == 0) {
      throw new LabFailure(name + " forwarded nothing of " + answer.sent() + " packets");
    }
    return answer;
  }

  /** Sends packets, and returns the load's report even if no packet came through. */
  public PaceAnswer offer(PaceOrder order) throws LabFailure {
    return PaceAnswer.parse(load.ask(order.text()));
  }

  /** Has a fresh JVM compile the forwarding code, and waits until no packet is in flight. */
  public void warmUp(int lengthBytes, double perSecond, Duration length) throws LabFailure {
    PaceAnswer _ = offer(PaceOrder.of(lengthBytes, perSecond, length));
    settle(lengthBytes, answer -> {});
  }

  /**
   * Repeats small loads until all packets of one come through in its window, so that no earlier
   * packet is in flight; {@code each} receives every report. Fails if that does not happen.
   */
  public void settle(int lengthBytes, Consumer<PaceAnswer> each) throws LabFailure {
    PaceOrder little = PaceOrder.of(lengthBytes, LITTLE_PER_SECOND, LITTLE_LENGTH);
    for (int times = 0; times < LITTLES_MAX; times++) {
      PaceAnswer answer = offer(little);
      each.accept(answer);
      if (answer.stale() == 0 && answer.received() == answer.sent()) {
        return;
      }
    }
    throw new LabFailure(name + " loses or holds packets even when next to none come");
  }

  /** Returns the processor time of the forwarder, in nanoseconds. */
  public long cpuNanos() {
    return CpuClock.nanos(forwarder);
  }

  /** Asks the node for facts. */
  public <A> A show(Query<A> what) throws LabFailure {
    return theNode().ask(what);
  }

  /** Asks the node for facts about its sockets and event loop. */
  public LiveWorldFacts live() throws LabFailure {
    return theNode().ask(StatusQuery.LIVE);
  }

  private NodeJvm theNode() throws LabFailure {
    return node.orElseThrow(() -> new LabFailure(name + " is no node"));
  }
}
