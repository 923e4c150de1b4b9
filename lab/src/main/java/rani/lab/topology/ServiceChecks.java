// SPDX-License-Identifier: Apache-2.0
package rani.lab.topology;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import rani.lab.file.LocatedMap;
import rani.lab.file.Location;
import rani.lab.file.Nearest;
import rani.lab.file.Problems;
import rani.lab.file.Quoted;
import rani.service.ServiceProvider;

/** Lets each service of each menu read its own options, which is the check of them. */
final class ServiceChecks {

  private final ServiceCatalog catalog;
  private final Problems problems;

  ServiceChecks(ServiceCatalog catalog, Problems problems) {
    this.catalog = catalog;
    this.problems = problems;
  }

  /** Checks every menu of a network whose nodes have their addresses. */
  void check(Topology topology) {
    SequencedMap<String, Integer> addresses = addresses(topology);
    for (TopologyNode node : topology.nodes()) {
      node.services().forEach((name, options) -> check(node, name, options, addresses));
    }
  }

  /** The virtual address of each node by its name. */
  static SequencedMap<String, Integer> addresses(Topology topology) {
    SequencedMap<String, Integer> addresses = new LinkedHashMap<>();
    topology.nodes().forEach(node -> addresses.put(node.name(), node.virtualAddress()));
    return addresses;
  }

  private void check(
      TopologyNode node, String name, LocatedMap options, SequencedMap<String, Integer> addresses) {
    ServiceProvider provider = catalog.find(name).orElse(null);
    if (provider == null) {
      reportUnknown(options.at(), name);
      return;
    }
    for (String needed : provider.dependsOn()) {
      if (!node.services().containsKey(needed)) {
        problems.report(
            options.at(),
            "service "
                + Quoted.of(name)
                + " of node "
                + Quoted.of(node.name())
                + " needs "
                + Quoted.of(needed)
                + " on the same menu",
            () -> "add " + Quoted.of(needed + ": {}"));
      }
    }
    LocatedOptions reader = new LocatedOptions(options, addresses, problems);
    try {
      var made = provider.create(reader);
      assert made != null;
    } catch (IllegalArgumentException e) {
      // Options that are fine one by one need not go together; the service says which.
      problems.report(options.at(), "service " + Quoted.of(name) + ": " + e.getMessage());
    }
    reader.finish();
  }

  void reportUnknown(Location at, String name) {
    problems.report(
        at, "unknown service " + Quoted.of(name), () -> Nearest.hint(name, catalog.names()));
  }
}
