// SPDX-License-Identifier: Apache-2.0
package rani.model.picture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;

/** Draws pictures of a network. The same network gives the same text on every machine. */
public final class TopologyGraph {
  public enum Format {
    /** Graph for Graphviz. */
    DOT,
    /** Flowchart for Markdown pages that render Mermaid. */
    MERMAID,
    SVG
  }

  private TopologyGraph() {}

  public static String draw(Topology topology, Format format) {
    return switch (format) {
      case DOT -> dot(topology);
      case MERMAID -> mermaid(topology);
      case SVG -> svg(topology);
    };
  }

  public static String dot(Topology topology) {
    StringBuilder out = new StringBuilder();
    out.append("graph ").append(dotText(List.of(topology.name()))).append(" {\n");
    out.append("  graph [layout=neato, overlap=false, splines=true, fontname=\"sans-serif\"];\n");
    out.append("  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
    out.append("  edge [len=2, fontsize=10, fontname=\"sans-serif\"];\n");
    for (TopologyNode node : topology.nodes()) {
      String form = "  %s [label=%s];\n";
      out.append(form.formatted(dotText(List.of(node.name())), dotText(nodeLines(node))));
    }
    for (TopologyLink link : topology.links()) {
      String a = dotText(List.of(link.a().node()));
      String b = dotText(List.of(link.b().node()));
      String label = dotText(GraphLabels.link(link));
      out.append("  %s -- %s [label=%s];\n".formatted(a, b, label));
    }
    return out.append("}\n").toString();
  }

  /** Returns a flowchart in Mermaid's language. Nodes are numbers: a name may be a keyword. */
  public static String mermaid(Topology topology) {
    StringBuilder out = new StringBuilder("graph LR\n");
    SequencedMap<String, String> ids = new LinkedHashMap<>();
    for (TopologyNode node : topology.nodes()) {
      String id = "v" + (ids.size() + 1);
      ids.put(node.name(), id);
      out.append("  ").append(id).append('[').append(mermaidText(nodeLines(node))).append("]\n");
    }
    for (TopologyLink link : topology.links()) {
      List<String> label = GraphLabels.link(link);
      out.append("  ").append(ids.get(link.a().node())).append(" ---");
      if (!label.isEmpty()) {
        out.append('|').append(mermaidText(label)).append('|');
      }
      out.append(' ').append(ids.get(link.b().node())).append('\n');
    }
    return out.toString();
  }

  /** Returns an SVG drawing with the layout of {@link GraphLayout}. */
  public static String svg(Topology topology) {
    return svg(topology, List.of());
  }

  /** Returns an SVG drawing with a path of numbered stops. */
  public static String svg(Topology topology, List<PathStop> walk) {
    return new GraphSvg(topology, walk).draw();
  }

  private static List<String> nodeLines(TopologyNode node) {
    List<String> lines = new ArrayList<>(List.of(node.name()));
    lines.addAll(GraphLabels.node(node));
    return lines;
  }

  private static String dotText(List<String> lines) {
    String text = String.join("\n", lines).replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + text.replace("\n", "\\n") + '"';
  }

  private static String mermaidText(List<String> lines) {
    return '"' + String.join("<br/>", lines).replace("\"", "#quot;") + '"';
  }
}
