// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.model.edge.EdgeProgram;
import rani.model.file.FileError;
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
import rani.model.menu.ServiceCatalog;
import rani.wire.Address;

/**
 * Reads additions to a running network and removals from it:
 *
 * <pre>
 * {add: {link: n1 -- n9, delay: 5ms}}
 * {add: {node: n9, links: [n1, n2], services: {sink: {}}}}
 * {remove: {link: n1 -- n2}}
 * {remove: {node: n9}}
 * </pre>
 *
 * <p>Other keys of an addition are those of a link or node in a topology file. The whole network is
 * read again with the new part, so that the same checks and {@code defaults} apply. Services in
 * {@code defaults} and groups do not apply to nodes that are added later.
 */
record ChangeReader(Topology network, Problems problems) {
  private static final String ADD = "add";
  private static final String REMOVE = "remove";
  private static final String LINK = "link";
  private static final String NODE = "node";
  private static final String LINKS = "links";
  private static final String VIRTUAL_ADDRESS = "virtual-address";

  private static final Vocabulary REMOVED =
      Vocabulary.of(
              new Property(LINK, Form.TEXT, "A -- B."),
              new Property(NODE, Form.TEXT, "Goes with its links."))
          .oneOf(LINK, NODE);

  static final Vocabulary KEYS =
      Vocabulary.of(
          new Property(
              ADD,
              new Form.Mapping(ChangeReader::added),
              "A link or a node that comes, with what a file says of one. It is done by who runs"
                  + " the network, and so is all behind it."),
          new Property(REMOVE, Form.of(REMOVED), "A link or a node that goes, by its name alone."));

  private static Vocabulary added() {
    Form links = new Form.Either(List.of(Form.NODES, new Form.Named(Form.TEXT, LinkReader.LINK)));
    return Vocabulary.of(
            new Property(LINK, Form.TEXT, "A -- B, with what else is said of a link."),
            new Property(NODE, Form.TEXT, "Its name, with what else is said of a node."),
            new Property(LINKS, links, "The node's neighbours, or its links by neighbour."))
        .and(LinkReader.keys())
        .and(NodeSettings.NODE_KEYS)
        .oneOf(LINK, NODE);
  }

  static NetworkChange read(Topology network, ServiceCatalog catalog, LocatedMap entry)
      throws FileError {
    Problems problems = new Problems();
    NetworkChange change = plan(entry, network, problems);
    if (change != null) {
      new ServiceChecks(network.catalog(catalog), problems).checkChange(change, removed(entry));
    }
    problems.throwIfAny();
    return Objects.requireNonNull(change, "nothing is wrong with it");
  }

  /** Reads a change without {@link ServiceChecks}. Returns null after a problem. */
  static @Nullable NetworkChange plan(LocatedMap entry, Topology network, Problems problems) {
    Problems own = new Problems();
    NetworkChange change = new ChangeReader(network, own).change(entry);
    problems.addAll(own);
    return own.isEmpty() ? change : null;
  }

  /** Returns the location of the removed node in an entry. */
  static Location removed(LocatedMap entry) {
    return entry.get(REMOVE).orElse(entry) instanceof LocatedMap what
        ? what.keyAt(NODE)
        : entry.at();
  }

  /** Returns whether an entry adds or removes a link or node. */
  static boolean isChange(LocatedMap entry) {
    return entry.get(ADD).isPresent() || entry.get(REMOVE).isPresent();
  }

  private @Nullable NetworkChange change(LocatedMap entry) {
    MapReader reader = new MapReader(entry, KEYS, problems);
    boolean adds = reader.value(ADD).isPresent();
    if (adds && reader.value(REMOVE).isPresent()) {
      problems.report(entry.keyAt(REMOVE), "one thing is added or removed at a time");
    }
    String verb = adds ? ADD : REMOVE;
    LocatedMap what = reader.mapping(verb);
    reader.finish();
    boolean isLink = what.get(LINK).isPresent();
    if (isLink == what.get(NODE).isPresent()) {
      problems.report(
          entry.keyAt(verb),
          Quoted.of(verb) + " says either `link` or `node`",
          () -> "such as `" + verb + ": {link: n1 -- n2}`");
    }
    String name = new MapReader(what, problems).text(isLink ? LINK : NODE).orElse("");
    if (!problems.isEmpty()) {
      return null;
    }
    LocatedMap own = what.without(isLink ? LINK : NODE);
    if (adds) {
      return isLink ? addLink(name, what, own) : addNode(name, what, own);
    }
    for (String key : own.keys()) {
      problems.report(own.keyAt(key), "what is removed is only named, without " + Quoted.of(key));
    }
    return isLink ? removeLink(name, what) : removeNode(name, what);
  }

  private @Nullable NetworkChange addLink(String key, LocatedMap what, LocatedMap own) {
    LinkName name = LinkName.parse(key).orElse(null);
    if (name != null && find(name).isPresent()) {
      problems.report(
          what.keyAt(LINK),
          "link " + Quoted.of(key) + " is there already",
          () -> "number a second one between the two: `" + name.a() + " -- " + name.b() + " #2`");
      return null;
    }
    if (name != null && (isForeign(name.a()) || isForeign(name.b()))) {
      problems.report(
          what.keyAt(LINK),
          "links of a foreign node are those of the file, which fixes their ports");
      return null;
    }
    LocatedMap tree = TopologyText.tree(network.withSchedule(List.of()));
    Topology after = reread(with(tree, LINKS, key, what.keyAt(LINK), own));
    return after == null
        ? null
        : new NetworkChange.AddLink(
            after.links().getLast(),
            NetworkChange.with(network, List.of(), List.of(after.links().getLast())));
  }

  private @Nullable NetworkChange addNode(String name, LocatedMap what, LocatedMap own) {
    if (network.node(name).isPresent()) {
      problems.report(what.keyAt(NODE), "node " + Quoted.of(name) + " is there already");
      return null;
    }
    SequencedMap<String, LocatedMap.Entry> links = linksOf(name, own);
    boolean joinsForeign =
        links.keySet().stream()
            .flatMap(key -> LinkName.parse(key).stream())
            .anyMatch(link -> isForeign(link.b()));
    if (NodeSettings.saysForeign(own) || joinsForeign) {
      problems.report(
          what.keyAt(NODE),
          "foreign nodes and their links are those of the file, which fixes their ports");
      return null;
    }
    LocatedMap settings = own.without(LINKS);
    if (settings.get(VIRTUAL_ADDRESS).isEmpty()) {
      String address = Address.text(freeAddress());
      settings =
          settings.with(VIRTUAL_ADDRESS, what.at(), new LocatedScalar(what.at(), address, false));
    }
    LocatedMap tree = TopologyText.tree(network.withSchedule(List.of()));
    tree = with(tree, "nodes", name, what.keyAt(NODE), settings);
    for (Map.Entry<String, LocatedMap.Entry> link : links.entrySet()) {
      tree = with(tree, LINKS, link.getKey(), link.getValue().keyAt(), link.getValue().value());
    }
    Topology after = reread(tree);
    if (after == null) {
      return null;
    }
    TopologyNode node = after.nodes().getLast();
    List<TopologyLink> added = after.links().subList(network.links().size(), after.links().size());
    return new NetworkChange.AddNode(
        node, added, NetworkChange.with(network, List.of(node), added));
  }

  /** Reads {@code links: [n1, n2]} or {@code links: {n1: {delay: 5ms}}}. */
  private SequencedMap<String, LocatedMap.Entry> linksOf(String node, LocatedMap own) {
    SequencedMap<String, LocatedMap.Entry> links = new LinkedHashMap<>();
    MapReader reader = new MapReader(own, problems);
    if (own.get(LINKS).orElse(null) instanceof LocatedMap map) {
      map.entries().forEach((neighbour, entry) -> links.put(node + " -- " + neighbour, entry));
    } else {
      for (LocatedScalar neighbour : reader.names(LINKS)) {
        links.put(
            node + " -- " + neighbour.text(),
            new LocatedMap.Entry(neighbour.at(), LocatedMap.empty(neighbour.at())));
      }
    }
    return links;
  }

  /** Returns one more than the highest used address, so that none is reused soon. */
  private int freeAddress() {
    int highest = TopologyDraft.FIRST_VIRTUAL_ADDRESS - 1;
    for (TopologyNode node : network.nodes()) {
      if (Integer.compareUnsigned(node.virtualAddress(), highest) > 0) {
        highest = node.virtualAddress();
      }
    }
    return highest + 1;
  }

  private static LocatedMap with(
      LocatedMap tree, String part, String key, Location keyAt, LocatedValue value) {
    LocatedMap before =
        tree.get(part).orElse(null) instanceof LocatedMap map ? map : LocatedMap.empty(keyAt);
    return tree.with(part, before.at(), before.with(key, keyAt, value));
  }

  private boolean isForeign(String node) {
    return network.foreign().contains(node);
  }

  /** Reads the whole network again with the new part. Returns null after an error. */
  private @Nullable Topology reread(LocatedMap tree) {
    Topology after = TopologyFile.read(tree, Optional.empty(), problems);
    return problems.isEmpty() ? after : null;
  }

  private Optional<TopologyLink> find(LinkName name) {
    return network.links().stream()
        .filter(link -> LinkName.of(link).identity().equals(name.identity()))
        .findFirst();
  }

  private @Nullable NetworkChange removeLink(String key, LocatedMap what) {
    TopologyLink link = LinkName.parse(key).flatMap(this::find).orElse(null);
    if (link == null) {
      List<String> known = network.links().stream().map(TopologyLink::name).toList();
      problems.reportUnknown(what.keyAt(LINK), "link", key, known);
      return null;
    }
    return new NetworkChange.RemoveLink(link, without(List.of(), List.of(link)));
  }

  private @Nullable NetworkChange removeNode(String name, LocatedMap what) {
    TopologyNode node = network.node(name).orElse(null);
    if (node == null) {
      problems.reportUnknown(what.keyAt(NODE), "node", name, network.nodeNames());
      return null;
    }
    List<TopologyLink> links =
        network.linksByNode().getOrDefault(name, List.of()).stream().toList();
    String needed = neededBy(node);
    if (needed != null) {
      problems.report(
          what.keyAt(NODE), "node " + Quoted.of(name) + " cannot be removed: " + needed);
      return null;
    }
    return new NetworkChange.RemoveNode(node, links, without(List.of(node), links));
  }

  /** Returns the reason why a node cannot be removed, or null. */
  private @Nullable String neededBy(TopologyNode node) {
    if (network.nodes().size() == 1) {
      return "a network has at least one node";
    }
    for (Forward forward : network.forwards()) {
      if (forward.from().equals(node.name()) || forward.exit().equals(node.name())) {
        return "the forward that listens at " + forward.listening() + " needs it";
      }
    }
    for (EdgeProgram program : network.edges()) {
      if (program.node().equals(node.name())) {
        return "program " + program.name() + " runs at its edge";
      }
    }
    return null;
  }

  private Topology without(List<TopologyNode> nodes, List<TopologyLink> links) {
    List<TopologyNode> nodesLeft = new ArrayList<>(network.nodes());
    nodesLeft.removeAll(nodes);
    List<TopologyLink> linksLeft = new ArrayList<>(network.links());
    linksLeft.removeAll(links);
    List<ScheduleEntry> scheduleLeft = new ArrayList<>(network.schedule());
    scheduleLeft.removeIf(
        entry ->
            nodes.stream().anyMatch(node -> entry.action().isAbout(node.name()))
                || links.stream().anyMatch(link -> entry.action().isAbout(link)));
    return network.withNodes(nodesLeft).withLinks(linksLeft).withSchedule(scheduleLeft);
  }
}
