// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import rani.ground.LabFailure;
import rani.link.LinkTrace;
import rani.model.code.CodeVerifier;
import rani.model.code.NetworkCode;
import rani.model.code.NetworkModule;
import rani.model.edge.EdgeProgram;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.host.Forward;
import rani.model.host.TopologyHost;
import rani.model.jar.OperatorKey;
import rani.model.menu.CodeWorld;
import rani.model.menu.ServiceCatalog;
import rani.service.ServiceProvider;
import rani.wasm.capsule.Capsule;
import rani.wasm.capsule.CapsuleHost;
import rani.wasm.capsule.CodePolicy;

/**
 * Resolved network: defaults, groups and generators are applied, and every value is present.
 * Networks built by {@link TopologyFile} are also checked: names are unique, links have existing
 * ends, services accept their options.
 *
 * @param description one line, may be empty
 * @param nodes generated nodes first, then in the order of the file
 * @param links generated links first, then in the order of the file
 * @param forwards for real programs' traffic in a live network
 * @param edges real programs at nodes of a live network
 * @param schedule operations in order of time
 * @param operators public keys of those who may upload services to the running network
 * @param hosts machines that run the nodes; empty if one machine runs all
 * @param defaults settings of nodes and links that are added later
 * @param traces that links may follow, by name
 * @param modules services in WebAssembly, by name
 */
public record Topology(
    String name,
    String description,
    List<TopologyNode> nodes,
    List<TopologyLink> links,
    List<Forward> forwards,
    List<EdgeProgram> edges,
    List<ScheduleEntry> schedule,
    List<OperatorKey> operators,
    List<TopologyHost> hosts,
    Defaults defaults,
    SequencedMap<String, LinkTrace> traces,
    SequencedMap<String, NetworkModule> modules) {
  public static final int NODES_MAX = 10_000;
  public static final int LINKS_MAX = 100_000;
  public static final int OPERATORS_MAX = 16;

  public Topology {
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
    forwards = List.copyOf(forwards);
    edges = List.copyOf(edges);
    schedule = List.copyOf(schedule);
    operators = List.copyOf(operators);
    hosts = List.copyOf(hosts);
    traces = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(traces));
    modules = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(modules));
  }

  /**
   * Returns services with those of this network's modules, which capsules may hold, too. What runs
   * at a node is of {@link #catalog(ServiceCatalog, CodePolicy)}.
   */
  public ServiceCatalog catalog(ServiceCatalog services) {
    return catalog(services, CodePolicy.NONE);
  }

  /** Returns the services of a node that runs such code from outside. */
  public ServiceCatalog catalog(ServiceCatalog services, CodePolicy policy) {
    ServiceCatalog all = services;
    if (!modules.isEmpty()) {
      all =
          all.with(
              modules.values().stream()
                  .map(NetworkModule::provider)
                  .toArray(ServiceProvider[]::new));
    }
    return all.find(Capsule.NAME).isEmpty()
        ? all
        : all.replacing(new Capsule.Provider(capsuleHost(services.world(), policy)));
  }

  private CapsuleHost capsuleHost(CodeWorld world, CodePolicy policy) {
    return new CapsuleHost(
        policy,
        new CodeVerifier(policy, name, operators, world.clock()),
        world.preparation(),
        modules.values().stream()
            .flatMap(module -> Stream.ofNullable(module.code()))
            .map(NetworkCode::module)
            .toList());
  }

  /**
   * Returns a service of the catalog as it is at a node: one whose code the node does not have is
   * fetched, and the service of capsules has the modules that the node has.
   */
  public ServiceProvider at(String node, ServiceProvider service) {
    NetworkModule module = modules.get(service.name());
    if (module != null) {
      return module.isAt(node) ? service : module.fetched();
    }
    return service instanceof Capsule.Provider capsule
            && !modules.values().stream().allMatch(NetworkModule::isEverywhere)
        ? capsule.having(name -> isAt(node, name))
        : service;
  }

  private boolean isAt(String node, String name) {
    NetworkModule module = modules.get(name);
    return module != null && module.isAt(node);
  }

  public Optional<TopologyHost> host(String name) {
    return hosts.stream().filter(host -> host.name().equals(name)).findFirst();
  }

  /** Returns the host of a node; empty if the network has no hosts. */
  public Optional<TopologyHost> hostOf(String node) {
    return node(node).flatMap(found -> host(found.host()));
  }

  /** Returns whether a link connects nodes on different hosts. */
  public boolean isBetweenHosts(TopologyLink link) {
    return !hosts.isEmpty()
        && !node(link.a().node())
            .map(TopologyNode::host)
            .equals(node(link.b().node()).map(TopologyNode::host));
  }

  /** Returns the names of the nodes of each host, including hosts without nodes. */
  public SequencedMap<String, List<String>> nodesByHost() {
    SequencedMap<String, List<String>> byHost = new LinkedHashMap<>();
    hosts.forEach(host -> byHost.put(host.name(), new ArrayList<>()));
    nodes.forEach(node -> byHost.getOrDefault(node.host(), new ArrayList<>()).add(node.name()));
    return Collections.unmodifiableSequencedMap(byHost);
  }

  public Optional<TopologyNode> node(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
  }

  /** Returns the names of the members of each group that has any, in the order of the nodes. */
  public SequencedMap<String, List<String>> groups() {
    SequencedMap<String, List<String>> groups = new LinkedHashMap<>();
    for (TopologyNode node : nodes) {
      for (String group : node.groups()) {
        groups.computeIfAbsent(group, name -> new ArrayList<>()).add(node.name());
      }
    }
    return Collections.unmodifiableSequencedMap(groups);
  }

  public List<String> nodeNames() {
    return nodes.stream().map(TopologyNode::name).toList();
  }

  /** Returns the names of the nodes that rani runs. */
  public List<String> ownNames() {
    return nodes.stream().filter(node -> !node.foreign()).map(TopologyNode::name).toList();
  }

  /** Returns the names of the nodes that other programs are. */
  public Set<String> foreign() {
    Set<String> names = new LinkedHashSet<>(nodeNames());
    ownNames().forEach(names::remove);
    return names;
  }

  /**
   * Returns the links of every node, in the order of the file. The index in the list is the link's
   * number at the node: {@code link-0}, {@code link-1}, ….
   */
  public SequencedMap<String, List<TopologyLink>> linksByNode() {
    SequencedMap<String, List<TopologyLink>> byNode = new LinkedHashMap<>();
    nodes.forEach(node -> byNode.put(node.name(), new ArrayList<>()));
    for (TopologyLink link : links) {
      for (String end : List.of(link.a().node(), link.b().node())) {
        byNode.getOrDefault(end, new ArrayList<>()).add(link);
      }
    }
    return Collections.unmodifiableSequencedMap(byNode);
  }

  /** Returns this network with one node replaced by another of the same name. */
  public Topology with(TopologyNode changed) {
    List<TopologyNode> others =
        nodes.stream().map(node -> node.name().equals(changed.name()) ? changed : node).toList();
    return withNodes(others);
  }

  Topology withService(String node, String service, LocatedMap options) {
    return node(node).map(found -> with(found.withService(service, options))).orElse(this);
  }

  Topology withoutService(String node, String service) {
    return node(node).map(found -> with(found.withoutService(service))).orElse(this);
  }

  /** Returns what nodes do themselves: all entries before a link or node is added or removed. */
  public List<ScheduleEntry> scheduleOfNodes() {
    return schedule.subList(0, firstChange());
  }

  /** Returns the rest of the schedule, which the supervisor performs. */
  public List<ScheduleEntry> scheduleOfLab() {
    return schedule.subList(firstChange(), schedule.size());
  }

  /** Throws if the schedule changes the network, which needs a supervisor. */
  public void checkNeedsNoLab() throws FileError {
    if (!scheduleOfLab().isEmpty()) {
      throw new FileError(
          scheduleOfLab().getFirst().where(),
          "no one stays with this network who could add or remove anything",
          "`rani run` and `rani console --virtual` do what this schedule wants; or leave it to"
              + " `link add`, `node remove` … in the console");
    }
  }

  /** Throws if there are programs at edges, where no one would start them. */
  public void checkHasNoPrograms() throws LabFailure {
    if (!edges.isEmpty()) {
      throw new LabFailure(
          "topology %s has edges, and only `rani up` and `rani run` start their programs; leave"
                  .formatted(name)
              + " `edges` out");
    }
  }

  private int firstChange() {
    return (int)
        schedule.stream()
            .takeWhile(entry -> !(entry.action() instanceof ScheduleEntry.Change))
            .count();
  }

  public Topology withSchedule(List<ScheduleEntry> changed) {
    return new Topology(
        name,
        description,
        nodes,
        links,
        forwards,
        edges,
        changed,
        operators,
        hosts,
        defaults,
        traces,
        modules);
  }

  public Topology withLinks(List<TopologyLink> changed) {
    return new Topology(
        name,
        description,
        nodes,
        changed,
        forwards,
        edges,
        schedule,
        operators,
        hosts,
        defaults,
        traces,
        modules);
  }

  public Topology withNodes(List<TopologyNode> changed) {
    return new Topology(
        name,
        description,
        changed,
        links,
        forwards,
        edges,
        schedule,
        operators,
        hosts,
        defaults,
        traces,
        modules);
  }
}
