// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import rani.model.host.Network;
import rani.nodehost.conversation.VerbCall;
import rani.wire.Address;

/**
 * An order to a gateway, which is sent as a {@link VerbCall}. The reply has an {@code id}, by which
 * {@link Show} and {@link Release} refer to the order.
 */
public sealed interface GatewayOrder {
  String SERVICE = "gateway";

  /**
   * Forwards TCP connections at a real address to a host and port behind another node. That node,
   * {@code exit}, is given by its virtual address.
   */
  record Tcp(InetSocketAddress at, int exit, String host, int port) implements GatewayOrder {}

  /** Runs a SOCKS proxy whose connections leave the network at another node. */
  record Socks(InetSocketAddress at, int exit) implements GatewayOrder {}

  /** Allows streams to leave the network for one destination, with exactly this host and port. */
  record Allow(String host, int port) implements GatewayOrder {}

  /** Allows streams to leave the network for any port of addresses in some networks. */
  record AllowNetworks(List<Network> networks) implements GatewayOrder {}

  /** Forwards datagrams at a real address to the virtual port in the reply to {@link UdpExit}. */
  record Udp(InetSocketAddress at, int exit, int exitPort) implements GatewayOrder {}

  /** Passes datagrams out of the network, to one destination. */
  record UdpExit(String host, int port) implements GatewayOrder {}

  /** Opens a message socket for a program to connect to an RDP port of another node. */
  record Dial(int address, int port) implements GatewayOrder {}

  /** Opens a message socket for a program to accept connections to an RDP port of this node. */
  record Await(int port) implements GatewayOrder {}

  record Show(long id) implements GatewayOrder {}

  /** Ends an order and all its connections. */
  record Release(long id) implements GatewayOrder {}

  default VerbCall tell() {
    return switch (this) {
      case Tcp o -> tell("tcp", place(o.at), o.at.getPort(), Address.text(o.exit), o.host, o.port);
      case Socks o -> tell("socks", place(o.at), o.at.getPort(), Address.text(o.exit));
      case Allow o -> tell("allow", o.host, o.port);
      case AllowNetworks o -> tell("allow-networks", o.networks.toArray());
      case Udp o -> tell("udp", place(o.at), o.at.getPort(), Address.text(o.exit), o.exitPort);
      case UdpExit o -> tell("udp-exit", o.host, o.port);
      case Dial o -> tell("dial", Address.text(o.address), o.port);
      case Await o -> tell("await", o.port);
      case Show o -> tell("show", o.id);
      case Release o -> tell("release", o.id);
    };
  }

  private static String place(InetSocketAddress at) {
    return at.getAddress().getHostAddress();
  }

  private static VerbCall tell(String verb, Object... arguments) {
    List<String> texts = new ArrayList<>();
    for (Object argument : arguments) {
      texts.add(argument.toString());
    }
    return new VerbCall(SERVICE, verb, texts);
  }

  /** Reads the words that {@link #tell} returns; throws with a message if they are wrong. */
  static GatewayOrder parse(String verb, List<String> given) {
    Arguments of = new Arguments(verb, given);
    return switch (verb) {
      case "tcp" -> of.count(5, new Tcp(of.at(), of.node(2), of.text(3), of.port(4)));
      case "socks" -> of.count(3, new Socks(of.at(), of.node(2)));
      case "allow" -> of.count(2, new Allow(of.text(0), of.port(1)));
      case "allow-networks" -> new AllowNetworks(given.stream().map(Network::parse).toList());
      case "udp" -> of.count(4, new Udp(of.at(), of.node(2), of.port(3)));
      case "udp-exit" -> of.count(2, new UdpExit(of.text(0), of.port(1)));
      case "dial" -> of.count(2, new Dial(of.node(0), of.port(1)));
      case "await" -> of.count(1, new Await(of.port(0)));
      case "show" -> of.count(1, new Show(of.number(0)));
      case "release" -> of.count(1, new Release(of.number(0)));
      default -> throw new IllegalArgumentException("a gateway has no verb `" + verb + "`");
    };
  }

  /** The words after a verb; the verb is named in error messages. */
  record Arguments(String verb, List<String> words) {
    private static final int PORT_MAX = 65_535;

    <T> T count(int wanted, T made) {
      if (words.size() != wanted) {
        throw new IllegalArgumentException(
            "`" + verb + "` takes " + wanted + " arguments, not " + words.size());
      }
      return made;
    }

    String text(int which) {
      if (which >= words.size()) {
        throw new IllegalArgumentException("`" + verb + "` lacks arguments");
      }
      return words.get(which);
    }

    long number(int which) {
      try {
        return Long.parseLong(text(which));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("`" + text(which) + "` is no number", e);
      }
    }

    int port(int which) {
      return port(which, 1);
    }

    private int port(int which, int least) {
      long port = number(which);
      if (port < least || port > PORT_MAX) {
        throw new IllegalArgumentException("a port is 1…" + PORT_MAX + ", not " + port);
      }
      return (int) port;
    }

    int node(int which) {
      return Address.parse(text(which));
    }

    InetSocketAddress at() {
      return new InetSocketAddress(InetAddress.ofLiteral(text(0)), port(1, 0));
    }
  }
}
