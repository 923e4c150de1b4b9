// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
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
import rani.queue.QueueConfig;
import rani.service.ServiceProvider;

/** Lets each service of each menu read its own options, which is the check of them. */
public final class ServiceChecks {

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
      SequencedSet<String> menu = node.services().sequencedKeySet();
      node.services()
          .forEach((name, options) -> check(node.name(), menu, name, options, addresses));
    }
    SequencedMap<String, List<TopologyLink>> links = topology.linksByNode();
    for (TopologyNode node : topology.nodes()) {
      checkQueues(node, links.getOrDefault(node.name(), List.of()));
    }
    checkSchedule(topology, addresses);
  }

  /** Looks for services that there are not, in a network of which more is wrong already. */
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

  /**
   * Checks what services have to do with a change: those of a node that comes, and those that name
   * one that goes.
   *
   * @param at where it is named
   */
  void checkChange(NetworkChange change, Location at) {
    SequencedMap<String, Integer> addresses = addresses(change.after());
    switch (change) {
      case NetworkChange.AddNode add -> {
        SequencedMap<String, LocatedMap> services = add.node().services();
        services.forEach(
            (name, options) ->
                check(add.node().name(), services.sequencedKeySet(), name, options, addresses));
        checkQueues(add.node(), List.of());
        add.links().forEach(link -> checkEnds(change.after(), link, at));
      }
      case NetworkChange.RemoveNode remove ->
          namedBy(change.after())
              .ifPresent(
                  who ->
                      problems.report(
                          at,
                          "node "
                              + Quoted.of(remove.node().name())
                              + " cannot be removed: "
                              + who
                              + " names it; stop that first"));
      case NetworkChange.AddLink add -> checkEnds(change.after(), add.link(), at);
      case NetworkChange.RemoveLink _ -> {} // not about services
    }
  }

  /** Whether the services of a node can work with its own queue and those of its links. */
  private void checkQueues(TopologyNode node, List<TopologyLink> links) {
    node.services().forEach((service, options) -> checkQueues(node, links, service, options.at()));
  }

  private void checkQueues(
      TopologyNode node, List<TopologyLink> links, String service, Location at) {
    if (node.placement() == TopologyNode.Placement.NODE) {
      checkQueue(node.name(), service, "the node's queue", node.queue(), at);
    }
    for (TopologyLink link : links) {
      checkQueue(
          node.name(),
          service,
          "the queue of " + Quoted.of(node.name() + " -> " + link.farEnd(node.name()).node()),
          link.end(node.name()).queue(),
          at);
    }
  }

  /** Whether the services at both ends can work with the queues of a link that comes. */
  private void checkEnds(Topology topology, TopologyLink link, Location at) {
    for (LinkEnd end : List.of(link.a(), link.b())) {
      topology
          .node(end.node())
          .ifPresent(
              node ->
                  node.services()
                      .sequencedKeySet()
                      .forEach(
                          service ->
                              checkQueue(
                                  node.name(), service, "the link's queue", end.queue(), at)));
    }
  }

  private void checkQueue(
      String node, String service, String which, QueueConfig queue, Location at) {
    catalog
        .find(service)
        .map(provider -> provider.refusal(queue))
        .ifPresent(
            why ->
                problems.report(
                    at,
                    "service "
                        + Quoted.of(service)
                        + " of node "
                        + Quoted.of(node)
                        + " cannot work with "
                        + which
                        + ": "
                        + why));
  }

  /** A service whose options do not hold in a network from which a node is gone. */
  private Optional<String> namedBy(Topology rest) {
    for (TopologyNode node : rest.nodes()) {
      for (String service : node.services().sequencedKeySet()) {
        Problems found = new Problems();
        new ServiceChecks(catalog, found).checkOne(rest, node, service);
        if (!found.isEmpty()) {
          return Optional.of(
              "service " + Quoted.of(service) + " of node " + Quoted.of(node.name()));
        }
      }
    }
    return Optional.empty();
  }

  /** Goes through the schedule in order of time, with the menus as they then are. */
  private void checkSchedule(Topology topology, SequencedMap<String, Integer> addressesAtGo) {
    SequencedMap<String, Integer> addresses = addressesAtGo;
    Topology now = topology;
    SequencedMap<String, LinkedHashSet<String>> menus = new LinkedHashMap<>();
    topology
        .nodes()
        .forEach(node -> menus.put(node.name(), new LinkedHashSet<>(node.services().keySet())));
    for (ScheduleEntry entry : topology.schedule()) {
      switch (entry.action()) {
        case ScheduleEntry.Start start -> {
          checkStart(start, menus.getOrDefault(start.node(), new LinkedHashSet<>()), addresses);
          checkQueues(now, start);
        }
        case ScheduleEntry.Stop stop ->
            checkStop(entry.where(), stop, menus.getOrDefault(stop.node(), new LinkedHashSet<>()));
        case ScheduleEntry.Restart restart ->
            checkRunning(
                entry.where(),
                restart.node(),
                restart.service(),
                menus.getOrDefault(restart.node(), new LinkedHashSet<>()));
        case ScheduleEntry.Tell tell ->
            checkRunning(
                entry.where(),
                tell.node(),
                tell.service(),
                menus.getOrDefault(tell.node(), new LinkedHashSet<>()));
        case ScheduleEntry.Inject inject -> {
          if (isUnknown(inject)) {
            reportUnknown(entry.where(), inject.service());
          }
        }
        case ScheduleEntry.Change change -> {
          if (problems.isEmpty()) {
            checkChange(change.planned(), ChangeReader.removed(change.entry()));
          }
          now = change.planned().after();
          addresses = addresses(now);
          change
              .planned()
              .after()
              .nodes()
              .forEach(
                  node ->
                      menus.putIfAbsent(
                          node.name(), new LinkedHashSet<>(node.services().keySet())));
          menus.keySet().retainAll(change.planned().after().nodeNames());
        }
        case ScheduleEntry.SetLink _,
            ScheduleEntry.Cut _,
            ScheduleEntry.Filter _,
            ScheduleEntry.Unfilter _ -> {} // not about services
      }
    }
  }

  private void checkStart(
      ScheduleEntry.Start start,
      SequencedSet<String> menu,
      SequencedMap<String, Integer> addresses) {
    check(start.node(), menu, start.service(), start.options(), addresses);
    if (!menu.add(start.service())) {
      problems.report(
          start.options().at(),
          "service "
              + Quoted.of(start.service())
              + " of node "
              + Quoted.of(start.node())
              + " is there already at that time",
          () -> "stop it first");
    } else if (menu.size() > TopologyNode.SERVICES_MAX) {
      problems.report(
          start.options().at(), "a node has at most " + TopologyNode.SERVICES_MAX + " services");
    }
  }

  private void checkQueues(Topology now, ScheduleEntry.Start start) {
    List<TopologyLink> links =
        now.links().stream()
            .filter(
                link ->
                    link.a().node().equals(start.node()) || link.b().node().equals(start.node()))
            .toList();
    now.node(start.node())
        .ifPresent(node -> checkQueues(node, links, start.service(), start.options().at()));
  }

  private void checkStop(Location at, ScheduleEntry.Stop stop, SequencedSet<String> menu) {
    checkRunning(at, stop.node(), stop.service(), menu);
    menu.remove(stop.service());
    for (String other : menu) {
      ServiceProvider provider = catalog.find(other).orElse(null);
      if (provider != null && provider.dependsOn().contains(stop.service())) {
        problems.report(
            at,
            "service "
                + Quoted.of(other)
                + " of node "
                + Quoted.of(stop.node())
                + " needs "
                + Quoted.of(stop.service()),
            () -> "stop " + Quoted.of(other) + " first");
      }
    }
  }

  private void checkRunning(Location at, String node, String service, SequencedSet<String> menu) {
    if (!menu.contains(service)) {
      problems.reportName(
          at,
          "node " + Quoted.of(node) + " has no service " + Quoted.of(service) + " at that time",
          service,
          menu);
    }
  }

  /** The virtual address of each node by its name. */
  public static SequencedMap<String, Integer> addresses(Topology topology) {
    SequencedMap<String, Integer> addresses = new LinkedHashMap<>();
    topology.nodes().forEach(node -> addresses.put(node.name(), node.virtualAddress()));
    return addresses;
  }

  private void check(
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
    for (String needed : provider.dependsOn()) {
      if (!menu.contains(needed)) {
        problems.report(
            options.at(),
            "service "
                + Quoted.of(name)
                + " of node "
                + Quoted.of(node)
                + " needs "
                + Quoted.of(needed)
                + " on the same menu",
            () -> "add " + Quoted.of(needed + ": {}"));
      }
    }
    checkOptions(provider, options, addresses);
  }

  /** Checks the options of one service of a node. */
  void checkOne(Topology topology, TopologyNode node, String service) {
    LocatedMap options = node.services().get(service);
    ServiceProvider provider = catalog.find(service).orElse(null);
    if (options != null && provider != null) {
      checkOptions(provider, options, addresses(topology));
    }
  }

  /** Checks what holds whatever services there are by now. */
  void checkNow(Topology topology, List<ScheduleEntry> entries) {
    SequencedMap<String, Integer> addresses = addresses(topology);
    for (ScheduleEntry entry : entries) {
      if (entry.action() instanceof ScheduleEntry.Start start) {
        catalog
            .find(start.service())
            .ifPresentOrElse(
                provider -> checkOptions(provider, start.options(), addresses),
                () -> reportUnknown(start.options().at(), start.service()));
      } else if (entry.action() instanceof ScheduleEntry.Inject inject && isUnknown(inject)) {
        reportUnknown(entry.where(), inject.service());
      }
    }
  }

  private boolean isUnknown(ScheduleEntry.Inject inject) {
    String service = inject.service();
    return !service.isEmpty()
        && InjectReader.number(service).isEmpty()
        && catalog.find(service).isEmpty();
  }

  private void checkOptions(
      ServiceProvider provider, LocatedMap options, SequencedMap<String, Integer> addresses) {
    LocatedOptions reader = new LocatedOptions(options, addresses, problems);
    try {
      var made = provider.create(reader);
      assert made != null;
    } catch (IllegalArgumentException e) {
      // Options that are fine one by one need not go together; the service says which.
      problems.report(
          options.at(), "service " + Quoted.of(provider.name()) + ": " + e.getMessage());
    }
    var beginning = reader.beginning();
    assert beginning != null;
    long idleStopNanos = reader.idleStopNanos();
    assert idleStopNanos >= 0;
    reader.finish();
  }

  void reportUnknown(Location at, String name) {
    problems.report(
        at, "unknown service " + Quoted.of(name), () -> Nearest.hint(name, catalog.names()));
  }
}
