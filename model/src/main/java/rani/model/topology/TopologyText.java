// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import rani.model.code.CodeReader;
import rani.model.edge.EdgeReader;
import rani.model.file.Kind;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.TreeBuilder;
import rani.model.file.Units;
import rani.model.file.YamlText;
import rani.model.host.Forward;
import rani.model.host.HostReader;
import rani.model.host.TopologyHost;
import rani.model.jar.OperatorKey;
import rani.model.trace.TraceReader;
import rani.wasm.capsule.CodePolicy;
import rani.wire.Address;

/**
 * Prints a network with every value written out, so that the file of a run reads back to the same
 * network even if later versions have other defaults. {@code defaults} are printed as in the
 * network's own file; nodes and links print only differences from them.
 */
public final class TopologyText {
  private static final String ORIGIN = "resolved topology";

  private final Topology topology;
  private final SequencedMap<String, TopologyNode> nodes = new LinkedHashMap<>();

  private TopologyText(Topology topology) {
    this.topology = topology;
    topology.nodes().forEach(node -> nodes.put(node.name(), node));
  }

  public static String print(Topology topology) {
    return YamlText.print(tree(topology));
  }

  /** Returns the network as a tree, for a file that contains it. */
  public static LocatedMap tree(Topology topology) {
    return new TopologyText(topology).tree();
  }

  private LocatedMap tree() {
    TreeBuilder tree = new TreeBuilder(ORIGIN).putText(TopologyFile.KIND_KEY, topology.name());
    tree.unlessUsual("description", Kind.TEXT, "", "", topology.description());
    tree.putUnlessEmpty("hosts", hosts());
    tree.putUnlessEmpty(TraceReader.TRACES, TraceReader.tree(topology.traces(), ORIGIN));
    tree.putUnlessEmpty(
        CodeReader.MODULES, CodeReader.tree(topology.modules(), topology.nodeNames(), ORIGIN));
    LocatedMap none = new TreeBuilder(ORIGIN).build();
    LocatedMap commonNode = topology.defaults().node();
    LocatedMap commonLink = topology.defaults().link();
    TreeBuilder settings = new TreeBuilder(ORIGIN);
    topology
        .linksByNode()
        .forEach((name, links) -> settings.put(name, node(known(name), links, commonNode)));
    TreeBuilder wires = new TreeBuilder(ORIGIN);
    topology.links().forEach(link -> wires.put(link.name(), link(link, commonLink)));
    TreeBuilder groups = new TreeBuilder(ORIGIN);
    topology.groups().keySet().forEach(group -> groups.put(group, none));
    tree.putUnlessEmpty(
            "defaults",
            new TreeBuilder(ORIGIN)
                .putUnlessEmpty("node", commonNode)
                .putUnlessEmpty("link", commonLink)
                .build())
        .putUnlessEmpty("groups", groups.build())
        .put("nodes", settings.build())
        .putUnlessEmpty("links", wires.build());
    if (!topology.forwards().isEmpty()) {
      tree.put("forwards", forwards());
    }
    TreeBuilder edges = new TreeBuilder(ORIGIN);
    topology.edges().forEach(each -> edges.put(each.name(), EdgeReader.tree(each, ORIGIN)));
    tree.putUnlessEmpty("edges", edges.build());
    tree.values(
        "operators", Kind.TEXT, "", topology.operators().stream().map(OperatorKey::text).toList());
    if (!topology.schedule().isEmpty()) {
      tree.put("schedule", new ScheduleText(ORIGIN).list(topology.schedule()));
    }
    return tree.build();
  }

  private LocatedMap hosts() {
    TreeBuilder hosts = new TreeBuilder(ORIGIN);
    for (TopologyHost host : topology.hosts()) {
      TreeBuilder one = new TreeBuilder(ORIGIN);
      HostReader.put(one, host);
      hosts.put(host.name(), one.build());
    }
    return hosts.build();
  }

  private LocatedList forwards() {
    List<LocatedValue> list = new ArrayList<>();
    for (Forward forward : topology.forwards()) {
      boolean socks = forward.kind() == Forward.Kind.SOCKS;
      TreeBuilder one =
          new TreeBuilder(ORIGIN)
              .putText(MapReader.nameOf(forward.kind()), forward.listening())
              .put("from", forward.from())
              .put(socks ? "exit" : "to", forward.exit());
      one.unlessUsual("target", Kind.TEXT, "", "", forward.target());
      one.values("allow", Kind.TEXT, "", forward.allow());
      list.add(one.build());
    }
    return new LocatedList(Location.ofFile(ORIGIN), list);
  }

  /** Returns those settings of a node that {@code defaults} may contain as well. */
  private static LocatedMap shared(TopologyNode node) {
    TreeBuilder tree = new TreeBuilder(ORIGIN).putText("address", node.bindAddress());
    if (node.foreign()) {
      return tree.build();
    }
    TreeBuilder queue =
        new TreeBuilder(ORIGIN).put("placement", MapReader.nameOf(node.placement()));
    if (node.placement() == TopologyNode.Placement.NODE) {
      queue.put("rate", Units.printRate(node.rate()));
    }
    QueueReader.put(queue, node.queue());
    tree.unlessUsual("host", Kind.WORD, "", "", node.host());
    return tree.put("queue", queue.build()).build();
  }

  private static LocatedMap node(TopologyNode node, List<TopologyLink> links, LocatedMap common) {
    TreeBuilder tree =
        new TreeBuilder(ORIGIN).put("virtual-address", Address.text(node.virtualAddress()));
    if (node.controlDelayNanos() > 0 || common.get(NodeSettings.CONTROL_DELAY).isPresent()) {
      tree.put(NodeSettings.CONTROL_DELAY, Units.printDuration(node.controlDelayNanos()));
    }
    if (!node.foreign()
        && (node.code() != CodePolicy.SIGNED || common.get(NodeSettings.CODE).isPresent())) {
      tree.put(NodeSettings.CODE, MapReader.nameOf(node.code()));
    }
    if (node.foreign()) {
      tree.put(NodeSettings.FOREIGN, "true");
    }
    shared(node).beyond(common).entries().forEach((key, entry) -> tree.put(key, entry.value()));
    tree.values("groups", Kind.TEXT, "", node.groups());
    node.position()
        .ifPresent(
            place ->
                tree.values(
                    "position", Kind.TEXT, "", List.of(number(place.x()), number(place.y()))));
    TreeBuilder services = new TreeBuilder(ORIGIN);
    node.services().forEach(services::put);
    return tree.putUnlessEmpty("ports", ports(node, links))
        .putUnlessEmpty("services", services.build())
        .build();
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static LocatedMap ports(TopologyNode node, List<TopologyLink> links) {
    TreeBuilder ports = new TreeBuilder(ORIGIN);
    for (TopologyLink link : links) {
      LinkEnd end = link.end(node.name());
      if (end.receivePort() != 0 || end.sendPort() != 0) {
        String far = link.farEnd(node.name()).node();
        ports.put(
            link.ordinal() == 1 ? far : far + " #" + link.ordinal(),
            new TreeBuilder(ORIGIN)
                .put("receive", Integer.toString(end.receivePort()))
                .put("send", Integer.toString(end.sendPort()))
                .build());
      }
    }
    return ports.build();
  }

  private LocatedMap link(TopologyLink link, LocatedMap common) {
    LocatedMap there = beyond(end(link.a(), common), common);
    LocatedMap back = beyond(end(link.b(), common), common);
    if (there.equals(back)) {
      return there;
    }
    String a = link.a().node();
    String b = link.b().node();
    return new TreeBuilder(ORIGIN)
        .putUnlessEmpty(a + " -> " + b, there)
        .putUnlessEmpty(b + " -> " + a, back)
        .build();
  }

  /** Returns what differs from the defaults; a rate that follows a trace is printed whole. */
  private static LocatedMap beyond(LocatedMap end, LocatedMap common) {
    LocatedMap less = end.beyond(common);
    return less.get("rate").orElse(null) instanceof LocatedMap
        ? less.with("rate", end.keyAt("rate"), end.get("rate").orElseThrow())
        : less;
  }

  /**
   * Returns the settings of a direction.
   *
   * @param common the defaults. If they contain a queue, the direction prints its own, because it
   *     would not inherit that of the node. If they contain a drop list, the direction prints its
   *     own, even an empty one
   */
  private LocatedMap end(LinkEnd end, LocatedMap common) {
    TreeBuilder tree = new TreeBuilder(ORIGIN);
    LinkReader.put(tree, end);
    if (!end.impairment().drops().isEmpty() || common.get("drop").isPresent()) {
      DropReader.put(tree, end.impairment().drops());
    }
    if (needsQueue(end, common.get("queue").isPresent())) {
      TreeBuilder queue = new TreeBuilder(ORIGIN);
      QueueReader.put(queue, end.queue());
      tree.put("queue", queue.build());
    }
    return tree.build();
  }

  /** Returns whether a link's queue differs from its node's, and the node has no single queue. */
  private boolean needsQueue(LinkEnd end, boolean isQueueSaid) {
    TopologyNode node = known(end.node());
    return node.placement() == TopologyNode.Placement.LINK
        && (isQueueSaid || !node.queue().equals(end.queue()));
  }

  private TopologyNode known(String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }
}
