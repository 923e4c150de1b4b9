// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import rani.model.host.Network;
import rani.world.Facts;

/** The destinations that a gateway may connect to: none by default. */
final class AllowList {
  private final List<Permit> permits = new ArrayList<>();

  /** One allowed destination, until it is closed. */
  final class Permit implements GatewayLease {
    private final List<ConnectRequest> places;
    private final List<Network> networks;

    private Permit(List<ConnectRequest> places, List<Network> networks) {
      this.places = places;
      this.networks = networks;
    }

    /** Its facts. */
    record Shown(String kind, List<String> places, List<String> networks) implements Facts {}

    @Override
    public Shown facts(long nowNanos) {
      return new Shown(
          "allow",
          places.stream().map(to -> to.host() + ":" + to.port()).toList(),
          networks.stream().map(Network::toString).toList());
    }

    @Override
    public void close(long nowNanos) {
      permits.remove(this);
    }
  }

  /** Allows a destination, by the exact host and port of the request. */
  Permit place(ConnectRequest place) {
    return add(new Permit(List.of(place), List.of()));
  }

  /** Allows every port of every address in these networks. */
  Permit networks(List<Network> networks) {
    return add(new Permit(List.of(), List.copyOf(networks)));
  }

  private Permit add(Permit permit) {
    int held = 0;
    for (Permit each : permits) {
      held += each.places.size() + each.networks.size();
    }
    if (held + permit.places.size() + permit.networks.size() > GatewayLimits.ALLOWED_MAX) {
      throw new IllegalArgumentException(
          "a gateway is allowed at most " + GatewayLimits.ALLOWED_MAX + " places and networks");
    }
    permits.add(permit);
    return permit;
  }

  /** Whether the host and port are allowed by name, whatever address the name resolves to. */
  boolean allows(ConnectRequest place) {
    return permits.stream().anyMatch(permit -> permit.places.contains(place));
  }

  /** Whether any rule could allow a host, before its name is resolved. */
  boolean allowsAnyNetwork() {
    return permits.stream().anyMatch(permit -> !permit.networks.isEmpty());
  }

  /** Whether an address is allowed. */
  boolean allows(InetAddress address) {
    return permits.stream()
        .anyMatch(permit -> permit.networks.stream().anyMatch(range -> range.contains(address)));
  }
}
