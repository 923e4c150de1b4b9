// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.parts.HeldPorts;
import rani.parts.RealPart;
import rani.system.RaniCommand.Outcome;
import rani.system.RaniCommand.Running;

/** {@code rani node}: two nodes that know of each other only by a file, as on two hosts. */
class HandStartedNodesTest extends InWorkplace {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int PACKETS = 50;

  @ParameterizedTest
  @Execution(CONCURRENT)
  @CsvSource({"127.0.0.1,127.0.0.2", "::1,::1"})
  void twoNodesFormANetworkByTheirFile(String left, String right) throws IOException {
    RealPart.need(isOurs(left) && isOurs(right), "the addresses " + left + " and " + right);
    List<Integer> ports = HeldPorts.at(left, left, right, right);
    writeTopology(left, ports.subList(0, 2), right, ports.subList(2, 4));

    formANetwork(node("left"), node("right"));
  }

  @Test
  @Execution(CONCURRENT)
  void twoNamespacesJoinedByACableFormANetwork() throws IOException {
    RealPart.program("ip");
    RealPart.root();
    writeTopology("192.0.2.1", List.of(40001, 40002), "192.0.2.2", List.of(40001, 40002));
    try (var cable = new NamespacePair("192.0.2.1/24", "192.0.2.2/24")) {
      formANetwork(node("left").inside(cable.left()), node("right").inside(cable.right()));
    }
  }

  private RaniCommand node(String name) {
    return place.rani(
        "node", "--trust", "--topology", "pair.yaml", "--name", name, "--trace", name + ".trace");
  }

  /** Few words go a way of their own, which describes no verb. */
  @Test
  @Execution(CONCURRENT)
  void fewWordsAreRefusedAsManyAre() {
    place.write("pair.yaml", "topology: pair\nnodes: {left: {}, right: {}}\nlinks: {}\n");
    for (List<String> few :
        List.of(
            List.of("node", "--topology", "pair.yaml", "--name", "lefd"),
            List.of("node", "--topology", "none.yaml", "--name", "left"))) {
      List<String> many = new ArrayList<>(few);
      many.addAll(List.of("--seed", "1"));
      Outcome first = place.rani(few.toArray(String[]::new)).run();
      Outcome second = place.rani(many.toArray(String[]::new)).run();
      assertEquals(second.exit(), first.exit(), first::toString);
      assertEquals(second.err(), first.err());
      assertFalse(first.err().isEmpty());
    }
  }

  /**
   * Left begins alone and waits; when right is there, its packets come; when left goes, it says.
   */
  private void formANetwork(RaniCommand left, RaniCommand right) throws IOException {
    Path trace = place.here().resolve("right.trace");
    Running first = left.start();
    Running second = null;
    try {
      first.untilSaid("link-0 to right: ");
      second = right.start();
      first.untilSaid("link-0 to right is up").untilSaid("all links are up; traffic begins");
      second.untilSaid("link-0 to left is up");
      FileWatch.await(trace, text -> deliveries(text) == PACKETS, SOON);
      first.signal("INT");
      Outcome ended = first.await(SOON).expectExit(130);
      assertEquals("", ended.out(), ended::toString);
      second.untilSaid("link-0 to left is down");
      second.signal("TERM");
      second.await(SOON).expectExit(143);
    } finally {
      first.process().destroyForcibly();
      if (second != null) {
        second.process().destroyForcibly();
      }
    }
    String told = Files.readString(trace);
    assertTrue(told.contains(" link link=0 state=down"), told);
    assertEquals(PACKETS, deliveries(told), told);
  }

  private static long deliveries(String trace) {
    return trace.lines().filter(l -> l.contains(" delivery at=sink from=10.0.0.1 ")).count();
  }

  private void writeTopology(
      String left, List<Integer> leftPorts, String right, List<Integer> rightPorts) {
    place.write(
        "pair.yaml",
        """
        topology: pair
        nodes:
          left:
            address: "%s"
            ports: {right: {receive: %d, send: %d}}
            services: {source: {flows: [{to: right, kind: bursts, packets: %d, size: 100B}]}}
          right:
            address: "%s"
            ports: {left: {receive: %d, send: %d}}
            services: {sink: {}}
        links: {left -- right: {hello: 100ms}}
        """
            .formatted(
                left,
                leftPorts.get(0),
                leftPorts.get(1),
                PACKETS,
                right,
                rightPorts.get(0),
                rightPorts.get(1)));
  }

  private static boolean isOurs(String address) throws IOException {
    return InetAddress.ofLiteral(address).isLoopbackAddress() && canBind(address);
  }

  private static boolean canBind(String address) {
    try (var socket = new DatagramSocket(0, InetAddress.ofLiteral(address))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
