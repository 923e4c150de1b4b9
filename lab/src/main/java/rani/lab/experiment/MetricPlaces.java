// SPDX-License-Identifier: Apache-2.0
package rani.lab.experiment;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.lab.file.Location;
import rani.lab.file.Problems;
import rani.lab.file.Quoted;
import rani.lab.topology.Topology;
import rani.lab.topology.TopologyLink;

/**
 * The nodes and links that metrics may speak of. Most metrics are known only after the run, but
 * those of a node must name one.
 */
final class MetricPlaces {

  /** Metrics that speak of a node. */
  private static final Pattern OF_NODE =
      Pattern.compile(
          "(?:through|offered|delivered|retransmitted|filtered|dropped|delivered-or-dropped"
              + "|last-delivery-seconds|throughput|dropped-per-second|ufc\\.shaped|filter\\.[a-z-]+"
              + "|rdp\\.(?:sawtooth\\.)?[a-z-]+)\\.(.+)"
              + "|(?:queue|delay)\\.([^.]+)\\..+");

  /** Metrics that speak of a direction of a link. */
  private static final Pattern OF_LINK = Pattern.compile("link\\.[a-z-]+\\.(.+)");

  /** Not of a node but of all; {@code mean} of what connections have. */
  private static final String TOTAL = "total";

  private static final String MEAN = "mean";

  private final SequencedSet<String> nodes = new LinkedHashSet<>();
  private final SequencedSet<String> directions = new LinkedHashSet<>();

  /** Those of a network come to those known. */
  void add(Topology topology) {
    nodes.addAll(topology.nodeNames());
    for (TopologyLink link : topology.links()) {
      directions.add(link.direction(link.a().node()));
      directions.add(link.direction(link.b().node()));
    }
  }

  /** Reports a metric that speaks of a node or a link that is not known. */
  void check(String metric, Location at, Problems problems) {
    String bare = MetricNames.bare(metric);
    Matcher ofNode = OF_NODE.matcher(bare);
    if (ofNode.matches()) {
      String node = ofNode.group(1) == null ? ofNode.group(2) : ofNode.group(1);
      boolean ofAll = node.equals(TOTAL) || node.equals(MEAN);
      if (!ofAll && !nodes.contains(node)) {
        report(metric, "node", node, nodes, at, problems);
      }
    }
    Matcher ofLink = OF_LINK.matcher(bare);
    if (ofLink.matches() && !directions.contains(ofLink.group(1))) {
      report(metric, "link", ofLink.group(1), directions, at, problems);
    }
  }

  private static void report(
      String metric,
      String kind,
      String name,
      SequencedSet<String> known,
      Location at,
      Problems problems) {
    problems.reportName(
        at,
        "metric " + Quoted.of(metric) + " speaks of the unknown " + kind + " " + Quoted.of(name),
        name,
        known);
  }
}
