// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.util.List;

/**
 * Forward of real programs' traffic through a live network, like a port forward of ssh.
 *
 * @param address real address at which the forward listens
 * @param port at which it listens, 1…65,535
 * @param from the ingress node
 * @param exit the egress node
 * @param targetHost host of the destination program, resolved at the egress; empty for SOCKS, where
 *     each connection names its destination
 * @param targetPort port of that program; 0 for SOCKS
 * @param allow networks that SOCKS connections may reach besides the loopback of the egress
 */
public record Forward(
    Kind kind,
    String address,
    int port,
    String from,
    String exit,
    String targetHost,
    int targetPort,
    List<String> allow) {
  public static final int FORWARDS_MAX = 64;
  public static final String LOOPBACK = "127.0.0.1";

  public enum Kind {
    /** TCP connections to one destination. */
    TCP,
    UDP,
    /** TCP connections whose destinations are requested by SOCKS version 5. */
    SOCKS
  }

  public Forward {
    allow = List.copyOf(allow);
  }

  /** Returns the listening socket: {@code 127.0.0.1:8080} or {@code [::1]:8080}. */
  public String listening() {
    return hostAndPort(address, port);
  }

  /** Returns the destination as {@code HOST:PORT}; empty for SOCKS. */
  public String target() {
    return targetHost.isEmpty() ? "" : hostAndPort(targetHost, targetPort);
  }

  private static String hostAndPort(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
