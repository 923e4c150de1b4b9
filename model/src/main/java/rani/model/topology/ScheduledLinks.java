// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;
import rani.link.ImpairmentConfig;
import rani.link.LinkChange;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.Units;
import rani.queue.Rate;
import rani.wire.Ipv4Header;

/** Follows links through a schedule, and reports entries that links would refuse. */
final class ScheduledLinks {
  private final Problems problems;
  private final SequencedMap<String, TopologyNode> nodes = new LinkedHashMap<>();
  private final SequencedMap<String, TopologyLink> links = new LinkedHashMap<>();
  private final SequencedMap<String, ImpairmentConfig> wires = new LinkedHashMap<>();
  private final TreeSet<String> cut = new TreeSet<>();

  ScheduledLinks(Topology network, Problems problems) {
    this.problems = problems;
    network.nodes().forEach(node -> nodes.put(node.name(), node));
    for (TopologyLink link : network.links()) {
      links.put(LinkName.of(link).identity(), link);
    }
  }

  void check(List<ScheduleEntry> inOrderOfTime) {
    for (ScheduleEntry entry : inOrderOfTime) {
      switch (entry.action()) {
        case ScheduleEntry.SetLink set -> {
          for (String sender : set.way().senders()) {
            checkChange(entry, set, sender);
          }
        }
        case ScheduleEntry.Cut cutting -> checkCut(entry, cutting);
        case ScheduleEntry.Change change -> change(change.planned());
        default -> {} // not about links
      }
    }
  }

  private void change(NetworkChange change) {
    for (TopologyLink link : change.removed()) {
      String identity = LinkName.of(link).identity();
      links.remove(identity);
      cut.remove(identity);
      wires.remove(link.a().node() + " " + identity);
      wires.remove(link.b().node() + " " + identity);
    }
    change.added().forEach(link -> links.put(LinkName.of(link).identity(), link));
    change.after().nodes().forEach(node -> nodes.put(node.name(), node));
  }

  private void checkChange(ScheduleEntry entry, ScheduleEntry.SetLink set, String sender) {
    TopologyLink link = links.get(set.way().link());
    TopologyNode node = nodes.get(sender);
    if (link == null || node == null) {
      throw new IllegalStateException(set.way() + " was not refused");
    }
    LinkEnd end = link.end(sender);
    LinkChange change = set.change();
    String direction = sender + " " + set.way().link();
    ImpairmentConfig before = wires.getOrDefault(direction, end.impairment());
    try {
      wires.put(direction, change.over(before));
    } catch (IllegalArgumentException e) {
      long delay = change.delayNanos() == null ? before.delayNanos() : change.delayNanos();
      long jitter = change.jitterNanos() == null ? before.jitterNanos() : change.jitterNanos();
      problems.report(
          entry.where(),
          "the `jitter` (%s) of %s would then be more than its `delay` (%s)"
              .formatted(
                  Units.printDuration(jitter),
                  Quoted.of(link.direction(sender).replace("->", " -> ")),
                  Units.printDuration(delay)));
    }
    Rate rate = change.over(end.rate());
    if (node.placement() == TopologyNode.Placement.NODE
        && rate.isSlowerThan(node.rate(), Ipv4Header.LENGTH, end.mtuBytes())) {
      problems.report(
          entry.where(),
          "link %s would then be slower (%s) than node %s (%s), whose queue it would hide"
              .formatted(
                  Quoted.of(link.name()),
                  Units.printRate(rate),
                  Quoted.of(sender),
                  Units.printRate(node.rate())));
    }
  }

  private void checkCut(ScheduleEntry entry, ScheduleEntry.Cut cutting) {
    boolean changes =
        cutting.out() ? cut.add(cutting.way().link()) : cut.remove(cutting.way().link());
    if (!changes) {
      String state = cutting.out() ? " is cut already" : " is not cut";
      problems.report(
          entry.where(), "link " + Quoted.of(cutting.way().toString()) + state + " at that time");
    }
  }
}
