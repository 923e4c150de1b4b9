// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.ServiceTimes;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyNode;
import rani.queue.Rate;
import rani.service.metric.MetricUnit;
import rani.services.traffic.Arrivals;
import rani.study.expectation.Bound;
import rani.study.observe.MetricSheet;

/**
 * Time compression: divides every duration of an experiment by a factor and multiplies every rate
 * by it, in the network, the traffic, the run and the expectations. Counts do not change. The
 * transformation works on the resolved file, in which every default is written out. Durations are
 * rounded to whole nanoseconds. Constants without an option do not change: the 10 ms by which
 * reordered packets are late, the 60 s cap of a responsive source's timer, and defaults of services
 * that their options' ranges do not allow to scale.
 */
record Compression(double factor) {
  /** Keys whose texts are names, even if they look like durations. */
  private static final Set<String> NAMES =
      Set.of("topology", "description", "address", "virtual-address", "from", "to");

  private static final Pattern PRINTED = Pattern.compile("([<>≤≥=\\s]*)(.*?)( within .*|)");
  private static final String SOURCE = "source";
  private static final String SINK = "sink";
  private static final String FLOWS = "flows";

  /** Returns the experiment at a pace relative to its original file, if all values are in range. */
  static Experiment to(Experiment experiment, double pace, ServiceCatalog catalog)
      throws FileError {
    if (pace == experiment.pace().now()) {
      return experiment;
    }
    Compression compression = new Compression(pace / experiment.pace().now());
    LocatedMap tree = ExperimentText.tree(compression.withDefaults(experiment, catalog));
    LocatedMap changed = compression.root(tree);
    String now = Units.printNumber(pace);
    LocatedMap root =
        changed.with("compressed", tree.at(), new LocatedScalar(tree.at(), now, false));
    Problems problems = new Problems();
    Experiment read = new ExperimentReader(problems).read(root);
    problems.throwIfAny();
    TopologyFile.checkServices(read.network(), catalog, problems);
    problems.throwIfAny();
    return read.at(new Pace(pace, pace, experiment.pace().live()));
  }

  /** Writes out those defaults of services that are times, because all times must scale. */
  private Experiment withDefaults(Experiment experiment, ServiceCatalog catalog) {
    Topology topology = experiment.topology();
    ServiceTimes times = new ServiceTimes(topology, catalog, this::map);
    List<TopologyNode> nodes = new ArrayList<>();
    for (TopologyNode node : topology.nodes()) {
      TopologyNode changed = node;
      for (Map.Entry<String, LocatedMap> service : node.services().entrySet()) {
        LocatedMap options = times.writtenOut(service.getKey(), service.getValue());
        changed = changed.withService(service.getKey(), options);
      }
      nodes.add(changed);
    }
    Set<String> sinks = new HashSet<>();
    topology.nodes().stream()
        .filter(node -> node.services().containsKey(SINK))
        .forEach(node -> sinks.add(node.name()));
    experiment.traffic().stream()
        .filter(flow -> !flow.sink().entries().isEmpty())
        .forEach(flow -> sinks.add(flow.to()));
    List<TrafficFlow> traffic = new ArrayList<>();
    for (TrafficFlow flow : experiment.traffic()) {
      boolean tellsSink = !flow.sink().entries().isEmpty() || sinks.add(flow.to());
      LocatedMap sink = tellsSink ? times.writtenOut(SINK, flow.sink()) : flow.sink();
      traffic.add(new TrafficFlow(flow.from(), flow.to(), options(flow, times), sink));
    }
    return experiment.with(topology.withNodes(nodes), traffic);
  }

  private static LocatedMap options(TrafficFlow flow, ServiceTimes times) {
    LocatedMap given = flow.options();
    LocatedMap one = given.with("to", given.at(), new LocatedScalar(given.at(), flow.to(), false));
    LocatedMap source =
        LocatedMap.empty(given.at())
            .with(FLOWS, given.at(), new LocatedList(given.at(), List.of(one)));
    LocatedValue written = times.writtenOut(SOURCE, source).get(FLOWS).orElse(null);
    return written instanceof LocatedList list && list.values().getFirst() instanceof LocatedMap map
        ? map.without("to")
        : given;
  }

  private LocatedMap root(LocatedMap tree) {
    return TemplateTree.changed(
        tree,
        (key, entry) ->
            switch (key) {
              case "experiment", "title", "description", "seed", "trials", "live" -> entry.value();
              case "expect" -> expectations(entry.value());
              case "paper" -> paper(entry.value());
              default -> value(entry.value());
            });
  }

  private LocatedMap map(LocatedMap map) {
    return TemplateTree.changed(
        map,
        (key, entry) ->
            key.equals("arrivals")
                ? TemplateTree.mapped(entry.value(), this::arrival)
                : key.equals("arrival-rate")
                    ? TemplateTree.mapped(entry.value(), this::arrivalRate)
                    : NAMES.contains(key) && !(entry.value() instanceof LocatedMap)
                        ? entry.value()
                        : value(entry.value()));
  }

  private LocatedScalar arrival(LocatedScalar scalar) {
    try {
      Arrivals.Arrival read = Arrivals.Arrival.parse(scalar.text());
      long atNanos = Math.round(read.atNanos() / factor);
      String text = new Arrivals.Arrival(atNanos, read.sizeBytes()).text();
      return new LocatedScalar(scalar.at(), text, false);
    } catch (IllegalArgumentException noArrival) {
      return scalar; // reported when the changed tree is read
    }
  }

  private LocatedScalar arrivalRate(LocatedScalar scalar) {
    String text = scalar.text().strip();
    int slash = text.indexOf('/');
    try {
      double perSecond = Units.number(text.substring(0, Math.max(0, slash)).strip()) * factor;
      String changed = Units.printNumber(rounded(perSecond)) + text.substring(slash);
      return new LocatedScalar(scalar.at(), changed, false);
    } catch (UnitError noRate) {
      return scalar; // reported when the changed tree is read
    }
  }

  private LocatedValue value(LocatedValue value) {
    return switch (value) {
      case LocatedMap map -> map(map);
      case LocatedList list ->
          new LocatedList(list.at(), list.values().stream().map(this::value).toList());
      case LocatedScalar scalar ->
          new LocatedScalar(
              scalar.at(), timed(scalar.text()).orElse(scalar.text()), scalar.quoted());
    };
  }

  /** Returns a duration or a rate at the new pace; empty for any other text. */
  private Optional<String> timed(String text) {
    try {
      long nanos = Units.durationNanos(text);
      long changed = nanos == 0 ? 0 : Math.max(1, Math.round(nanos / factor));
      return Optional.of(Units.printDuration(changed));
    } catch (UnitError notADuration) {
      return rate(text);
    }
  }

  private Optional<String> rate(String text) {
    try {
      Rate rate = Units.rate(text);
      return Optional.of(
          switch (rate.unit()) {
            case UNLIMITED -> text;
            case PACKETS ->
                Units.printRate(Rate.packetsPerSecond(rounded(rate.perSecond() * factor)));
            case BITS -> Units.printRate(Rate.bitsPerSecond(rounded(rate.perSecond() * factor)));
          });
    } catch (UnitError notARateEither) {
      return Optional.empty();
    }
  }

  private LocatedValue expectations(LocatedValue value) {
    if (!(value instanceof LocatedList list)) {
      return value;
    }
    return new LocatedList(
        list.at(),
        list.values().stream()
            .map(member -> member instanceof LocatedMap map ? expectation(map) : member)
            .toList());
  }

  private LocatedMap expectation(LocatedMap map) {
    String metric =
        map.get("metric").orElse(null) instanceof LocatedScalar scalar ? scalar.text() : "";
    LocatedMap changed = map;
    for (Bound.Relation relation : Bound.Relation.values()) {
      String key = MapReader.nameOf(relation);
      LocatedValue limits = map.get(key).orElse(null);
      if (limits != null) {
        changed =
            changed.with(
                key, map.keyAt(key), TemplateTree.mapped(limits, scalar -> amount(scalar, metric)));
      }
    }
    return changed;
  }

  private LocatedValue paper(LocatedValue value) {
    if (!(value instanceof LocatedMap map)
        || !(map.get("values").orElse(null) instanceof LocatedMap printed)) {
      return value;
    }
    LocatedMap changed = printed;
    for (String metric : printed.keys()) {
      if (printed.get(metric).orElse(null) instanceof LocatedScalar scalar) {
        changed = changed.with(metric, printed.keyAt(metric), amount(scalar, metric));
      }
    }
    return map.with("values", map.keyAt("values"), changed);
  }

  private LocatedScalar amount(LocatedScalar scalar, String metric) {
    return new LocatedScalar(scalar.at(), amount(scalar.text(), metric), scalar.quoted());
  }

  /** Returns an amount at the new pace if the metric's unit contains time, else the same text. */
  private String amount(String text, String metric) {
    Optional<MetricUnit> unit = MetricSheet.find(metric).map(named -> named.row().unit());
    Matcher printed = PRINTED.matcher(text);
    if (unit.isEmpty() || !unit.get().isTimed() || !printed.matches()) {
      return text;
    }
    String amount = printed.group(2);
    Optional<String> timed = timed(amount);
    try {
      return printed.group(1)
          + (timed.isPresent()
              ? timed.get()
              : Units.printNumber(rounded(unit.get().atPace(Units.number(amount), factor))))
          + printed.group(3);
    } catch (UnitError neitherTimeNorNumber) {
      return text;
    }
  }

  /** Rounds to 12 digits, because factors such as 0.2 leave errors in the last digits. */
  private static double rounded(double number) {
    return Double.parseDouble(String.format(Locale.ROOT, "%.12g", number));
  }
}
