// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import rani.report.ReportInput.Scheduled;
import rani.report.html.ChartLibraries;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the schedule did, in charts over time: an upright line for each, and a strip above with
 * labels. Labels that would overlap get a lane of their own; without a free lane there is none, and
 * the line says its text to those who point at it.
 */
public record ScheduleMarks(List<Scheduled> shown, boolean thinned, double lastSecond) {
  /** The most marks of a chart. */
  static final int MARKS_MAX = 60;

  static final int LANES = 4;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final double CHART_PIXELS = 980;
  private static final double LETTER_PIXELS = 6.4;
  private static final double GAP_PIXELS = 18;

  /** Returns the marks of a chart that ends after so many seconds. */
  public static ScheduleMarks of(ReportInput input, double lastSecond) {
    List<Scheduled> all = input.topology().schedule();
    List<Scheduled> seen =
        all.stream().filter(one -> ChartSpec.seconds(one.atNanos()) <= lastSecond).toList();
    List<Scheduled> shown = Downsampling.everyNth(seen, MARKS_MAX);
    return new ScheduleMarks(shown, shown.size() < seen.size(), lastSecond);
  }

  /**
   * Adds the marks to a chart that has its data, and whose views have the time in seconds as x; the
   * labels only to one of several views.
   */
  public ChartSpec into(ChartSpec chart) throws IOException {
    if (shown.isEmpty()) {
      return chart;
    }
    String text = ChartLibraries.own(ChartLibraries.class, "schedule.vl.json");
    JsonNode drawing = JSON.readTree(text);
    return chart
        .data("schedule", rows())
        .data("scheduleLabels", labels())
        .edit(spec -> into(spec, drawing));
  }

  private static void into(ObjectNode spec, JsonNode drawing) {
    for (JsonNode view : spec.has("layer") ? List.of(spec) : spec.get("vconcat")) {
      boolean hasData = false;
      for (JsonNode layer : view.get("layer")) {
        String data = layer.at("/data/name").asString("");
        hasData |= !spec.get("datasets").path(data).isEmpty();
      }
      if (hasData) { // an empty view is taken away
        ((ArrayNode) view.get("layer")).insert(0, drawing.get("line").deepCopy());
      }
    }
    if (spec.get("vconcat") instanceof ArrayNode views) {
      views.insert(0, drawing.get("strip"));
    }
  }

  /** Returns a sentence for a caption; empty if nothing is marked. */
  String sentence() {
    if (shown.isEmpty()) {
      return "";
    }
    return " Upright grey lines are what the schedule did, and what nodes found of it, named above"
        + (thinned ? "; of a long schedule only " + shown.size() + " entries are marked." : ".");
  }

  /** Returns a row for each mark: time in s, text, number from 1, and its lane if it has one. */
  ArrayNode rows() {
    ArrayNode rows = ChartSpec.rows();
    for (int i = 0; i < shown.size(); i++) {
      ObjectNode row = rows.addObject().put("time", ChartSpec.seconds(shown.get(i).atNanos()));
      row.put("text", shown.get(i).text()).put("mark", Integer.toString(i + 1));
    }
    return rows;
  }

  /** Returns the rows with a label, in the lanes of the strip. */
  ArrayNode labels() {
    ArrayNode labels = ChartSpec.rows();
    double[] ends = new double[LANES];
    Arrays.fill(ends, Double.NEGATIVE_INFINITY);
    for (JsonNode each : rows()) {
      ObjectNode row = (ObjectNode) each;
      double at = row.get("time").asDouble() / lastSecond * CHART_PIXELS;
      double width = row.get("text").asString().length() * LETTER_PIXELS + GAP_PIXELS;
      boolean isLeft = at + width > CHART_PIXELS; // its text ends at the line instead
      double from = isLeft ? at - width : at;
      for (int lane = 0; lane < LANES; lane++) {
        if (from >= ends[lane]) {
          ends[lane] = isLeft ? at : at + width;
          labels.add(row.put("lane", lane).put("left", isLeft));
          break;
        }
      }
    }
    return labels;
  }
}
