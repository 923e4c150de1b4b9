// SPDX-License-Identifier: Apache-2.0
package rani.model.picture;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedMap;
import rani.model.topology.Position;
import rani.model.topology.Topology;
import rani.model.topology.TopologyLink;
import rani.model.topology.TopologyNode;

/** Draws a network as SVG: first links, then nodes, then labels of links. */
final class GraphSvg {
  /**
   * Largest number of links with visible labels. In larger pictures labels would cover everything,
   * so they appear when the mouse points at a link.
   */
  static final int LABELLED_LINKS_MAX = 60;

  private static final double LINK_PIXELS = 170;
  private static final double MARGIN_PIXELS = 80;
  private static final double PARALLEL_PIXELS = 36;
  private static final double NODE_HEIGHT = 26;
  private static final double STOP_RADIUS = 10;
  private static final double STAY_HEIGHT = 13;
  private static final double ARROW_GAP = 16;
  private static final double LINE_HEIGHT = 12;
  private static final double TITLE_HEIGHT = 34;

  /** Width of a sans-serif letter as a fraction of the font size. */
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
        .way { stroke: #d55e00; stroke-width: 2.5; fill: none; }
        .stop { fill: #d55e00; }
        .number { fill: #fff; font-size: 13px; font-weight: 700; }
        .stay { font-size: 11px; font-weight: 600; fill: #a34800; }
        .stay { paint-order: stroke; stroke: #fff; stroke-width: 4px; }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6e6e6; }
          .node .body { fill: #1d2b40; stroke: #7fa8dd; }
          .node.single .body { fill: #3b2a12; stroke: #e0a54f; }
          .small { fill: #bbb; }
          .paper { fill: #161616; }
          .stay { fill: #ff9d5c; stroke: #161616; }
        }
      """;

  private final Topology topology;
  private final List<PathStop> walk;
  private final SequencedMap<String, Position> places;
  private final StringBuilder out = new StringBuilder();

  GraphSvg(Topology topology, List<PathStop> walk) {
    this.topology = topology;
    this.walk = List.copyOf(walk);
    this.places = GraphLayout.of(topology);
  }

  String draw() {
    double width = 0;
    double height = 0;
    for (Position place : places.values()) {
      width = Math.max(width, place.x() * LINK_PIXELS);
      height = Math.max(height, place.y() * LINK_PIXELS);
    }
    width = Math.max(width, topology.name().length() * NAME_SIZE * LETTER_WIDTH);
    width += 2 * MARGIN_PIXELS;
    height += 2 * MARGIN_PIXELS + TITLE_HEIGHT;
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.1f\" height=\"%.1f\"", width, height);
    add(" viewBox=\"0 0 %.1f %.1f\" role=\"img\">\n", width, height);
    add("<title>%s</title>\n", escaped(topology.name()));
    if (!topology.description().isEmpty()) {
      add("<desc>%s</desc>\n", escaped(topology.description()));
    }
    out.append("<style>\n").append(STYLE).append("</style>\n");
    out.append("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    text(16, 24, "title", topology.name());
    topology.links().forEach(this::line);
    topology.nodes().forEach(this::node);
    if (topology.links().size() <= LABELLED_LINKS_MAX) {
      topology.links().forEach(this::label);
    }
    drawWalk();
    return out.append("</svg>\n").toString();
  }

  private void line(TopologyLink link) {
    Position a = place(link.a().node());
    Position b = place(link.b().node());
    Position bend = bend(link, 2);
    add("<path class=\"link\" d=\"M%.1f %.1f Q%.1f %.1f", a.x(), a.y(), bend.x(), bend.y());
    add(" %.1f %.1f\"><title>%s", b.x(), b.y(), escaped(link.name()));
    GraphLabels.link(link).forEach(part -> add("\n%s", escaped(part)));
    out.append("</title></path>\n");
  }

  private void node(TopologyNode node) {
    Position at = place(node.name());
    double width = Math.max(32, node.name().length() * NAME_SIZE * LETTER_WIDTH + 16);
    boolean single = node.placement() == TopologyNode.Placement.NODE;
    double half = NODE_HEIGHT / 2;
    add("<g class=\"node%s\"><rect class=\"body\"", single ? " single" : "");
    box(at.x() - width / 2, at.y() - half, width, NODE_HEIGHT);
    add(" rx=\"%.1f\"/>\n", half);
    text(at.x(), at.y() + 5, "name", node.name());
    if (topology.links().size() <= LABELLED_LINKS_MAX) {
      lines(at.x(), at.y() + half + LINE_HEIGHT, GraphLabels.node(node));
    }
    out.append("</g>\n");
  }

  private void label(TopologyLink link) {
    List<String> lines = GraphLabels.link(link);
    Position middle = bend(link, 1);
    double y = middle.y() - (lines.size() - 1) * LINE_HEIGHT / 2 + 3;
    lines(middle.x(), y, lines);
  }

  /** Draws small lines of text on a background that covers the links below. */
  private void lines(double x, double y, List<String> lines) {
    double baseline = y;
    for (String line : lines) {
      double width = line.length() * SMALL_SIZE * LETTER_WIDTH + 4;
      out.append("<rect class=\"paper\"");
      box(x - width / 2, baseline - SMALL_SIZE, width, LINE_HEIGHT + 1);
      out.append("/>\n");
      text(x, baseline, "small", line);
      baseline += LINE_HEIGHT;
    }
  }

  /**
   * Returns the middle between two nodes, shifted sideways for each further link between them.
   * {@code reach} 2 gives the control point of a quadratic curve through the point that 1 gives.
   */
  private Position bend(TopologyLink link, double reach) {
    Position a = place(link.a().node());
    Position b = place(link.b().node());
    double dx = b.x() - a.x();
    double dy = b.y() - a.y();
    double length = Math.max(1, Math.sqrt(dx * dx + dy * dy));
    double aside = reach * (link.ordinal() - 1) * PARALLEL_PIXELS / length;
    return new Position((a.x() + b.x()) / 2 - dy * aside, (a.y() + b.y()) / 2 + dx * aside);
  }

  /** Draws arrows between consecutive stops, and above each stop its number and lines. */
  private void drawWalk() {
    for (int i = 1; i < walk.size(); i++) {
      arrow(place(walk.get(i - 1).node()), place(walk.get(i).node()));
    }
    for (int i = 0; i < walk.size(); i++) {
      Position at = place(walk.get(i).node());
      List<String> lines = walk.get(i).lines();
      double y = at.y() - NODE_HEIGHT / 2 - STOP_RADIUS;
      add("<circle class=\"stop\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", at.x(), y, STOP_RADIUS);
      text(at.x(), y + 4.5, "number", Integer.toString(i + 1));
      double baseline = y - STOP_RADIUS - 5 - (lines.size() - 1) * STAY_HEIGHT;
      for (String line : lines) {
        text(at.x(), baseline, "stay", line);
        baseline += STAY_HEIGHT;
      }
    }
  }

  /** Draws an arrow above the link, from one stop's circle to the next. */
  private void arrow(Position from, Position to) {
    double dx = to.x() - from.x();
    double dy = to.y() - from.y();
    double length = Math.max(1, Math.sqrt(dx * dx + dy * dy));
    double ux = dx / length;
    double uy = dy / length;
    double startX = from.x() + ux * ARROW_GAP;
    double startY = from.y() - NODE_HEIGHT / 2 - STOP_RADIUS + uy * ARROW_GAP;
    double endX = to.x() - ux * ARROW_GAP;
    double endY = to.y() - NODE_HEIGHT / 2 - STOP_RADIUS - uy * ARROW_GAP;
    add("<path class=\"way\" d=\"M%.1f %.1f", startX, startY);
    add(" L%.1f %.1f\"/>\n", endX - ux * 8, endY - uy * 8);
    add("<path class=\"stop\" d=\"M%.1f %.1f", endX, endY);
    for (int side = -1; side <= 1; side += 2) {
      add(" L%.1f %.1f", endX - ux * 11 - side * uy * 6, endY - uy * 11 + side * ux * 6);
    }
    out.append(" Z\"/>\n");
  }

  private Position place(String node) {
    Position place = Objects.requireNonNull(places.get(node), node);
    return new Position(
        MARGIN_PIXELS + place.x() * LINK_PIXELS,
        MARGIN_PIXELS + TITLE_HEIGHT / 2 + place.y() * LINK_PIXELS);
  }

  private void box(double x, double y, double width, double height) {
    add(" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", x, y, width, height);
  }

  private void text(double x, double y, String style, String text) {
    add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", style, x, y, escaped(text));
  }

  /** Appends formatted text with a decimal point in every locale. */
  private void add(String form, Object... values) {
    out.append(String.format(Locale.ROOT, form, values));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
