// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.host.Forward;
import rani.model.host.Network;
import rani.model.topology.Topology;
import rani.world.Facts;

/**
 * Orders to a forward's two gateways. The exit, at a virtual address, must have its order first.
 */
public record ForwardOrders(Forward forward, int exitAddress) {
  /** Destinations that SOCKS connections may always have: the exit's own machine. */
  private static final List<Network> LOOPBACK =
      List.of(Network.parse("127.0.0.0/8"), Network.parse("::1"));

  public GatewayOrder atExit() {
    return switch (forward.kind()) {
      case TCP -> new GatewayOrder.Allow(forward.targetHost(), forward.targetPort());
      case UDP -> new GatewayOrder.UdpExit(forward.targetHost(), forward.targetPort());
      case SOCKS -> {
        List<Network> networks = new ArrayList<>(LOOPBACK);
        forward.allow().forEach(text -> networks.add(Network.parse(text)));
        yield new GatewayOrder.AllowNetworks(networks);
      }
    };
  }

  /** Returns the order to the entry; a UDP forward needs the virtual port in the exit's reply. */
  public GatewayOrder atEntry(int exitPort) {
    InetSocketAddress at =
        new InetSocketAddress(InetAddress.ofLiteral(forward.address()), forward.port());
    return switch (forward.kind()) {
      case TCP -> new GatewayOrder.Tcp(at, exitAddress, forward.targetHost(), forward.targetPort());
      case UDP -> new GatewayOrder.Udp(at, exitAddress, exitPort);
      case SOCKS -> new GatewayOrder.Socks(at, exitAddress);
    };
  }

  /**
   * Returns the orders to a foreground node for the forwards in its file. The exit of a UDP forward
   * cannot be queried for its port, but all exits assign ports in the order of the file.
   */
  public static List<GatewayOrder> declared(Topology topology, String node) {
    List<GatewayOrder> orders = new ArrayList<>();
    SequencedMap<String, Integer> udpExits = new LinkedHashMap<>();
    for (Forward forward : topology.forwards()) {
      int exitAddress = topology.node(forward.exit()).orElseThrow().virtualAddress();
      ForwardOrders both = new ForwardOrders(forward, exitAddress);
      int exitPort = GatewayLimits.UDP_EXIT_PORT_FIRST;
      if (forward.kind() == Forward.Kind.UDP) {
        exitPort += udpExits.merge(forward.exit(), 1, Integer::sum) - 1;
      }
      if (forward.exit().equals(node)) {
        orders.add(both.atExit());
      } else if (forward.from().equals(node)) {
        orders.add(both.atEntry(exitPort));
      }
    }
    return orders;
  }

  /** Returns the virtual port in the reply of a UDP forward's exit; 0 if there is none. */
  public static int exitPort(Facts answered) {
    return answered.byKey().get("port") instanceof Number port ? port.intValue() : 0;
  }
}
