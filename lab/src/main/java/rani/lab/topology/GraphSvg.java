// SPDX-License-Identifier: Apache-2.0
package rani.lab.topology;

import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/** Draws a network as SVG: links below, then nodes, then what is said of links. */
final class GraphSvg {

  /** Above this many links their labels would cover the picture; pointing at a link shows them. */
  static final int LABELLED_LINKS_MAX = 60;

  private static final double LINK_PIXELS = 170;
  private static final double MARGIN_PIXELS = 80;
  private static final double PARALLEL_PIXELS = 36;
  private static final double NODE_HEIGHT = 26;
  private static final double LINE_HEIGHT = 12;
  private static final double TITLE_HEIGHT = 34;

  /** A sans-serif letter is about this wide, as part of its size. */
  private static final double LETTER_WIDTH = 0.57;

  private static final double NAME_SIZE = 14;
  private static final double SMALL_SIZE = 10;

  private static final String STYLE =
      """
        text { font-family: system-ui, sans-serif; fill: #222; text-anchor: middle; }
        .title { font-size: 15px; font-weight: 600; text-anchor: start; }
        .link { stroke: #8a8f98; stroke-width: 1.5; fill: none; }
        .node .body { fill: #eef3fb; stroke: #3b6fb6; stroke-width: 1.5; }
        .node.single .body { fill: #fdf1df; stroke: #b7741a; stroke-width: 2.5; }
        .node .name { font-size: 14px; font-weight: 600; }
        .small { font-size: 10px; fill: #555; }
        .paper { fill: #fff; }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6e6e6; }
          .node .body { fill: #1d2b40; stroke: #7fa8dd; }
          .node.single .body { fill: #3b2a12; stroke: #e0a54f; }
          .small { fill: #bbb; }
          .paper { fill: #161616; }
        }
      """;

  private final Topology topology;
  private final SequencedMap<String, GraphLayout.Point> places;
  private final StringBuilder out = new StringBuilder();

  GraphSvg(Topology topology) {
    this.topology = topology;
    this.places = GraphLayout.of(topology);
  }

  String draw() {
    double width = 0;
    double height = 0;
    for (GraphLayout.Point place : places.values()) {
      width = Math.max(width, place.x() * LINK_PIXELS);
      height = Math.max(height, place.y() * LINK_PIXELS);
    }
    width = Math.max(width, topology.name().length() * NAME_SIZE * LETTER_WIDTH);
    String wide = number(width + 2 * MARGIN_PIXELS);
    String high = number(height + 2 * MARGIN_PIXELS + TITLE_HEIGHT);
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(wide);
    out.append("\" height=\"").append(high).append("\" viewBox=\"0 0 ").append(wide);
    out.append(' ').append(high).append("\" role=\"img\">\n<title>");
    out.append(escaped(topology.name())).append("</title>\n");
    if (!topology.description().isEmpty()) {
      out.append("<desc>").append(escaped(topology.description())).append("</desc>\n");
    }
    out.append("<style>\n").append(STYLE).append("</style>\n");
    out.append("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    text(16, 24, "title", topology.name());
    topology.links().forEach(this::line);
    topology.nodes().forEach(this::node);
    if (topology.links().size() <= LABELLED_LINKS_MAX) {
      topology.links().forEach(this::label);
    }
    return out.append("</svg>\n").toString();
  }

  private void line(TopologyLink link) {
    GraphLayout.Point a = place(link.a().node());
    GraphLayout.Point b = place(link.b().node());
    GraphLayout.Point bend = bend(link, 2);
    out.append("<path class=\"link\" d=\"M").append(pair(a)).append(" Q").append(pair(bend));
    out.append(' ').append(pair(b)).append("\"><title>").append(escaped(link.name()));
    for (String part : GraphLabels.link(link)) {
      out.append("\n").append(escaped(part));
    }
    out.append("</title></path>\n");
  }

  private void node(TopologyNode node) {
    GraphLayout.Point at = place(node.name());
    double width = Math.max(32, node.name().length() * NAME_SIZE * LETTER_WIDTH + 16);
    boolean single = node.placement() == TopologyNode.Placement.NODE;
    out.append("<g class=\"node")
        .append(single ? " single" : "")
        .append("\"><rect class=\"body\" x=\"");
    out.append(number(at.x() - width / 2))
        .append("\" y=\"")
        .append(number(at.y() - NODE_HEIGHT / 2));
    out.append("\" width=\"").append(number(width)).append("\" height=\"");
    out.append(number(NODE_HEIGHT)).append("\" rx=\"").append(number(NODE_HEIGHT / 2));
    out.append("\"/>\n");
    text(at.x(), at.y() + 5, "name", node.name());
    double y = at.y() + NODE_HEIGHT / 2 + LINE_HEIGHT;
    if (topology.links().size() <= LABELLED_LINKS_MAX) {
      lines(at.x(), y, GraphLabels.node(node));
    }
    out.append("</g>\n");
  }

  private void label(TopologyLink link) {
    List<String> lines = GraphLabels.link(link);
    GraphLayout.Point middle = bend(link, 1);
    double y = middle.y() - (lines.size() - 1) * LINE_HEIGHT / 2 + 3;
    lines(middle.x(), y, lines);
  }

  /** Small lines of text, each on a piece of paper that covers the links under it. */
  private void lines(double x, double y, List<String> lines) {
    double baseline = y;
    for (String line : lines) {
      double width = line.length() * SMALL_SIZE * LETTER_WIDTH + 4;
      out.append("<rect class=\"paper\" x=\"").append(number(x - width / 2));
      out.append("\" y=\"").append(number(baseline - SMALL_SIZE)).append("\" width=\"");
      out.append(number(width)).append("\" height=\"").append(number(LINE_HEIGHT + 1));
      out.append("\"/>\n");
      text(x, baseline, "small", line);
      baseline += LINE_HEIGHT;
    }
  }

  /**
   * The middle between two nodes, moved aside for each further link between them; {@code reach} 2
   * gives the control point of a curve through the place that 1 gives.
   */
  private GraphLayout.Point bend(TopologyLink link, double reach) {
    GraphLayout.Point a = place(link.a().node());
    GraphLayout.Point b = place(link.b().node());
    double dx = b.x() - a.x();
    double dy = b.y() - a.y();
    double length = Math.max(1, Math.sqrt(dx * dx + dy * dy));
    double aside = reach * (link.ordinal() - 1) * PARALLEL_PIXELS / length;
    return new GraphLayout.Point(
        (a.x() + b.x()) / 2 - dy * aside, (a.y() + b.y()) / 2 + dx * aside);
  }

  private GraphLayout.Point place(String node) {
    GraphLayout.Point place = places.get(node);
    if (place == null) {
      throw new IllegalStateException(node + " has no place");
    }
    return new GraphLayout.Point(
        MARGIN_PIXELS + place.x() * LINK_PIXELS,
        MARGIN_PIXELS + TITLE_HEIGHT / 2 + place.y() * LINK_PIXELS);
  }

  private void text(double x, double y, String style, String text) {
    out.append("<text class=\"").append(style).append("\" x=\"").append(number(x));
    out.append("\" y=\"").append(number(y)).append("\">").append(escaped(text)).append("</text>\n");
  }

  private static String pair(GraphLayout.Point point) {
    return number(point.x()) + " " + number(point.y());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
