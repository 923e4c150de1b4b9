// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.util.List;

/**
 * A way for real programs' traffic through a live network.
 *
 * @param kind what is carried
 * @param address a real address to listen at
 * @param port to listen at, 1…65,535
 * @param from the node where it enters
 * @param exit the node where it leaves
 * @param targetHost of the program at the other side, as the exit sees it; empty for SOCKS, where
 *     each connection says it
 * @param targetPort of that program; 0 for SOCKS
 * @param allow networks that a SOCKS connection may lead to, beside the exit's own loopback
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
  /** The most forwards of one network. */
  public static final int FORWARDS_MAX = 64;

  /** The default address at which forwards listen. */
  public static final String LOOPBACK = "127.0.0.1";

  /** What may be carried. */
  public enum Kind {
    /** TCP connections. */
    TCP,
    /** UDP datagrams. */
    UDP,
    /** TCP connections that say by SOCKS version 5 where they lead. */
    SOCKS
  }

  public Forward {
    allow = List.copyOf(allow);
  }

  /** {@code 127.0.0.1:8080}, or {@code [::1]:8080}. */
  public String listening() {
    return hostAndPort(address, port);
  }

  /** Where it leads, in the same form; empty for SOCKS. */
  public String target() {
    return targetHost.isEmpty() ? "" : hostAndPort(targetHost, targetPort);
  }

  private static String hostAndPort(String host, int port) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
