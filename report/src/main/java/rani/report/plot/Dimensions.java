// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import rani.report.paper.PaperNumbers;
import rani.study.experiment.Plot;
import rani.study.series.SeriesName;

/**
 * What tells the values of a chart apart: variables, metrics and runs, and which of them make
 * panels, lines and places on the x axis. Variables that a plot does not name make lines, too, as
 * long as there are few; else they stand at the baseline.
 */
final class Dimensions {
  /** One variant of one run, and one metric or series of it. */
  record Point(
      PlotRun run,
      SequencedMap<String, String> variant,
      String metric,
      SequencedMap<String, String> labels) {
    String at(String dimension) {
      return labels.getOrDefault(dimension, "");
    }
  }

  private final Plot plot;
  private final SequencedMap<String, SequencedSet<String>> values = new LinkedHashMap<>();
  private final SequencedMap<String, String> shortMetrics;
  private final List<Point> points = new ArrayList<>();

  /** The dimension on the x axis, or "" for none. */
  final String x;

  final List<String> lines = new ArrayList<>();

  /** Variables that stand still, with their values. */
  final SequencedMap<String, String> fixed = new LinkedHashMap<>();

  Dimensions(Plot plot, List<PlotRun> runs) {
    this.plot = plot;
    this.shortMetrics = shortNames(plot.metrics());
    List<Point> all = new ArrayList<>();
    for (PlotRun run : runs) {
      run.variables()
          .forEach(
              (name, list) ->
                  values.computeIfAbsent(name, _ -> new LinkedHashSet<>()).addAll(list));
    }
    plot.where().forEach((name, list) -> values(name).retainAll(list));
    SequencedSet<String> variables = new LinkedHashSet<>(values.sequencedKeySet());
    values.putIfAbsent(Plot.METRIC, new LinkedHashSet<>(plot.metrics()));
    values.putIfAbsent(Plot.RUN, new LinkedHashSet<>(runs.stream().map(PlotRun::name).toList()));
    for (PlotRun run : runs) {
      for (SequencedMap<String, String> variant : run.variants()) {
        for (String metric : plot.metrics()) {
          SequencedMap<String, String> labels = new LinkedHashMap<>(variant);
          labels.putIfAbsent(Plot.METRIC, metric);
          labels.putIfAbsent(Plot.RUN, run.name());
          all.add(new Point(run, variant, metric, labels));
        }
      }
    }
    lines.addAll(plot.by());
    if (plot.kind() == Plot.Kind.HEAT) {
      lines.clear();
    }
    SequencedSet<String> rest = rest(variables);
    for (String name : plot.where().sequencedKeySet()) {
      if (values(name).size() == 1 && rest.remove(name)) {
        fixed.put(name, values(name).getFirst());
      }
    }
    List<String> always =
        rest.stream().filter(name -> !variables.contains(name)).toList(); // metrics and runs
    lines.addAll(always);
    rest.removeAll(always);
    boolean pointsOfOneLine = plot.kind() == Plot.Kind.SCATTER;
    if (!pointsOfOneLine && !rest.isEmpty()) {
      if (plot.kind() != Plot.Kind.HEAT && isRoomFor(rest)) {
        lines.addAll(rest);
        sort(lines, variables);
      } else {
        rest.forEach(name -> fixed.put(name, standing(name, runs)));
      }
    }
    this.x = xOf();
    all.stream().filter(point -> isDrawn(point)).forEach(points::add);
  }

  private boolean isDrawn(Point point) {
    return fixed.entrySet().stream().allMatch(one -> point.at(one.getKey()).equals(one.getValue()))
        && plot.where().entrySet().stream()
            .allMatch(one -> one.getValue().contains(point.at(one.getKey())));
  }

  /** Returns the dimensions with several values that the plot does not name. */
  private SequencedSet<String> rest(Collection<String> variables) {
    SequencedSet<String> rest = new LinkedHashSet<>();
    values.forEach(
        (name, list) -> {
          boolean isNamed =
              name.equals(plot.x()) || plot.by().contains(name) || plot.facet().contains(name);
          if (!isNamed && (list.size() > 1 || variables.contains(name))) {
            rest.add(name);
          }
        });
    return rest;
  }

  private boolean isRoomFor(Collection<String> more) {
    long count = 1;
    for (String name : lines) {
      count *= values(name).size();
    }
    for (String name : more) {
      count *= values(name).size();
    }
    return count <= Style.MAX || plot.by().isEmpty() && lines.isEmpty();
  }

  /** Puts variables into the order of the file, as names of lines list them. */
  private static void sort(List<String> names, Collection<String> variables) {
    List<String> order = List.copyOf(variables);
    names.sort((a, b) -> Integer.compare(place(a, order), place(b, order)));
  }

  private static int place(String name, List<String> order) {
    int place = order.indexOf(name);
    return place < 0 ? order.size() : place;
  }

  private String standing(String variable, List<PlotRun> runs) {
    return runs.stream()
        .map(run -> run.baseline().get(variable))
        .filter(value -> value != null)
        .findFirst()
        .orElseGet(() -> values(variable).getFirst());
  }

  /** Returns the x axis; of boxes and strips without one, what else tells them apart. */
  private String xOf() {
    boolean isOfNames = plot.kind() == Plot.Kind.BOX || plot.kind() == Plot.Kind.STRIP;
    if (!plot.x().isEmpty() || !isOfNames) {
      return plot.x();
    }
    return lines.isEmpty() ? Plot.METRIC : lines.removeFirst();
  }

  List<Point> points() {
    return points;
  }

  /** Returns the values of a dimension in order. */
  SequencedSet<String> values(String dimension) {
    return values.getOrDefault(dimension, new LinkedHashSet<>(List.of("")));
  }

  /** Returns the values of a dimension that some drawn points have, in order. */
  List<String> drawn(String dimension) {
    SequencedSet<String> used =
        points.stream()
            .map(point -> point.at(dimension))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return values(dimension).stream().filter(used::contains).toList();
  }

  /** Returns the name of a point's line. */
  String line(Point point) {
    return lines.stream()
        .map(name -> shown(name, point.at(name)))
        .collect(Collectors.joining(", "));
  }

  /** Returns the names of lines in order. */
  SequencedSet<String> lineNames() {
    List<Point> sorted = new ArrayList<>(points);
    for (String name : lines.reversed()) {
      List<String> order = List.copyOf(values(name));
      sorted.sort((a, b) -> Integer.compare(order.indexOf(a.at(name)), order.indexOf(b.at(name))));
    }
    SequencedSet<String> names = new LinkedHashSet<>();
    sorted.forEach(point -> names.add(line(point)));
    return names;
  }

  String legendTitle() {
    return lines.stream()
        .filter(name -> !name.equals(Plot.METRIC))
        .map(name -> plot.label(name, name))
        .collect(Collectors.joining(", "));
  }

  /** Returns a value as a reader sees it. */
  String shown(String dimension, String value) {
    if (plot.labels().containsKey(value)) {
      return plot.label(value, value);
    }
    return dimension.equals(Plot.METRIC) && shortMetrics.containsKey(value)
        ? shortMetrics.getOrDefault(value, value)
        : Axes.spaced(value);
  }

  /** Returns what is different in the names of metrics: {@code n1} of {@code delay.n1.p95}. */
  static SequencedMap<String, String> shortNames(List<String> metrics) {
    List<List<String>> parts =
        metrics.stream().map(name -> Arrays.asList(name.split("\\.", -1))).toList();
    SequencedMap<String, String> names = new LinkedHashMap<>();
    if (metrics.size() < 2) {
      metrics.forEach(name -> names.put(name, name));
      return names;
    }
    int shortest = parts.stream().mapToInt(List::size).min().orElse(0);
    int front = 0;
    while (front < shortest - 1 && isSame(parts, front, false)) {
      front++;
    }
    int back = 0;
    while (back < shortest - 1 - front && isSame(parts, back, true)) {
      back++;
    }
    for (int k = 0; k < metrics.size(); k++) {
      List<String> own = parts.get(k);
      names.put(metrics.get(k), String.join(".", own.subList(front, own.size() - back)));
    }
    return names;
  }

  private static boolean isSame(List<List<String>> parts, int place, boolean fromEnd) {
    return parts.stream()
            .map(own -> own.get(fromEnd ? own.size() - 1 - place : place))
            .distinct()
            .count()
        == 1;
  }

  /** Describes a metric or a series. */
  static String inWords(String metric, boolean isSeries) {
    return isSeries
        ? SeriesName.of(metric).map(SeriesName::inWords).orElse(metric)
        : PaperNumbers.inWords(metric);
  }

  /** Returns whether each line has a panel of its own, whose head names it. */
  boolean isNamedByPanels() {
    return plot.facet().containsAll(lines);
  }

  /** Describes a variant: {@code delay 50 ms, limiter codel}. */
  static String name(Map<String, String> labels) {
    return labels.entrySet().stream()
        .map(label -> label.getKey() + " " + Axes.spaced(label.getValue()))
        .collect(Collectors.joining(", "));
  }
}
