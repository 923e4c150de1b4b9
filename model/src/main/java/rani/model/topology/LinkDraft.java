// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.LinkTrace;
import rani.link.TracedLink;
import rani.model.file.LocatedMap;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.queue.QueueConfig;
import rani.queue.Rate;

/**
 * Link while its file is read: its name as written, the location of its key, and the settings at
 * the link itself. It is {@code generated} if a generator made it, and the file does not mention
 * it.
 */
record LinkDraft(LinkName name, Location at, LocatedMap own, boolean generated) {
  /** Resolved link with locations of its key and, by sending node, of its rates. */
  record Resolved(TopologyLink link, Location at, Map<String, Location> rateAt) {}

  /** Resolves both directions: their settings overlay those of the link and the defaults. */
  Resolved resolved(
      LocatedMap defaults,
      Map<String, NodeSettings> nodes,
      Map<String, Integer> addresses,
      SequencedMap<String, LinkTrace> traces,
      Problems problems) {
    LocatedMap both = both(own);
    own.keys().stream().filter(LinkName::isDirection).forEach(key -> checkDirection(key, problems));
    LocatedMap shared = over(defaults, both);
    LocatedMap ownThere = direction(name.a(), name.b(), problems);
    LocatedMap ownBack = direction(name.b(), name.a(), problems);
    LocatedMap there = over(shared, ownThere);
    LocatedMap back = over(shared, ownBack);
    LinkReader thereReader = new LinkReader(there, problems);
    // Equal directions are read only once, because every node reads all links at its start.
    LinkReader backReader = both.equals(own) ? thereReader : new LinkReader(back, problems);
    checkQueueEffect(both, ownThere, ownBack, nodes, problems);
    TopologyLink resolved =
        new TopologyLink(
            end(name.a(), name.b(), thereReader, nodes, addresses, traces),
            end(name.b(), name.a(), backReader, nodes, addresses, traces),
            name.ordinal());
    checkKeys(resolved, problems);
    return new Resolved(resolved, at, Map.of(name.a(), rateAt(there), name.b(), rateAt(back)));
  }

  /** Lays settings over others. A rate replaces one whole: it has nothing of another's trace. */
  private static LocatedMap over(LocatedMap under, LocatedMap own) {
    return (own.get("rate").isPresent() ? under.without("rate") : under).overlaidBy(own);
  }

  /** Returns a link's settings without those of one direction only. */
  static LocatedMap both(LocatedMap own) {
    LocatedMap both = own;
    for (String key : own.keys()) {
      both = LinkName.isDirection(key) ? both.without(key) : both;
    }
    return both;
  }

  /** Reports link keys that differ between directions, because the peer would drop all frames. */
  private void checkKeys(TopologyLink resolved, Problems problems) {
    if (!resolved.a().keys().equals(resolved.b().keys())) {
      problems.report(
          at,
          "`keys` differs between the directions of link " + Quoted.of(name.toString()),
          () -> "say it of the link, for both");
    }
  }

  private Location rateAt(LocatedMap direction) {
    return direction.get("rate").map(rate -> rate.at()).orElse(at);
  }

  private void checkDirection(String key, Problems problems) {
    if (!LinkName.isDirection(key, name.a(), name.b())
        && !LinkName.isDirection(key, name.b(), name.a())) {
      problems.report(
          own.keyAt(key),
          Quoted.of(key) + " is not a direction of this link",
          () -> "`" + name.a() + " -> " + name.b() + "` or `" + name.b() + " -> " + name.a() + "`");
    }
  }

  private LocatedMap direction(String from, String to, Problems problems) {
    LocatedMap direction = LocatedMap.empty(own.at());
    for (Map.Entry<String, LocatedMap.Entry> entry : own.entries().entrySet()) {
      if (LinkName.isDirection(entry.getKey(), from, to)) {
        direction =
            MapReader.mapOf(entry.getValue().value(), Quoted.of(entry.getKey()), problems)
                .orElse(direction);
      }
    }
    return direction;
  }

  private LinkEnd end(
      String from,
      String to,
      LinkReader reader,
      Map<String, NodeSettings> nodes,
      Map<String, Integer> addresses,
      SequencedMap<String, LinkTrace> traces) {
    NodeSettings node = reader(nodes, from);
    NodeSettings.Ports ports = ports(node, to);
    TracedLink followed = reader.traced(traces);
    LinkEnd end =
        new LinkEnd(
            from,
            ports == null ? 0 : ports.receive(),
            ports == null ? 0 : ports.send(),
            reader.settings().knobs().over(Rate.UNLIMITED),
            queue(node, reader),
            (int) reader.settings().mtuBytes(),
            reader.impairment(addresses, followed),
            reader.settings().helloNanos(),
            reader.settings().sealed(),
            null);
    return followed == null ? end : end.following(followed);
  }

  private NodeSettings.@Nullable Ports ports(NodeSettings node, String neighbour) {
    NodeSettings.Ports numbered = node.ports().get(neighbour + " #" + name.ordinal());
    return numbered == null && name.ordinal() == 1 ? node.ports().get(neighbour) : numbered;
  }

  /** Returns the node's queue overlaid by that of the link. */
  private static QueueConfig queue(NodeSettings node, LinkReader link) {
    LocatedMap own = link.queue();
    boolean isNodes = own.entries().isEmpty();
    QueueReader queue = isNodes ? node.queue() : overlaid(node, own, link.problems());
    if (node.queue().placement() == TopologyNode.Placement.NODE) {
      // The node's single queue precedes the link's, where a frame waits at most for the frame
      // before it.
      return QueueConfig.dropTail(node.queue().config(null).limitFrames());
    }
    return queue.config(isNodes ? null : own);
  }

  private static QueueReader overlaid(NodeSettings node, LocatedMap own, Problems problems) {
    LocatedMap base = node.queueMap().without("placement").without("rate");
    return new QueueReader(base.overlaidBy(own), false, problems);
  }

  private void checkQueueEffect(
      LocatedMap both,
      LocatedMap there,
      LocatedMap back,
      Map<String, NodeSettings> nodes,
      Problems problems) {
    boolean aHasOne = hasOneQueue(reader(nodes, name.a()));
    boolean bHasOne = hasOneQueue(reader(nodes, name.b()));
    checkQueueEffect(both, aHasOne && bHasOne, name.a(), problems);
    checkQueueEffect(there, aHasOne, name.a(), problems);
    checkQueueEffect(back, bHasOne, name.b(), problems);
  }

  private static void checkQueueEffect(
      LocatedMap settings, boolean hasOneQueue, String node, Problems problems) {
    if (hasOneQueue && settings.get("queue").isPresent()) {
      problems.report(
          settings.keyAt("queue"),
          "`queue` has no effect: node " + Quoted.of(node) + " has one queue for all its links",
          () -> "set it in the node, or give the node `placement: link`");
    }
  }

  private static boolean hasOneQueue(NodeSettings node) {
    return node.queue().placement() == TopologyNode.Placement.NODE;
  }

  private static NodeSettings reader(Map<String, NodeSettings> nodes, String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }
}
