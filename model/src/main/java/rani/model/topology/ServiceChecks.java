// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.Nearest;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.menu.LocatedOptions;
import rani.model.menu.ServiceCatalog;
import rani.node.NodeConfig;
import rani.queue.QueueConfig;
import rani.service.ServiceProvider;
import rani.wasm.capsule.FetchedProvider;

/** Checks the services of all menus: each service reads its own options. */
public final class ServiceChecks {
  private final ServiceCatalog catalog;
  private final Problems problems;

  ServiceChecks(ServiceCatalog catalog, Problems problems) {
    this.catalog = catalog;
    this.problems = problems;
  }

  /** Checks every menu and the schedule. The nodes must have addresses. */
  void check(Topology topology) {
    SequencedMap<String, Integer> addresses = addresses(topology);
    topology.nodes().forEach(node -> checkMenu(topology, node, addresses));
    SequencedMap<String, List<TopologyLink>> links = topology.linksByNode();
    for (TopologyNode node : topology.nodes()) {
      checkQueues(node, links.getOrDefault(node.name(), List.of()));
    }
    checkSchedule(topology);
  }

  /** Reports unknown services of a network that has other errors, too. */
  void checkNames(Topology topology) {
    for (TopologyNode node : topology.nodes()) {
      node.services()
          .forEach(
              (name, options) -> {
                if (catalog.find(name).isEmpty()) {
                  reportUnknown(options.at(), name);
                }
              });
    }
  }

  /** Checks services of an added node, or those whose options name a removed one. */
  void checkChange(NetworkChange change, Location at) {
    Topology after = change.after();
    switch (change) {
      case NetworkChange.AddNode add -> {
        checkMenu(after, add.node(), addresses(after));
        checkQueues(add.node(), List.of());
        add.links().forEach(link -> checkEnds(after, link, at));
      }
      case NetworkChange.RemoveNode remove ->
          namedBy(after)
              .ifPresent(
                  who ->
                      problems.report(
                          at,
                          Quoted.in("node %s cannot be removed: ", remove.node().name())
                              + (who + " names it; stop that first")));
      case NetworkChange.AddLink add -> checkEnds(after, add.link(), at);
      case NetworkChange.RemoveLink _ -> {} // not about services
    }
  }

  /** Reports services of a node that cannot work with its queues. */
  private void checkQueues(TopologyNode node, List<TopologyLink> links) {
    node.services().forEach((service, options) -> checkQueues(node, links, service, options.at()));
  }

  private void checkQueues(
      TopologyNode node, List<TopologyLink> links, String service, Location at) {
    String name = node.name();
    if (node.placement() == TopologyNode.Placement.NODE) {
      checkQueue(name, service, "the node's queue", node.queue(), at);
    }
    for (TopologyLink link : links) {
      String which = "the queue of " + Quoted.of(name + " -> " + link.farEnd(name).node());
      checkQueue(name, service, which, link.end(name).queue(), at);
    }
  }

  /** Reports services at both ends of an added link that cannot work with its queues. */
  private void checkEnds(Topology topology, TopologyLink link, Location at) {
    for (LinkEnd end : List.of(link.a(), link.b())) {
      for (String service : topology.node(end.node()).orElseThrow().services().keySet()) {
        checkQueue(end.node(), service, "the link's queue", end.queue(), at);
      }
    }
  }

  private void checkQueue(
      String node, String service, String which, QueueConfig queue, Location at) {
    catalog
        .find(service)
        .map(provider -> provider.refusal(queue))
        .ifPresent(
            why ->
                problems.report(at, of(service, node) + " cannot work with " + which + ": " + why));
  }

  private static String of(String service, String node) {
    return Quoted.in("service %s of node %s", service, node);
  }

  /** Returns a service whose options are invalid in a network without a removed node. */
  private Optional<String> namedBy(Topology rest) {
    SequencedMap<String, Integer> addresses = addresses(rest);
    for (TopologyNode node : rest.nodes()) {
      for (Map.Entry<String, LocatedMap> each : node.services().entrySet()) {
        Problems found = new Problems();
        ServiceChecks checks = new ServiceChecks(catalog, found);
        catalog
            .find(each.getKey())
            .ifPresent(
                provider ->
                    checks.checkAt(rest, node.name(), provider, each.getValue(), addresses));
        if (!found.isEmpty()) {
          return Optional.of(of(each.getKey(), node.name()));
        }
      }
    }
    return Optional.empty();
  }

  /** Checks the schedule in order of time against the menus at each time. */
  private void checkSchedule(Topology topology) {
    Topology now = topology;
    SequencedMap<String, SequencedSet<String>> menus = new LinkedHashMap<>();
    bringMenus(menus, topology);
    for (ScheduleEntry entry : topology.schedule()) {
      List<String> nodes = entry.action().nodes();
      SequencedSet<String> menu =
          menus.getOrDefault(nodes.isEmpty() ? "" : nodes.getFirst(), new LinkedHashSet<>());
      switch (entry.action()) {
        case ScheduleEntry.Start start -> checkStart(start, menu, now);
        case ScheduleEntry.Stop stop -> checkStop(now, entry.where(), stop, menu);
        case ScheduleEntry.Restart restart ->
            checkRunning(entry.where(), restart.node(), restart.service(), menu);
        case ScheduleEntry.Tell tell ->
            checkRunning(entry.where(), tell.node(), tell.service(), menu);
        case ScheduleEntry.Inject inject -> checkKnown(entry.where(), inject);
        case ScheduleEntry.Change change -> {
          if (problems.isEmpty()) {
            checkChange(change.planned(), ChangeReader.removed(change.entry()));
          }
          now = change.planned().after();
          bringMenus(menus, now);
        }
        case ScheduleEntry.SetLink _,
            ScheduleEntry.Cut _,
            ScheduleEntry.Filter _,
            ScheduleEntry.Unfilter _ -> {} // not about services
      }
    }
  }

  /** Adds the menus of added nodes, and removes those of removed nodes. */
  private static void bringMenus(
      SequencedMap<String, SequencedSet<String>> menus, Topology topology) {
    for (TopologyNode node : topology.nodes()) {
      menus.putIfAbsent(node.name(), new LinkedHashSet<>(node.services().keySet()));
    }
    menus.keySet().retainAll(topology.nodeNames());
  }

  private void checkStart(ScheduleEntry.Start start, SequencedSet<String> menu, Topology now) {
    Location at = start.options().at();
    check(now, start.node(), menu, start.service(), start.options(), addresses(now));
    if (!menu.add(start.service())) {
      problems.report(
          at,
          of(start.service(), start.node()) + " is there already at that time",
          () -> "stop it first");
    } else if (menu.size() > TopologyNode.SERVICES_MAX) {
      problems.report(at, "a node has at most " + TopologyNode.SERVICES_MAX + " services");
    }
    List<TopologyLink> links = now.linksByNode().getOrDefault(start.node(), List.of());
    now.node(start.node()).ifPresent(node -> checkQueues(node, links, start.service(), at));
  }

  private void checkStop(
      Topology now, Location at, ScheduleEntry.Stop stop, SequencedSet<String> menu) {
    checkRunning(at, stop.node(), stop.service(), menu);
    menu.remove(stop.service());
    for (String other : menu) {
      ServiceProvider provider = catalog.find(other).orElse(null);
      if (provider != null && now.at(stop.node(), provider).dependsOn().contains(stop.service())) {
        problems.report(
            at,
            of(other, stop.node()) + " needs " + Quoted.of(stop.service()),
            () -> Quoted.in("stop %s first", other));
      }
    }
  }

  private void checkRunning(Location at, String node, String service, SequencedSet<String> menu) {
    if (!menu.contains(service)) {
      problems.reportName(
          at, Quoted.in("node %s has no service %s at that time", node, service), service, menu);
    }
  }

  /** Returns the virtual address of each node, by name. */
  public static SequencedMap<String, Integer> addresses(Topology topology) {
    SequencedMap<String, Integer> addresses = new LinkedHashMap<>();
    topology.nodes().forEach(node -> addresses.put(node.name(), node.virtualAddress()));
    return addresses;
  }

  private void checkMenu(
      Topology network, TopologyNode node, SequencedMap<String, Integer> addresses) {
    SequencedSet<String> menu = node.services().sequencedKeySet();
    node.services()
        .forEach((name, options) -> check(network, node.name(), menu, name, options, addresses));
  }

  private void check(
      Topology network,
      String node,
      SequencedSet<String> menu,
      String name,
      LocatedMap options,
      SequencedMap<String, Integer> addresses) {
    ServiceProvider provider = catalog.find(name).orElse(null);
    if (provider == null) {
      reportUnknown(options.at(), name);
      return;
    }
    for (String needed : network.at(node, provider).dependsOn()) {
      if (!menu.contains(needed)) {
        problems.report(
            options.at(),
            of(name, node) + Quoted.in(" needs %s on the same menu", needed),
            () -> "add " + Quoted.of(needed + ": {}"));
      }
    }
    checkAt(network, node, provider, options, addresses);
  }

  /** Checks the options of a service as it is at a node, and that it can have its code there. */
  private void checkAt(
      Topology network,
      String node,
      ServiceProvider service,
      LocatedMap options,
      SequencedMap<String, Integer> addresses) {
    ServiceProvider there = network.at(node, service);
    NodeConfig.Beginning beginning = checkOptions(there, options, addresses, problems);
    if (there instanceof FetchedProvider && beginning != NodeConfig.Beginning.ON_PACKET) {
      problems.report(
          options.at(),
          "node " + Quoted.of(node) + " does not have the code of " + Quoted.of(service.name()),
          () -> "add `start: on-packet`, so that a packet has it fetched");
    }
  }

  /** Checks entries as far as possible without knowing the current menus. */
  void checkNow(Topology topology, List<ScheduleEntry> entries) {
    SequencedMap<String, Integer> addresses = addresses(topology);
    for (ScheduleEntry entry : entries) {
      if (entry.action() instanceof ScheduleEntry.Start start) {
        catalog
            .find(start.service())
            .ifPresentOrElse(
                provider -> checkAt(topology, start.node(), provider, start.options(), addresses),
                () -> reportUnknown(start.options().at(), start.service()));
      } else if (entry.action() instanceof ScheduleEntry.Inject inject) {
        checkKnown(entry.where(), inject);
      }
    }
  }

  private void checkKnown(Location at, ScheduleEntry.Inject inject) {
    String service = inject.service();
    if (!service.isEmpty()
        && InjectReader.number(service).isEmpty()
        && catalog.find(service).isEmpty()) {
      reportUnknown(at, service);
    }
  }

  /**
   * Reports wrong options of a service, as far as it is known which it has. Returns when it starts.
   */
  static NodeConfig.Beginning checkOptions(
      ServiceProvider provider,
      LocatedMap options,
      SequencedMap<String, Integer> addresses,
      Problems problems) {
    LocatedOptions reader = new LocatedOptions(options, addresses, problems);
    try {
      var _ = provider.create(reader);
    } catch (IllegalArgumentException e) {
      // Each option may be valid while their combination is not; the service reports that.
      problems.report(
          options.at(), "service " + Quoted.of(provider.name()) + ": " + e.getMessage());
    }
    NodeConfig.Beginning beginning = reader.beginning();
    long _ = reader.idleStopNanos();
    if (!(provider instanceof FetchedProvider fetched) || fetched.isDescribed()) {
      reader.finish();
    }
    return beginning;
  }

  void reportUnknown(Location at, String name) {
    problems.report(
        at, "unknown service " + Quoted.of(name), () -> Nearest.hint(name, catalog.names()));
  }
}
