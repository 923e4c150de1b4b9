// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import java.util.List;
import rani.ground.LabFailure;
import rani.model.menu.ServiceCatalog;
import rani.node.NodeFacts;
import rani.nodehost.conversation.StatusQuery;
import rani.service.ServiceProvider;
import rani.wire.PacketPlan;

/** Checks, before packets are sent, whether they can reach their destination. */
final class Preflight {
  private Preflight() {}

  /** Refuses packets without a route, over a link's MTU, or for a service on no menu there. */
  static void check(NetworkSnapshot survey, InjectOrder order) throws InjectionRefused, LabFailure {
    PacketPlan packet = order.inject().packet();
    NetworkPath path = NetworkPath.find(survey, order.from(), order.to());
    if (!path.complete()) {
      throw new InjectionRefused(path.problem());
    }
    for (NetworkPath.Hop hop : path.hops()) {
      if (packet.lengthBytes() > hop.mtuBytes()) {
        throw new InjectionRefused(
            "%s B are too big for link %s, mtu %s B"
                .formatted(packet.lengthBytes(), hop.name(), hop.mtuBytes()));
      }
    }
    if (packet.active() && packet.serviceNumber() != 0) {
      checkService(survey, path, packet.serviceNumber());
    }
  }

  private static void checkService(NetworkSnapshot survey, NetworkPath path, int number)
      throws InjectionRefused, LabFailure {
    ServiceCatalog catalog = survey.topology().catalog(ServiceCatalog.installed());
    ServiceProvider provider = null;
    for (String name : catalog.names()) {
      ServiceProvider candidate = catalog.find(name).orElseThrow();
      provider = candidate.number() == number ? candidate : provider;
    }
    if (provider == null) {
      return; // an operator's own service; only nodes' menus would show its name
    }
    boolean everyHop = provider.reach() == ServiceProvider.Reach.EVERY_HOP;
    List<String> asked = everyHop ? path.nodes() : List.of(path.to());
    if (asked.stream().anyMatch(survey::isForeign)) {
      return; // it may have the service, and does not tell
    }
    for (String node : asked) {
      NodeFacts.OfService facts =
          survey.testbed().show(node, StatusQuery.SERVICES).services().get(provider.name());
      if (facts != null && facts.stopped() == null) {
        return;
      }
    }
    String remedy =
        "`%s service start %s` puts it there, --force sends all the same"
            .formatted(path.to(), provider.name());
    throw new InjectionRefused(
        everyHop && asked.size() > 1
            ? "no node from %s to %s has the service %s on its menu; %s"
                .formatted(path.from(), path.to(), provider.name(), remedy)
            : "node %s has no service %s on its menu; %s"
                .formatted(path.to(), provider.name(), remedy));
  }
}
