// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.host.Forward;
import rani.model.host.TopologyHost;
import rani.model.jar.OperatorKey;

/**
 * A network, resolved: defaults, what groups say and generators are gone, every value is there.
 * What is built by {@link TopologyFile} is also checked: names are unique, links lead somewhere,
 * services read their options.
 *
 * @param name of the network
 * @param description one line, may be empty
 * @param nodes generated ones first, then in the order of the file
 * @param links generated ones first, then in the order of the file
 * @param forwards for real programs, which a live network has
 * @param schedule what is done to it at times after go, in order of time
 * @param operators who may bring services into it while it runs
 * @param hosts the machines that its nodes run on; none if all run on one
 * @param defaults what nodes and links have that come to it later and do not say it themselves
 */
public record Topology(
    String name,
    String description,
    List<TopologyNode> nodes,
    List<TopologyLink> links,
    List<Forward> forwards,
    List<ScheduleEntry> schedule,
    List<OperatorKey> operators,
    List<TopologyHost> hosts,
    Defaults defaults) {

  /** The most nodes. */
  public static final int NODES_MAX = 10_000;

  /** The most links. */
  public static final int LINKS_MAX = 100_000;

  /** The most operators. */
  public static final int OPERATORS_MAX = 16;

  public Topology {
    nodes = List.copyOf(nodes);
    links = List.copyOf(links);
    forwards = List.copyOf(forwards);
    schedule = List.copyOf(schedule);
    operators = List.copyOf(operators);
    hosts = List.copyOf(hosts);
  }

  /** The host of that name. */
  public Optional<TopologyHost> host(String name) {
    return hosts.stream().filter(host -> host.name().equals(name)).findFirst();
  }

  /** The host that a node runs on; empty if the network has none. */
  public Optional<TopologyHost> hostOf(String node) {
    return node(node).flatMap(found -> host(found.host()));
  }

  /** Whether a link leads from one host to another. */
  public boolean isBetweenHosts(TopologyLink link) {
    return !hosts.isEmpty()
        && !node(link.a().node())
            .map(TopologyNode::host)
            .equals(node(link.b().node()).map(TopologyNode::host));
  }

  /** The names of the nodes of each host, hosts without any included. */
  public SequencedMap<String, List<String>> nodesByHost() {
    SequencedMap<String, List<String>> byHost = new LinkedHashMap<>();
    hosts.forEach(host -> byHost.put(host.name(), new ArrayList<>()));
    nodes.forEach(node -> byHost.getOrDefault(node.host(), new ArrayList<>()).add(node.name()));
    return Collections.unmodifiableSequencedMap(byHost);
  }

  /** The node of that name. */
  public Optional<TopologyNode> node(String name) {
    return nodes.stream().filter(node -> node.name().equals(name)).findFirst();
  }

  /** The groups that have members, and their names, in the order of the nodes. */
  public SequencedMap<String, List<String>> groups() {
    SequencedMap<String, List<String>> groups = new LinkedHashMap<>();
    for (TopologyNode node : nodes) {
      for (String group : node.groups()) {
        groups.computeIfAbsent(group, name -> new ArrayList<>()).add(node.name());
      }
    }
    return Collections.unmodifiableSequencedMap(groups);
  }

  /** The names of the nodes, in order. */
  public List<String> nodeNames() {
    return nodes.stream().map(TopologyNode::name).toList();
  }

  /**
   * The links of every node, in the order of the file. A link's position in its node's list is its
   * number there: {@code link-0}, {@code link-1}, ….
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

  /** This network with one node replaced by another of the same name. */
  public Topology with(TopologyNode changed) {
    List<TopologyNode> others =
        nodes.stream().map(node -> node.name().equals(changed.name()) ? changed : node).toList();
    return withNodes(others);
  }

  /** This network with a service on the menu of a node. */
  Topology withService(String node, String service, LocatedMap options) {
    return node(node).map(found -> with(found.withService(service, options))).orElse(this);
  }

  /** This network without a service on the menu of a node. */
  Topology withoutService(String node, String service) {
    return node(node).map(found -> with(found.withoutService(service))).orElse(this);
  }

  /** What of the schedule nodes do by themselves: all before something is added or removed. */
  public List<ScheduleEntry> scheduleOfNodes() {
    return schedule.subList(0, firstChange());
  }

  /** The rest of the schedule, which is up to the one who runs the network. */
  public List<ScheduleEntry> scheduleOfLab() {
    return schedule.subList(firstChange(), schedule.size());
  }

  /**
   * Refuses to start it where no one stays to run it.
   *
   * @throws FileError if its schedule adds or removes anything
   */
  public void checkNeedsNoLab() throws FileError {
    if (!scheduleOfLab().isEmpty()) {
      throw new FileError(
          scheduleOfLab().getFirst().where(),
          "no one stays with this network who could add or remove anything",
          "`rani run` and `rani console --virtual` do what this schedule wants; or leave it to"
              + " `link add`, `node remove` … in the console");
    }
  }

  private int firstChange() {
    int first = 0;
    while (first < schedule.size()
        && !(schedule.get(first).action() instanceof ScheduleEntry.Change)) {
      first++;
    }
    return first;
  }

  /** This network with another schedule. */
  public Topology withSchedule(List<ScheduleEntry> changed) {
    return new Topology(
        name, description, nodes, links, forwards, changed, operators, hosts, defaults);
  }

  /** This network with other links. */
  public Topology withLinks(List<TopologyLink> changed) {
    return new Topology(
        name, description, nodes, changed, forwards, schedule, operators, hosts, defaults);
  }

  /** This network with other settings of its nodes. */
  public Topology withNodes(List<TopologyNode> changed) {
    return new Topology(
        name, description, changed, links, forwards, schedule, operators, hosts, defaults);
  }
}
