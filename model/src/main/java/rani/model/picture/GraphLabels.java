// SPDX-License-Identifier: Apache-2.0
package rani.model.picture;

import java.util.ArrayList;
import java.util.List;
import rani.link.ImpairmentConfig;
import rani.model.file.Units;
import rani.model.topology.LinkEnd;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;
import rani.queue.QueueConfig;

/** Short labels of nodes and links in pictures of a network. */
final class GraphLabels {
  private GraphLabels() {}

  /** Returns the lines below a node's name: its queue if it has a single one, and its services. */
  static List<String> node(TopologyNode node) {
    List<String> lines = new ArrayList<>();
    if (node.placement() == TopologyNode.Placement.NODE) {
      lines.add(Units.printRate(node.rate()) + ", " + queue(node.queue()));
    }
    if (!node.services().isEmpty()) {
      lines.add(String.join(", ", node.services().sequencedKeySet()));
    }
    return lines;
  }

  /** Returns rate, delay and impairments of a link, once if both directions are equal. */
  static List<String> link(TopologyLink link) {
    if (shown(link.a()).equals(shown(link.b()))) {
      return shown(link.a());
    }
    return List.of(
        link.a().node() + " → " + link.b().node() + ": " + String.join(", ", shown(link.a())),
        link.b().node() + " → " + link.a().node() + ": " + String.join(", ", shown(link.b())));
  }

  private static List<String> shown(LinkEnd end) {
    ImpairmentConfig wire = end.impairment();
    List<String> parts = new ArrayList<>();
    if (!end.rate().isUnlimited()) {
      String mean = Units.printRate(end.rate());
      parts.add(end.trace() == null ? mean : "trace " + end.trace().name() + ", mean " + mean);
    }
    if (wire.delayNanos() > 0) {
      String jitter =
          wire.jitterNanos() == 0 ? "" : " ± " + Units.printDuration(wire.jitterNanos());
      parts.add(Units.printDuration(wire.delayNanos()) + jitter);
    }
    addShare(parts, "loss", wire.loss());
    addShare(parts, "duplicate", wire.duplicate());
    addShare(parts, "reorder", wire.reorder());
    addShare(parts, "corrupt", wire.corrupt());
    if (!wire.drops().isEmpty()) {
      parts.add("drop " + wire.drops().numbers());
    }
    return parts;
  }

  private static void addShare(List<String> parts, String name, double share) {
    if (share > 0) {
      parts.add(name + " " + Units.printFraction(share));
    }
  }

  private static String queue(QueueConfig queue) {
    return queue.disciplineName() + " " + queue.limitFrames();
  }
}
