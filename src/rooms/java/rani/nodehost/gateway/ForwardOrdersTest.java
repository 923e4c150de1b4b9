// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.host.Network;
import rani.model.topology.Topology;
import rani.nodehost.session.TestTopologies;
import rani.wire.Address;

class ForwardOrdersTest {
  private static final int N3 = Address.parse("10.0.0.3");

  @TempDir private Path folder;
  private Topology topology;

  @BeforeEach
  void load() throws Exception {
    topology =
        TestTopologies.load(
            folder,
            """
            topology: t
            generate: {linear: {nodes: 3}}
            forwards:
              - {udp: 9000, from: n1, to: n3, target: 'a:1'}
              - {tcp: 9000, from: n1, to: n3, target: 'b:2'}
              - {udp: 9001, from: n2, to: n1, target: 'c:3'}
              - {udp: 9001, from: n1, to: n3, target: 'd:4'}
              - {socks: 1080, from: n2, exit: n3, allow: 10.1.0.0/16}
            """);
  }

  private static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void anEntryByHandKnowsThePortsThatItsExitWillGiveInTheOrderOfTheFile() {
    assertEquals(
        List.of(
            new GatewayOrder.Udp(at(9000), N3, 61_000),
            new GatewayOrder.Tcp(at(9000), N3, "b", 2),
            new GatewayOrder.UdpExit("c", 3),
            new GatewayOrder.Udp(at(9001), N3, 61_001)),
        ForwardOrders.declared(topology, "n1"));
  }

  @Test
  void anExitIsToldWhatToAllowAndSocksLeadsToItsOwnLoopbackUnasked() {
    assertEquals(
        List.of(
            new GatewayOrder.UdpExit("a", 1),
            new GatewayOrder.Allow("b", 2),
            new GatewayOrder.UdpExit("d", 4),
            new GatewayOrder.AllowNetworks(
                List.of(
                    Network.parse("127.0.0.0/8"),
                    Network.parse("::1"),
                    Network.parse("10.1.0.0/16")))),
        ForwardOrders.declared(topology, "n3"));
  }
}
