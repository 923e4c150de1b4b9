// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;
import rani.study.expectation.MetricNames;
import rani.study.expectation.MetricPlaces;
import rani.study.variable.Labels;
import rani.study.variable.Placeholders;

final class PlotReader {
  private static final Vocabulary KEYS =
      Vocabulary.of(
          Kind.TEXT.property("x", "The variable on the x axis.").required(),
          Kind.TEXT
              .property("metric", "What is shown: its mean and 95 % interval over the trials.")
              .required(),
          Kind.TEXT.property("title", "Above the chart."),
          Kind.TEXT.property("by", "The variable that gives each line its colour."));
  static final Property PLOTS = Property.list("plots", KEYS, 0, "Charts over the variants.");

  private final Labels labels;
  private final Problems problems;

  /** Metrics of the charts with the location of each in the file. */
  private final List<Named> metrics = new ArrayList<>();

  private record Named(String metric, Location at) {}

  PlotReader(Labels labels, Problems problems) {
    this.labels = labels;
    this.problems = problems;
  }

  List<Plot> read(List<LocatedValue> members) {
    return members.stream()
        .flatMap(member -> MapReader.mapOf(member, "each member of `plots`", problems).stream())
        .map(this::plot)
        .toList();
  }

  private Plot plot(LocatedMap map) {
    MapReader reader = new MapReader(map, KEYS, problems);
    reader.require("x");
    reader.require("metric");
    Optional<String> title = reader.text("title");
    String x = labels.variable(reader, "x").orElse("");
    String metric = reader.text("metric").orElse("");
    Optional<String> by = labels.variable(reader, "by");
    MetricNames.check(metric, reader.at("metric"), problems);
    metrics.add(new Named(metric, reader.at("metric")));
    reader.finish();
    if (by.isPresent() && by.get().equals(x)) {
      problems.report(reader.at("by"), "`by` is " + Quoted.of(x) + ", which is the x axis already");
    }
    for (String key : List.of("title", "metric")) {
      if (reader.text(key).filter(Placeholders::anyIn).isPresent()) {
        problems.report(reader.at(key), "a chart is of all variants: `" + key + "` cannot vary");
      }
    }
    return new Plot(title.orElse(metric + " over " + x), x, metric, by);
  }

  /** Reports charts of nodes and links that no variant has. */
  void check(MetricPlaces places, Problems found) {
    metrics.forEach(named -> places.check(named.metric(), named.at(), found));
  }
}
