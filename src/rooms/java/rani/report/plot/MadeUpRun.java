// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import rani.study.experiment.Plot;
import rani.study.series.Series;

/** A run or sweep with values that a test writes down. */
final class MadeUpRun implements PlotRun {
  private final String name;
  private final SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
  private final SequencedMap<String, String> baseline = new LinkedHashMap<>();
  private final SequencedMap<SequencedMap<String, String>, Map<String, double[]>> values =
      new LinkedHashMap<>();
  private final List<Series> series = new ArrayList<>();
  private final List<Moment> moments = new ArrayList<>();
  private final Map<String, String> printed = new LinkedHashMap<>();

  MadeUpRun(String name) {
    this.name = name;
  }

  MadeUpRun variable(String variable, String... all) {
    variables.put(variable, List.of(all));
    return this;
  }

  MadeUpRun baseline(String variable, String value) {
    baseline.put(variable, value);
    return this;
  }

  MadeUpRun print(String metric, String value) {
    printed.put(metric, value);
    return this;
  }

  MadeUpRun series(Series... recorded) {
    series.addAll(List.of(recorded));
    return this;
  }

  MadeUpRun moment(double second, String text) {
    moments.add(new Moment(second, text));
    return this;
  }

  /** Adds a variant: the value of each variable in order, separated by blanks. */
  MadeUpRun variant(String labels, String metric, double... trials) {
    SequencedMap<String, String> variant = new LinkedHashMap<>();
    String[] said = labels.split(" ");
    int k = 0;
    for (String variable : variables.sequencedKeySet()) {
      variant.put(variable, said[k++]);
    }
    values.computeIfAbsent(variant, any -> new LinkedHashMap<>()).put(metric, trials);
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public SequencedMap<String, List<String>> variables() {
    return variables;
  }

  @Override
  public SequencedMap<String, String> baseline() {
    return baseline;
  }

  @Override
  public List<SequencedMap<String, String>> variants() {
    return List.copyOf(values.sequencedKeySet());
  }

  @Override
  public int trials(SequencedMap<String, String> variant) {
    return requireNonNull(values.get(variant)).values().stream()
        .mapToInt(all -> all.length)
        .max()
        .orElse(0);
  }

  @Override
  public double[] values(SequencedMap<String, String> variant, String metric) {
    return DoubleStream.of(valuesByTrial(variant, metric)).filter(Double::isFinite).toArray();
  }

  @Override
  public double[] valuesByTrial(SequencedMap<String, String> variant, String metric) {
    return requireNonNull(values.get(variant)).getOrDefault(metric, new double[0]);
  }

  @Override
  public @Nullable String printed(SequencedMap<String, String> variant, String metric) {
    return printed.get(metric);
  }

  @Override
  public Recorded series(SequencedMap<String, String> variant, Plot plot) {
    return new Recorded(series, "the first trial of each variant", moments);
  }
}
