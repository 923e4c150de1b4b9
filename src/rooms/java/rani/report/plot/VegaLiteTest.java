// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The specification of charts; that browsers draw it is tested with pages. */
class VegaLiteTest {
  private static MadeUpRun run() {
    return new MadeUpRun("run")
        .variable("delay", "10ms", "50ms")
        .variable("aqm", "red", "codel")
        .variant("10ms red", "throughput.a", 1e6, 2e6)
        .variant("10ms codel", "throughput.a", 2e6, 2e6)
        .variant("50ms red", "throughput.a", 4e6, 4e6)
        .variant("50ms codel", "throughput.a", 5e6, 6e6);
  }

  private static JsonNode spec(String keys) throws Exception {
    return JsonMapper.builder().build().readTree(VegaLite.text(Plots.chart(keys, run())));
  }

  @Test
  void numbersAreInTheUnitsOfTheAxes() throws Exception {
    JsonNode spec = spec("x: delay, metric: throughput.a, by: aqm");

    assertEquals("delay in ms", spec.at("/encoding/x/title").asString());
    assertEquals("[10.0,50.0]", spec.at("/encoding/x/axis/values").toString());
    JsonNode line = named(spec, "line").getFirst();
    assertEquals(10, line.at("/data/values/0/x").asDouble());
    assertEquals(1.5, line.at("/data/values/0/y").asDouble(), "Mbit/s");
  }

  @Test
  void linesDifferInColourDashAndMarkerOverTheSameNames() throws Exception {
    JsonNode spec = spec("x: delay, metric: throughput.a, by: aqm");
    JsonNode line = named(spec, "line").getFirst();
    JsonNode mean = named(spec, "mean").getFirst();
    String names = "[\"red\",\"codel\"]";

    assertEquals(names, spec.at("/encoding/color/scale/domain").toString());
    assertEquals(names, line.at("/encoding/strokeDash/scale/domain").toString());
    assertEquals("[[1,0],[6,2]]", line.at("/encoding/strokeDash/scale/range").toString());
    assertEquals(names, mean.at("/encoding/shape/scale/domain").toString());
    assertEquals("[\"circle\",\"square\"]", mean.at("/encoding/shape/scale/range").toString());
  }

  @Test
  void namesOfAnAxisAreLabelsAtItsPlaces() throws Exception {
    JsonNode x = spec("kind: bar, x: aqm, metric: throughput.a, by: delay").at("/encoding/x");

    assertEquals("[0.0,1.0]", x.at("/axis/values").toString());
    assertEquals(
        "{\"0\":\"red\",\"1\":\"codel\"}['' + round(datum.value * 1e6) / 1e6]",
        x.at("/axis/labelExpr").asString());
    assertEquals("[-0.5,1.5]", x.at("/scale/domain").toString());
  }

  @Test
  void cellsOfAHeatMapHaveTheirNumbersWhereTheyAreLargeEnough() {
    List<Chart.Cell> cells =
        IntStream.range(0, 4).mapToObj(x -> new Chart.Cell(x, 0, x * 0.1234, "")).toList();
    Chart.Axis x = new Chart.Axis("", Chart.Unit.NONE, false, true, -0.5, 3.5, List.of());
    Chart.Axis y = new Chart.Axis("", Chart.Unit.NONE, false, true, -0.5, 0.5, List.of());
    Chart.Unit percent = new Chart.Unit("%", 0.01);
    var map = new Chart.Cells("share", percent, 0, 0.3702, cells);
    var panel = new Chart.Panel("", "", x, y, List.of(map));

    var rows = VegaLite.cellNumbers(panel, 40, 10);
    assertEquals(List.of("0", "12.3", "24.7", "37"), texts(rows, "number"));
    assertEquals(List.of("black", "black", "white", "white"), texts(rows, "ink"));
    assertEquals(0, VegaLite.cellNumbers(panel, 8, 10).size(), "too narrow");
    assertEquals(0, VegaLite.cellNumbers(panel, 40, 1).size(), "too low");
  }

  private static List<String> texts(JsonNode rows, String field) {
    return rows.valueStream().map(row -> row.path(field).asString()).toList();
  }

  @Test
  void noTwoViewsShareAName() throws Exception {
    // Vega-Lite names data after views: of two with one name, both would show the same
    JsonNode spec = spec("x: delay, metric: throughput.a, facet: aqm, trials: true");
    List<String> names = spec.findValuesAsString("name");

    assertEquals(2, spec.get("concat").size());
    assertTrue(names.size() >= 6, names.toString());
    assertEquals(names.size(), names.stream().distinct().count(), names.toString());
  }

  @Test
  void everyKindHasItsMarks() throws Exception {
    String metric = "metric: throughput.a, ";
    assertEquals("rect", mark(spec("kind: bar, x: aqm, " + metric), "bar"));
    assertEquals("rect", mark(spec("kind: box, x: aqm, " + metric), "box"));
    assertEquals("point", mark(spec("kind: strip, x: aqm, " + metric), "raw"));
    assertEquals("line", mark(spec("kind: cdf, " + metric), "line"));
    assertEquals("rect", mark(spec("kind: heat, x: aqm, by: delay, " + metric), "cells"));
    assertEquals("point", mark(spec("kind: scatter, x: throughput.a, " + metric), "mean"));
    JsonNode step = named(spec("kind: step, x: delay, " + metric), "line").getFirst();
    assertEquals("step-after", step.at("/mark/interpolate").asString());
  }

  @Test
  void aNameIsTextAndNoExpression() throws Exception {
    MadeUpRun hostile =
        new MadeUpRun("run")
            .variable("name", "a']+(1)+['", "b\"\\")
            .variant("a']+(1)+['", "drops.total", 1)
            .variant("b\"\\", "drops.total", 2);
    String text =
        VegaLite.spec(Plots.chart("kind: bar, x: name, metric: drops.total", hostile))
            .at("/encoding/x/axis/labelExpr")
            .asString();
    String labels = text.substring(0, text.lastIndexOf("['' + round"));

    // the labels are one JSON object, so that nothing of a name is outside of its quotes
    assertEquals(2, JsonMapper.builder().build().readTree(labels).size(), labels);
  }

  private static String mark(JsonNode spec, String name) {
    return named(spec, name).getFirst().at("/mark/type").asString();
  }

  private static List<JsonNode> named(JsonNode spec, String name) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode layer : spec.path("layer")) {
      if (layer.path("name").asString("").startsWith(name + "-")) {
        found.add(layer);
      }
    }
    assertTrue(!found.isEmpty(), "no layer " + name + " in " + spec);
    return found;
  }
}
