// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import rani.model.host.Network;
import rani.world.Facts;

/** Destinations outside the network that a gateway may connect to; by default none. */
final class AllowList {
  private final List<Permit> permits = new ArrayList<>();

  /** A permission for destinations, which lasts until it is closed. */
  final class Permit implements GatewayLease {
    private final List<ConnectRequest> places;
    private final List<Network> networks;

    private Permit(List<ConnectRequest> places, List<Network> networks) {
      this.places = places;
      this.networks = networks;
    }

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

  /** Allows one destination. A request must have exactly this host and port. */
  Permit place(ConnectRequest place) {
    return add(new Permit(List.of(place), List.of()));
  }

  /** Allows every port of every address in some networks. */
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

  /** Reports whether a host and port are allowed, whatever address the host resolves to. */
  boolean allows(ConnectRequest place) {
    return permits.stream().anyMatch(permit -> permit.places.contains(place));
  }

  /** Reports whether any network is allowed, so that resolving a host name makes sense. */
  boolean allowsAnyNetwork() {
    return permits.stream().anyMatch(permit -> !permit.networks.isEmpty());
  }

  /** Reports whether an address is in an allowed network. */
  boolean allows(InetAddress address) {
    return permits.stream()
        .anyMatch(permit -> permit.networks.stream().anyMatch(range -> range.contains(address)));
  }
}
