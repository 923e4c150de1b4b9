// SPDX-License-Identifier: Apache-2.0
package rani.study.expectation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.model.topology.Topology;
import rani.study.expectation.Bound.Relation;
import rani.study.variable.Labels;
import rani.study.variable.VariantRules;

public final class ExpectationReader {
  /** Names of metrics that a limit may refer to. */
  private static final Pattern METRIC = Pattern.compile("[a-z][\\w-]*(\\.[\\w>#-]+)+");

  /** Key of an expectation that live runs do not check. */
  public static final String VIRTUAL_ONLY = "virtual-only";

  /** Form of a limit: a number, a value with a unit, or the name of another metric of the run. */
  private static final Form LIMIT = new Form.Either(List.of(Form.NUMBER, Form.TEXT));

  private static final Vocabulary KEYS = keys();

  public static final Property EXPECT =
      Property.list("expect", KEYS, 0, "What must come out; the run fails otherwise.");

  private final MetricPlaces places = new MetricPlaces();
  private final Problems problems;
  private final Set<String> names = new LinkedHashSet<>();

  public ExpectationReader(Topology topology, Problems problems) {
    this.problems = problems;
    places.add(topology);
  }

  private static Vocabulary keys() {
    Vocabulary keys =
        Vocabulary.of(
            new Property(
                VariantRules.WHEN,
                Labels.LISTS,
                "Only of variants with these values of variables."),
            Kind.TEXT
                .property(
                    "metric",
                    "The number it is about, such as through.n1, flow.n1.completion or"
                        + " link.utilisation.n1->n2.")
                .required(),
            Kind.TEXT.property("name", "What is expected, in words; by default the metric."));
    List<String> relations = new ArrayList<>();
    for (Relation relation : Relation.values()) {
      Form form = relation.limits() == 1 ? LIMIT : new Form.ListOf(LIMIT, 2, 2, false);
      relations.add(MapReader.nameOf(relation));
      keys = keys.and(new Property(relations.getLast(), form, relation.meaning()));
    }
    return keys.oneOf(relations.toArray(String[]::new))
        .and(
            Kind.TRUTH.property(
                VIRTUAL_ONLY, "Not asked of live runs, whose clocks are never quite on time."));
  }

  public List<Expectation> read(List<LocatedValue> members) {
    return members.stream()
        .flatMap(member -> MapReader.mapOf(member, "each member of `expect`", problems).stream())
        .flatMap(map -> expectation(map).stream())
        .toList();
  }

  private Optional<Expectation> expectation(LocatedMap map) {
    MapReader reader = new MapReader(map, KEYS, problems);
    reader.require("metric");
    String metric = reader.text("metric").orElse("");
    String name = reader.text("name").orElse(metric);
    if (!names.add(name)) {
      problems.report(reader.at("name"), "two expectations are called " + Quoted.of(name));
    }
    check(metric, reader.at("metric"));
    List<Bound> bounds = new ArrayList<>();
    List<String> given = new ArrayList<>();
    for (Relation relation : Relation.values()) {
      String key = MapReader.nameOf(relation);
      reader
          .value(key)
          .ifPresent(
              limits -> {
                given.add(key);
                bound(relation, key, limits).ifPresent(bounds::add);
              });
    }
    boolean virtualOnly = reader.value(VIRTUAL_ONLY, Kind.TRUTH, false);
    reader.finish();
    if (given.size() > 1) {
      problems.report(
          map.keyAt(given.get(1)),
          "one expectation has one bound, found " + String.join(" and ", given));
    } else if (given.isEmpty()) {
      problems.report(
          map.at(),
          "this expectation has no bound",
          () ->
              "one of "
                  + Stream.of(Relation.values())
                      .map(MapReader::nameOf)
                      .collect(Collectors.joining(", ")));
    }
    return bounds.size() == 1
        ? Optional.of(new Expectation(name, metric, bounds.getFirst(), virtualOnly))
        : Optional.empty();
  }

  /** Checks a metric's name, which must not be relative to a baseline: there is just one trial. */
  private void check(String metric, Location at) {
    MetricNames.check(metric, at, problems);
    if (MetricNames.isRelative(metric)) {
      problems.report(
          at,
          "an expectation is of one trial, and %s is over what the baseline's trials have"
              .formatted(Quoted.of(metric)),
          () -> "`plots` and a paper's `points` may name it");
    } else {
      places.check(metric, at, problems);
    }
  }

  private Optional<Bound> bound(Relation relation, String key, LocatedValue value) {
    List<LocatedValue> members = value.members();
    int wanted = relation.limits();
    if (members.size() != wanted) {
      problems.report(
          value.at(),
          Quoted.of(key)
              + (wanted == 2 ? " takes two values `[low, high]`" : " takes one value")
              + ", found "
              + members.size());
      return Optional.empty();
    }
    List<Bound.Limit> limits = new ArrayList<>();
    for (LocatedValue member : members) {
      if (!(member instanceof LocatedScalar scalar)) {
        problems.report(
            member.at(), Quoted.of(key) + " takes a number, found " + member.described());
        return Optional.empty();
      }
      try {
        boolean isMetric = METRIC.matcher(scalar.text()).matches();
        if (isMetric) {
          check(scalar.text(), scalar.at());
        }
        limits.add(new Bound.Limit(scalar.text(), isMetric ? null : Units.amount(scalar.text())));
      } catch (UnitError e) {
        problems.report(scalar.at(), Quoted.of(key) + ": " + e.getMessage(), e::hint);
        return Optional.empty();
      }
    }
    Double low = limits.getFirst().number();
    Double high = limits.getLast().number();
    if (low != null && high != null && low > high) {
      problems.report(
          value.at(),
          "%s: %s is above %s"
              .formatted(Quoted.of(key), limits.getFirst().text(), limits.getLast().text()));
      return Optional.empty();
    }
    return Optional.of(new Bound(relation, limits));
  }
}
