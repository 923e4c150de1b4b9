// SPDX-License-Identifier: Apache-2.0
package rani.model.packet;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.Topology;
import rani.model.topology.TopologyNode;

/** What numbers in a frame are called. */
public interface Names {
  /** The name of the node that has a virtual address. */
  Optional<String> node(int address);

  /** The name of a service by its number; 0 is the node itself. */
  default Optional<String> service(int number) {
    if (number == 0) {
      return Optional.of("the node itself");
    }
    return Optional.ofNullable(Installed.BY_NUMBER.get(number));
  }

  /** The installed services, which do not change while a program runs. */
  final class Installed {
    private static final Map<Integer, String> BY_NUMBER = byNumber();

    private Installed() {}

    private static Map<Integer, String> byNumber() {
      ServiceCatalog catalog = ServiceCatalog.installed();
      Map<Integer, String> names = new LinkedHashMap<>();
      for (String name : catalog.names()) {
        catalog.find(name).ifPresent(provider -> names.put(provider.number(), name));
      }
      return names;
    }
  }

  /** Of no network: only the services that are installed have names. */
  static Names none() {
    return address -> Optional.empty();
  }

  /** Those of a network. */
  static Names of(Topology topology) {
    return address ->
        topology.nodes().stream()
            .filter(node -> node.virtualAddress() == address)
            .map(TopologyNode::name)
            .findFirst();
  }
}
