// SPDX-License-Identifier: Apache-2.0
package rani.node;

import io.netty.buffer.ByteBuf;
import io.netty.util.collection.IntObjectHashMap;
import org.jspecify.annotations.Nullable;
import rani.wire.Frame;
import rani.wire.Ipv4Header;

/** The UDP and RDP ports that services have claimed, and the services that take unclaimed ports. */
final class PortTable {
  private static final int PORT_MAX = 0xFFFF;

  private final IntObjectHashMap<InstalledService> owners = new IntObjectHashMap<>();
  private final IntObjectHashMap<InstalledService> takersOfRest = new IntObjectHashMap<>();
  private @Nullable InstalledService edge;

  /** Returns the service that a passive packet is for; null if there is none. */
  @Nullable InstalledService owner(ByteBuf frame) {
    int port = Frame.destinationPort(frame);
    if (port == Frame.NO_PORT) {
      return null;
    }
    int protocol = Ipv4Header.protocol(frame, Frame.ipv4(frame));
    InstalledService owner = owners.get(key(protocol, port));
    return owner == null ? takersOfRest.get(protocol) : owner;
  }

  @Nullable InstalledService owner(int protocol, int port) {
    requirePorts(protocol);
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException("ports are 1…" + PORT_MAX + ", not " + port);
    }
    return owners.get(key(protocol, port));
  }

  void give(int protocol, int port, InstalledService service) {
    owners.put(key(protocol, port), service);
  }

  void free(int protocol, int port) {
    owners.remove(key(protocol, port));
  }

  void freeAllOf(InstalledService service) {
    owners.entrySet().removeIf(entry -> entry.getValue() == service);
    takersOfRest.entrySet().removeIf(entry -> entry.getValue() == service);
    edge = edge == service ? null : edge;
  }

  /** The service that takes whatever no service claims, of any protocol; null if there is none. */
  @Nullable InstalledService edge() {
    return edge;
  }

  /** Gives whatever is unclaimed to the first service that asks; false if another was first. */
  boolean giveEdge(InstalledService service) {
    edge = edge == null ? service : edge;
    return edge == service;
  }

  /** Gives a protocol's unclaimed ports to the first service that asks; false to any other. */
  boolean giveRest(int protocol, InstalledService service) {
    requirePorts(protocol);
    InstalledService taker = takersOfRest.get(protocol);
    if (taker == null) {
      takersOfRest.put(protocol, service);
    }
    return taker == null || taker == service;
  }

  private static void requirePorts(int protocol) {
    if (protocol != Ipv4Header.PROTOCOL_UDP && protocol != Ipv4Header.PROTOCOL_RDP) {
      throw new IllegalArgumentException("protocol " + protocol + " has no ports here");
    }
  }

  private static int key(int protocol, int port) {
    return protocol << 16 | port;
  }
}
