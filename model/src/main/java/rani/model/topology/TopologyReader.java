// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import rani.link.LinkTrace;
import rani.model.choice.ChoiceReader;
import rani.model.code.CodeReader;
import rani.model.code.NetworkModule;
import rani.model.edge.EdgeProgram;
import rani.model.edge.EdgeReader;
import rani.model.file.Form;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;
import rani.model.host.Forward;
import rani.model.host.ForwardReader;
import rani.model.host.HostReader;
import rani.model.host.TopologyHost;
import rani.model.jar.OperatorKey;
import rani.model.trace.TraceReader;

/**
 * Reads a topology: merges defaults, groups and a node's own settings, adds generated nodes and
 * links, and resolves both directions of every link. Layers are merged as trees, before any value
 * is read, so that each value keeps its location in the file. Each layer is also read by itself, so
 * that errors in a group without members are found.
 */
final class TopologyReader {
  private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,31}");
  private static final Pattern NETWORK_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private static final Vocabulary DEFAULTS_KEYS =
      Vocabulary.of(
          new Property("node", NodeSettings.LAYER, "Settings of every node."),
          new Property("link", LinkReader.DIRECTION, "Values of every link."));

  static final Vocabulary KEYS =
      Vocabulary.of(
          new Property(
              TopologyFile.KIND_KEY,
              Form.FILE_NAME,
              "The name of the network; the key also tells the kind of file."),
          new Property("description", Form.TEXT, "One line on what it is."),
          ChoiceReader.PROPERTY,
          new Property(
              "hosts",
              HostReader.HOSTS,
              "The machines that nodes run on. Without it all run on the one that starts them."),
          TraceReader.PROPERTY,
          CodeReader.PROPERTY,
          Property.mapping(
              "defaults",
              DEFAULTS_KEYS,
              "What holds unless a group, a node or a link says otherwise."),
          new Property(
              "groups",
              new Form.Named(Form.NAME, NodeSettings.LAYER),
              "Settings given to each member; over the defaults, under a node's own."),
          new Property(
              "generate",
              Generators.GENERATE,
              "Networks of a regular shape. Nodes and links made here may be named again below, to"
                  + " say more of them."),
          new Property(
              "nodes",
              new Form.Named(
                  new Form.Text("^(?!(total|mean)$)" + NODE_NAME + "$"), NodeSettings.NODE),
              "Nodes by name, a letter and up to 31 letters, digits, - or _."),
          new Property(
              "links",
              new Form.Named(
                  new Form.Text("^\\S+\\s+--\\s+\\S+(\\s*#[0-9]{1,4})?$"), LinkReader.LINK),
              "Links by `A -- B`; \"A -- B #2\", in quotes, is a second one between the two."),
          new Property(
              "forwards",
              ForwardReader.FORWARDS,
              "Ways for real programs' traffic through a live network."),
          new Property(
              "edges",
              EdgeReader.EDGES,
              "Real programs at nodes of a live network, by name, each in its node's edge."),
          OperatorReader.OPERATORS,
          new Property(
              "schedule",
              ScheduleReader.SCHEDULE,
              "What is done to the network at times after go."));

  private final Problems problems;
  private LocatedMap defaultNode;
  private LocatedMap defaultLink;
  private final SequencedMap<String, LocatedMap> groups = new LinkedHashMap<>();
  private SequencedMap<String, TopologyHost> hosts = new LinkedHashMap<>();
  private final SequencedMap<String, NodeDraft> nodes = new LinkedHashMap<>();
  private final SequencedMap<String, LinkDraft> links = new LinkedHashMap<>();

  /** Node while the file is read: its location and its own settings. */
  private record NodeDraft(Location at, LocatedMap own) {}

  private TopologyReader(Problems problems) {
    this.problems = problems;
    this.defaultNode = LocatedMap.empty(Location.ofFile(""));
    this.defaultLink = defaultNode;
  }

  /**
   * Reads a topology, whose name has a default or is mandatory. After problems the result only
   * serves to find more.
   */
  static TopologyDraft read(LocatedMap root, Optional<String> nameOtherwise, Problems problems) {
    return new TopologyReader(problems).topology(root, nameOtherwise);
  }

  private TopologyDraft topology(LocatedMap root, Optional<String> nameOtherwise) {
    MapReader top = new MapReader(root, KEYS, problems);
    if (nameOtherwise.isEmpty()) {
      top.require("topology");
    }
    String name = top.text("topology").or(() -> nameOtherwise).orElse("");
    if (top.value("topology").isPresent()) {
      String form = "up to 64 letters, digits, `.`, `-` or `_`";
      checkName(name, top.at("topology"), "network", NETWORK_NAME, form);
    }
    String description = top.text("description").orElse("");
    hosts = HostReader.read(top.mapping("hosts"), problems);
    SequencedMap<String, LinkTrace> traces =
        TraceReader.read(top.mapping(TraceReader.TRACES), problems);
    readDefaults(new MapReader(top.mapping("defaults"), DEFAULTS_KEYS, problems));
    top.mapping("groups").entries().forEach(this::readGroup);
    Generators.read(top.mapping("generate"), problems).forEach(this::addGenerated);
    top.mapping("nodes").entries().forEach(this::addNode);
    checkCount(top.at("nodes"), nodes.size(), Topology.NODES_MAX, "nodes");
    top.mapping("links").entries().forEach(this::addLink);
    checkCount(top.at("links"), links.size(), Topology.LINKS_MAX, "links");
    List<Forward> forwards =
        ForwardReader.read(top.values("forwards"), nodes.sequencedKeySet(), foreign(), problems);
    List<EdgeProgram> edges =
        EdgeReader.read(top.mapping("edges"), nodes.sequencedKeySet(), foreign(), problems);
    List<OperatorKey> operators = OperatorReader.read(top, problems);
    SequencedMap<String, NetworkModule> modules =
        CodeReader.read(
            top.mapping(CodeReader.MODULES), nodes.sequencedKeySet(), operators, problems);
    List<LocatedValue> schedule = top.values("schedule");
    top.finish();
    if (nodes.isEmpty() && problems.isEmpty()) {
      problems.report(top.at("nodes"), "the network has no nodes", () -> "add `nodes: {n1: {}}`");
    }

    SequencedMap<String, NodeSettings> readers = new LinkedHashMap<>();
    nodes.forEach(
        (node, draft) -> readers.put(node, NodeSettings.read(merged(draft), true, problems)));
    SequencedMap<String, Integer> addresses = new LinkedHashMap<>();
    readers.forEach((node, reader) -> addresses.put(node, address(reader, addresses.size() + 1)));
    List<LinkDraft.Resolved> resolved = new ArrayList<>();
    for (LinkDraft link : links.values()) {
      resolved.add(link.resolved(defaultLink, readers, addresses, traces, problems));
    }
    List<TopologyDraft.Node> drafts = new ArrayList<>();
    readers.forEach((node, reader) -> drafts.add(draft(node, reader, drafts.size() + 1)));
    List<TopologyDraft.Node> placed = placed(drafts, resolved);
    Topology network =
        new Topology(
            name,
            description,
            placed.stream().map(TopologyDraft.Node::node).toList(),
            resolved.stream().map(LinkDraft.Resolved::link).toList(),
            forwards,
            edges,
            List.of(),
            operators,
            List.copyOf(hosts.sequencedValues()),
            Defaults.of(defaultNode, defaultLink),
            traces,
            modules);
    return new TopologyDraft(
        network.withSchedule(ScheduleReader.read(schedule, network, problems)), placed, resolved);
  }

  private void readDefaults(MapReader defaults) {
    defaultNode = defaults.mapping("node");
    defaultLink = defaults.mapping("link");
    defaults.finish();
    readLayer(defaultNode);
    new QueueReader(new LinkReader(defaultLink, problems).queue(), false, problems);
  }

  private void readGroup(String name, LocatedMap.Entry entry) {
    checkName(name, entry.keyAt(), "group");
    MapReader.mapOf(entry.value(), "group " + Quoted.of(name), problems)
        .ifPresent(
            settings -> {
              groups.put(name, settings);
              readLayer(settings);
            });
  }

  private void readLayer(LocatedMap settings) {
    checkHost(settings);
    NodeSettings layer = NodeSettings.read(settings, false, problems);
    if (layer.queueMap().get("discipline").isPresent()) {
      layer.queue().config(layer.queueMap());
    }
  }

  private void addGenerated(Generators.Generated generated) {
    for (String name : generated.nodes()) {
      if (!checkNodeName(name, generated.at())) {
        return;
      }
      if (nodes.put(name, new NodeDraft(generated.at(), generated.settings())) != null) {
        problems.report(
            generated.at(),
            "duplicate node " + Quoted.of(name) + ": two generators make it",
            () -> "give one of them another `prefix`");
        return;
      }
    }
    for (List<String> pair : generated.links()) {
      LinkName name = new LinkName(pair.get(0), pair.get(1), 1);
      links.put(
          name.identity(),
          new LinkDraft(name, generated.at(), LocatedMap.empty(generated.at()), true));
    }
  }

  private void addNode(String name, LocatedMap.Entry entry) {
    if (!checkNodeName(name, entry.keyAt())) {
      return;
    }
    MapReader.mapOf(entry.value(), "node " + Quoted.of(name), problems)
        .ifPresent(
            own -> {
              NodeDraft made = nodes.get(name);
              LocatedMap settings = made == null ? own : made.own().overlaidBy(own);
              nodes.put(name, new NodeDraft(entry.keyAt(), settings));
            });
  }

  private void addLink(String key, LocatedMap.Entry entry) {
    LinkName name = LinkName.parse(key).orElse(null);
    if (name == null) {
      problems.report(
          entry.keyAt(),
          Quoted.of(key) + " does not name a link",
          () -> "write `A -- B`, or `A -- B #2` in quotes for a second link between the two");
      return;
    }
    if (name.a().equals(name.b())) {
      problems.report(entry.keyAt(), "link " + Quoted.of(key) + " leads from a node to itself");
      return;
    }
    Optional<LocatedMap> own = MapReader.mapOf(entry.value(), "link " + Quoted.of(key), problems);
    boolean aIsNode = isNode(name.a(), key, entry.keyAt());
    boolean bIsNode = isNode(name.b(), key, entry.keyAt());
    if (!aIsNode || !bIsNode) {
      own.ifPresent(this::readAlone);
      return;
    }
    LinkDraft before = links.get(name.identity());
    if (before != null && !before.generated()) {
      problems.report(
          entry.keyAt(),
          "duplicate link " + Quoted.of(key) + ", first given in line " + before.at().line(),
          () -> "number a second link between the two: `" + name.a() + " -- " + name.b() + " #2`");
      return;
    }
    LinkName kept = before == null ? name : before.name();
    own.ifPresent(
        map -> links.put(name.identity(), new LinkDraft(kept, entry.keyAt(), map, false)));
  }

  /** Reads a link with unknown nodes, so that errors in its settings are found, too. */
  private void readAlone(LocatedMap own) {
    new QueueReader(new LinkReader(LinkDraft.both(own), problems).queue(), false, problems);
  }

  private boolean isNode(String name, String link, Location at) {
    if (nodes.containsKey(name)) {
      return true;
    }
    problems.reportName(
        at,
        "link " + Quoted.of(link) + " leads to the unknown node " + Quoted.of(name),
        name,
        nodes.sequencedKeySet());
    return false;
  }

  private boolean checkNodeName(String name, Location at) {
    if (TopologyNode.NAMES_OF_ALL.contains(name)) {
      problems.report(
          at,
          Quoted.of(name) + " cannot name a node",
          () -> "metrics of all nodes have it in their names, such as delivered.total");
      return false;
    }
    return checkName(name, at, "node");
  }

  private boolean checkName(String name, Location at, String kind) {
    String form = "a letter, then up to 31 letters, digits, `-` or `_`";
    return checkName(name, at, kind, NODE_NAME, form);
  }

  private boolean checkName(String name, Location at, String kind, Pattern pattern, String form) {
    if (!pattern.matcher(name).matches()) {
      problems.report(at, Quoted.of(name) + " cannot name a " + kind, () -> form);
      return false;
    }
    return true;
  }

  private void checkCount(Location at, int count, int max, String what) {
    if (count > max) {
      problems.report(at, count + " " + what + ", at most " + max + " are allowed");
    }
  }

  /** Returns defaults overlaid by groups in their order, overlaid by the node's own settings. */
  private LocatedMap merged(NodeDraft draft) {
    LocatedMap settings = NodeSettings.defaultsFor(draft.own(), defaultNode);
    for (LocatedScalar group : groupsOf(draft)) {
      LocatedMap layer = groups.get(group.text());
      if (layer == null) {
        problems.reportUnknown(group.at(), "group", group.text(), groups.sequencedKeySet());
      } else {
        settings = settings.overlaidBy(layer);
      }
    }
    checkHost(draft.own());
    return settings.overlaidBy(draft.own());
  }

  private List<LocatedScalar> groupsOf(NodeDraft draft) {
    MapReader own = new MapReader(draft.own(), problems);
    List<LocatedScalar> members = new ArrayList<>(own.texts("group"));
    members.addAll(own.texts("groups"));
    return members;
  }

  /** Assigns nodes without a host to hosts. */
  private List<TopologyDraft.Node> placed(
      List<TopologyDraft.Node> drafts, List<LinkDraft.Resolved> links) {
    if (hosts.isEmpty() || !problems.isEmpty()) {
      return drafts;
    }
    SequencedMap<String, String> said = new LinkedHashMap<>();
    drafts.stream()
        .filter(draft -> !draft.node().foreign())
        .forEach(draft -> said.put(draft.node().name(), draft.node().host()));
    SequencedMap<String, String> placed =
        Placement.of(
            List.copyOf(hosts.sequencedKeySet()),
            said,
            links.stream()
                .map(LinkDraft.Resolved::link)
                .filter(link -> said.containsKey(link.a().node()))
                .filter(link -> said.containsKey(link.b().node()))
                .toList());
    return drafts.stream()
        .map(draft -> draft.onHost(placed.getOrDefault(draft.node().name(), "")))
        .toList();
  }

  private Set<String> foreign() {
    Set<String> names = new LinkedHashSet<>(nodes.sequencedKeySet());
    names.removeIf(
        name -> !NodeSettings.saysForeign(Objects.requireNonNull(nodes.get(name), name).own()));
    return names;
  }

  private void checkHost(LocatedMap settings) {
    if (settings.get("host").orElse(null) instanceof LocatedScalar host
        && !host.isNull()
        && !hosts.containsKey(host.text())) {
      problems.reportUnknown(host.at(), "host", host.text(), hosts.sequencedKeySet());
    }
  }

  private static int address(NodeSettings node, int position) {
    return node.virtualAddress().orElse(TopologyDraft.FIRST_VIRTUAL_ADDRESS + position - 1);
  }

  private TopologyDraft.Node draft(String name, NodeSettings reader, int position) {
    NodeDraft draft = Objects.requireNonNull(nodes.get(name), name);
    LocatedMap ownQueue =
        draft.own().get("queue").orElse(null) instanceof LocatedMap map ? map : null;
    TopologyNode node =
        new TopologyNode(
            name,
            address(reader, position),
            reader.host(),
            reader.bindAddress(),
            reader.queue().placement(),
            reader.queue().rate(),
            reader.queue().config(ownQueue),
            reader.controlDelayNanos(),
            reader.services(),
            groupsOf(draft).stream().map(LocatedScalar::text).distinct().toList(),
            reader.position(),
            reader.foreign(),
            reader.code());
    return new TopologyDraft.Node(node, draft.at(), reader);
  }
}
