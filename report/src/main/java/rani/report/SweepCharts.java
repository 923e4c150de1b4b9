// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Consumer;
import rani.report.paper.Figures;
import rani.report.paper.Figures.Unit;
import rani.report.paper.PaperNumbers;
import rani.report.paper.PaperValue;
import rani.study.experiment.Plot;
import rani.study.statistics.Summary;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Charts of a metric's mean and 95 % interval over a variable; other variables make lines. */
public record SweepCharts(SweepReportInput input, SweepVariants variants) {
  static final int LINES_MAX = 8;

  /** The most values on an axis of names. */
  static final int NAMES_MAX = 60;

  /** The most charts for an experiment file that requests none. */
  static final int DEFAULT_PLOTS_MAX = 6;

  /** The line name of points that lie on several lines, and get no line's colour. */
  private static final String ALL_LINES = "all";

  /** Returns the plots of the file, else a plot of each varying metric in its expectations. */
  public List<Plot> plots() {
    if (!input.plots().isEmpty() || input.variables().isEmpty()) {
      return input.plots();
    }
    List<String> names = List.copyOf(input.variables().sequencedKeySet());
    String x =
        names.stream().filter(name -> axis(name).isNumber()).findFirst().orElse(names.getFirst());
    var by = names.stream().filter(name -> !name.equals(x)).findFirst();
    return input.expected().stream()
        .filter(metric -> !variants.isConstant(metric))
        .limit(DEFAULT_PLOTS_MAX)
        .map(metric -> new Plot(Figures.capitalised(PaperNumbers.inWords(metric)), x, metric, by))
        .toList();
  }

  private Axis axis(String variable) {
    SequencedSet<String> values = new LinkedHashSet<>();
    variants.all().forEach(labels -> values.add(labels.getOrDefault(variable, "")));
    return Axis.of(variable, List.copyOf(values));
  }

  /** A finished chart in Vega-Lite; it is empty if no variant has the metric. */
  public record Drawing(String spec, String caption, boolean isEmpty) {}

  public Drawing draw(Plot plot) throws IOException {
    return draw(plot, spec -> {});
  }

  /** Draws a plot; {@code change} edits the specification in the end. */
  public Drawing draw(Plot plot, Consumer<ObjectNode> change) throws IOException {
    Axis axis = axis(plot.x());
    Lines lines = lines(plot);
    Points points = new Points(axis);
    int trials = 0;
    int having = 0;
    SequencedSet<String> names = new LinkedHashSet<>();
    for (SequencedMap<String, String> labels : lines.variants()) {
      String value = labels.getOrDefault(plot.x(), "");
      String line = Lines.name(lines.by(), labels);
      double[] values = variants.values(labels, plot.metric());
      if (names.size() == NAMES_MAX && !axis.isNumber() && !names.contains(value)) {
        continue;
      }
      if (values.length > 0) {
        names.add(value);
        int all = variants.rows(labels).size();
        points.addMean(
            value, line, Summary.of(values), Figures.mean(plot.metric(), Summary.of(values), all));
        trials += all;
        having += values.length;
      }
      String printed = variants.printed(labels).get(plot.metric());
      if (printed != null && !PaperValue.of(plot.metric(), printed).isBound()) {
        points.addPaper(value, line, PaperValue.of(plot.metric(), printed));
      }
    }
    String caption =
        caption(plot, lines, !points.papers.isEmpty(), names.size() == NAMES_MAX)
            + (having == trials ? "" : " Only " + having + " of " + trials + " trials have it.");
    return new Drawing(spec(plot, lines, points, names, change), caption, points.means.isEmpty());
  }

  /** The points of a plot, and the range of their values. */
  private static final class Points {
    private final Axis axis;
    private final ArrayNode means = ChartSpec.rows();
    private final ArrayNode papers = ChartSpec.rows();
    private final Range range = new Range();

    Points(Axis axis) {
      this.axis = axis;
    }

    void addMean(String value, String line, Summary summary, String text) {
      double half = Double.isFinite(summary.halfWidth95()) ? summary.halfWidth95() : 0;
      ObjectNode row = means.addObject();
      putX(row, value);
      row.put("line", line).put("mean", ChartSpec.precise(summary.mean()));
      row.put("low", ChartSpec.precise(summary.mean() - half));
      row.put("high", ChartSpec.precise(summary.mean() + half)).put("trials", summary.count());
      row.put("text", text);
      range.add(summary.mean() - half);
      range.add(summary.mean() + half);
    }

    /** Adds the paper's value; once if several lines share it. */
    void addPaper(String value, String line, PaperValue printed) {
      for (JsonNode other : papers) {
        if (other.get("value").asString().equals(value)
            && other.get("paper").asDouble() == ChartSpec.precise(printed.value())) {
          ((ObjectNode) other).put("line", ALL_LINES);
          return;
        }
      }
      ObjectNode row = papers.addObject();
      putX(row, value);
      row.put("line", line).put("paper", ChartSpec.precise(printed.value()));
      row.put("text", printed.shown());
      range.add(printed.value());
    }

    boolean hasNeutral() {
      return papers.valueStream().anyMatch(row -> row.get("line").asString().equals(ALL_LINES));
    }

    private void putX(ObjectNode row, String value) {
      row.put("value", value);
      if (axis.isNumber()) {
        row.put("x", axis.number(value));
      } else {
        row.put("x", value);
      }
    }
  }

  private String spec(
      Plot plot,
      Lines lines,
      Points points,
      SequencedSet<String> names,
      Consumer<ObjectNode> change)
      throws IOException {
    Axis axis = points.axis;
    Range range = points.range;
    Unit unit = Unit.of(plot.metric());
    return ChartSpec.of(
            axis.isNumber() ? "sweep.vl.json" : "sweep-names.vl.json",
            plot.title() + ": " + input.subject().experiment(),
            input.provenance())
        .data("means", points.means)
        .data("papers", points.papers)
        .edit(
            spec -> {
              ObjectNode x = (ObjectNode) spec.at("/encoding/x");
              x.put("title", axis.title());
              if (!axis.isNumber()) {
                names.forEach(x.withArray("/sort")::add);
                ObjectNode offset = (ObjectNode) spec.at("/encoding/xOffset");
                lines.names().forEach(offset.withObjectProperty("scale").withArray("/domain")::add);
              }
              ObjectNode y = (ObjectNode) spec.at("/encoding/y");
              ChartSpec.title(y, PaperNumbers.inWords(plot.metric()) + Figures.axis(unit));
              y.withObjectProperty("scale")
                  .put("domainMin", unit == Unit.SHARE ? Math.min(0, range.low()) : range.low());
              y.withObjectProperty("scale")
                  .put("domainMax", unit == Unit.SHARE ? range.highOfShare() : range.high());
              if (unit == Unit.SHARE) {
                y.withObjectProperty("axis").put("format", ".0%");
              }
              ObjectNode color = (ObjectNode) spec.at("/encoding/color");
              lines.names().forEach(color.withObjectProperty("scale").withArray("/domain")::add);
              if (lines.names().size() == 1) {
                color.putNull("legend");
              } else {
                color.put("title", String.join(", ", lines.by()));
              }
              if (points.hasNeutral() && lines.names().size() > 1) {
                for (JsonNode layer : spec.path("layer")) {
                  if (layer.path("name").asString("").equals("paper")) {
                    ObjectNode encoding = (ObjectNode) layer.get("encoding");
                    encoding.putObject("color").put("value", "#333333");
                    if (!axis.isNumber()) {
                      encoding.putNull("xOffset");
                    }
                  }
                }
              }
              if (points.papers.isEmpty()) {
                ((ObjectNode) spec.at("/encoding/shape")).putNull("legend");
              }
            })
        .edit(change)
        .finished();
  }

  private static String caption(Plot plot, Lines lines, boolean paper, boolean cut) {
    String caption =
        "Mean and 95\u202f% interval (Student) over the trials of each variant, "
            + plot.metric()
            + ".";
    if (paper) {
      caption += " A diamond is what the paper prints.";
    }
    if (!lines.fixed().isEmpty()) {
      caption += " Drawn at " + SweepVariants.name(lines.fixed()) + "; the tables have the rest.";
    }
    if (lines.left() > 0) {
      caption += " " + lines.left() + " more lines are left out.";
    }
    return cut ? caption + " Only the first " + NAMES_MAX + " values are drawn." : caption;
  }

  /** Decides which variants are drawn, and on which line. */
  private Lines lines(Plot plot) {
    List<String> others =
        input.variables().sequencedKeySet().stream().filter(n -> !n.equals(plot.x())).toList();
    Lines all = lines(others, Map.of());
    if (all.names().size() + all.left() <= LINES_MAX || plot.by().isEmpty()) {
      return all;
    }
    SequencedMap<String, String> fixed = new LinkedHashMap<>();
    for (String name : others) {
      if (!name.equals(plot.by().get())) {
        String first = input.variables().getOrDefault(name, List.of("")).getFirst();
        fixed.put(name, input.baseline().getOrDefault(name, first));
      }
    }
    return lines(List.of(plot.by().get()), fixed);
  }

  private Lines lines(List<String> by, Map<String, String> fixed) {
    SequencedSet<String> names = new LinkedHashSet<>();
    List<SequencedMap<String, String>> drawn = new ArrayList<>();
    SequencedSet<String> left = new LinkedHashSet<>();
    for (SequencedMap<String, String> labels : variants.all()) {
      if (!labels.entrySet().containsAll(fixed.entrySet())) {
        continue;
      }
      String name = Lines.name(by, labels);
      if (names.size() < LINES_MAX || names.contains(name)) {
        names.add(name);
        drawn.add(labels);
      } else {
        left.add(name);
      }
    }
    return new Lines(by, fixed, List.copyOf(names), drawn, left.size());
  }

  private record Lines(
      List<String> by,
      Map<String, String> fixed,
      List<String> names,
      List<SequencedMap<String, String>> variants,
      int left) {

    static String name(List<String> by, SequencedMap<String, String> labels) {
      return by.isEmpty()
          ? ALL_LINES
          : String.join(", ", by.stream().map(name -> labels.getOrDefault(name, "")).toList());
    }
  }

  /** Computes the range of the y axis, which begins at 0 unless that would hide all differences. */
  static final class Range {
    private static final double NEAR_ZERO = 0.7;
    private static final double ROOM = 0.08;
    private static final double ALL_AND_A_MARK = 1.02;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;

    void add(double value) {
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }

    double low() {
      return least >= 0 && least <= NEAR_ZERO * greatest ? 0 : least - room();
    }

    double high() {
      return greatest + room();
    }

    /** Returns the upper end for shares: just above 100 %, unless a value exceeds that. */
    double highOfShare() {
      return greatest <= 1 ? Math.min(high(), ALL_AND_A_MARK) : high();
    }

    private double room() {
      double span = greatest - least;
      return span > 0 ? span * ROOM : Math.max(Math.abs(greatest) * ROOM, 1e-9);
    }
  }
}
