// SPDX-License-Identifier: Apache-2.0
package rani.report;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Iterator;
import java.util.function.Consumer;
import rani.report.ReportInput.Provenance;
import rani.report.html.ChartLibraries;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A chart: a Vega-Lite template from this module's resources, with title and data. */
public final class ChartSpec {
  private static final int SUBTITLE_CHARACTERS = 150;
  private static final MathContext SEVEN_DIGITS = new MathContext(7);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final ObjectNode spec;
  private final ObjectNode datasets;

  private ChartSpec(ObjectNode spec) {
    this.spec = spec;
    this.datasets = spec.putObject("datasets");
  }

  /** Creates a chart from a template file. The subtitle tells how to reproduce it. */
  public static ChartSpec of(String name, String title, Provenance provenance) throws IOException {
    return of(name, title, provenance.origin(provenance.shown()), provenance.command());
  }

  private static ChartSpec of(String name, String title, String origin, String command)
      throws IOException {
    ChartSpec chart =
        new ChartSpec((ObjectNode) JSON.readTree(ChartLibraries.own(ChartLibraries.class, name)));
    ObjectNode titles = chart.spec.putObject("title");
    titles.put("text", title);
    ArrayNode subtitle = titles.putArray("subtitle");
    subtitle.add(origin);
    subtitle.add(cut(command));
    return chart;
  }

  public static ArrayNode rows() {
    return JSON.createArrayNode();
  }

  public ChartSpec parameter(String name, double value) {
    spec.get("params")
        .forEach(
            parameter -> {
              if (parameter.get("name").asString().equals(name)) {
                ((ObjectNode) parameter).put("value", value);
              }
            });
    return this;
  }

  public ChartSpec edit(Consumer<ObjectNode> change) {
    change.accept(spec);
    return this;
  }

  public ChartSpec data(String name, ArrayNode rows) {
    datasets.set(name, rows);
    return this;
  }

  /** Returns the specification as JSON, without empty layers and views: Vega warns of them. */
  public String finished() {
    removeEmptyLayers(spec);
    Iterator<JsonNode> views = spec.path("vconcat").iterator();
    while (views.hasNext()) {
      JsonNode view = views.next();
      removeEmptyLayers(view);
      if (view.path("layer").isEmpty()) {
        views.remove();
      }
    }
    return JSON.writeValueAsString(spec);
  }

  static void withoutAverage(ObjectNode spec) {
    removeAverage(spec);
    spec.path("vconcat").forEach(ChartSpec::removeAverage);
  }

  private static void removeAverage(JsonNode view) {
    Iterator<JsonNode> layers = view.path("layer").iterator();
    while (layers.hasNext()) {
      if (layers.next().path("name").asString("").endsWith("average")) {
        layers.remove();
      }
    }
    for (JsonNode layer : view.path("layer")) {
      if (layer.at("/encoding/color/scale/domain/0").asString("").equals("queue size")) {
        ((ObjectNode) layer.at("/encoding/color/scale")).putArray("domain").add("queue size");
      }
    }
  }

  private void removeEmptyLayers(JsonNode view) {
    Iterator<JsonNode> layers = view.path("layer").iterator();
    while (layers.hasNext()) {
      String data = layers.next().path("data").path("name").asString("");
      if (datasets.path(data).isEmpty()) {
        layers.remove();
      }
    }
  }

  /** Converts nanoseconds to seconds, rounded to the microsecond. */
  public static double seconds(long nanos) {
    return Math.round(nanos / 1e3) / 1e6;
  }

  static double precise(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).round(SEVEN_DIGITS).doubleValue()
        : value;
  }

  public static double rounded(double packets) {
    return Math.round(packets * 1e4) / 1e4;
  }

  private static String cut(String text) {
    return text.length() <= SUBTITLE_CHARACTERS
        ? text
        : text.substring(0, SUBTITLE_CHARACTERS - 1) + "\u2026";
  }
}
