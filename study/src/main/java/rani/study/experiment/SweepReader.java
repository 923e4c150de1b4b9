// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Nearest;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.model.file.Units;
import rani.model.file.Vocabulary;
import rani.study.variable.Items;
import rani.study.variable.Labels;
import rani.study.variable.Seeds;
import rani.study.variable.Variable;

/** Reads the {@code sweep} section, while {@link Labels} and {@link Picks} read labels in it. */
final class SweepReader {
  /** Keys that are the same for all variants. */
  static final SequencedSet<String> FIXED =
      new TreeSet<>(List.of(ExperimentFile.KIND_KEY, "seed", "trials"));

  private static final List<String> WHOLE = List.of("sweep", "plots", "extends");
  private static final String PAIRED = "paired";
  private static final String DISTINCT = "distinct";
  private static final String SEEDS = "seeds";

  private static final Kind<Long> REPEAT =
      Kind.within(Kind.INTEGER, 1L, (long) Experiment.TRIALS_MAX);
  private static final Form VALUES = Form.listOf(Form.SCALAR);
  private static final Form NAME = new Form.Text("^" + TemplateTree.NAME + "$");
  private static final Vocabulary BUNDLE_KEYS =
      Vocabulary.of(
          new Property("remove", Form.listOf(Form.TEXT), "Paths of what is taken away."),
          new Property("set", Form.ANY_MAPPING, "Values by path, as with --set."));

  private static final Vocabulary KEYS =
      Vocabulary.of(
          new Property(
              "variables",
              new Form.Named(NAME, VALUES),
              "The values of each variable; ${name} stands for one of them. Values and ranges:"
                  + " 10ms, 100ms..300ms step 50ms, 1..64 step *2."),
          new Property(
              "variants",
              new Form.Named(NAME, new Form.Named(NAME, Form.of(BUNDLE_KEYS))),
              "Variables whose values are names of changes to the file."),
          new Property("pick", Labels.LISTS, "Narrows variables to some of their values."),
          new Property(
                  SEEDS,
                  new Form.Either(List.of(new Form.Words(List.of(PAIRED, DISTINCT)), VALUES)),
                  "paired: repetition k has the same seed in every variant; distinct: every trial"
                      + " has its own; or the seeds of the repetitions.")
              .usually(PAIRED),
          new Property(
              "baseline",
              Labels.SINGLES,
              "Variants are compared with the one that has these values."),
          REPEAT.property(
              "repeat",
              "Trials of each variant; by default as many as there are seeds, or trials."),
          new Property(
              "constraints",
              Form.listOf(Form.TEXT),
              "Conditions that every variant meets, such as ${delay} * 2 <= 400ms || ${n} == 3."),
          TriedChoices.PROPERTY);

  static final Property SWEEP =
      Property.mapping("sweep", KEYS, "What varies, and how often each variant is run.");

  private final MapReader reader;
  private final Problems problems;

  SweepReader(LocatedMap section, Problems problems) {
    this.reader = new MapReader(section, KEYS, problems);
    this.problems = problems;
  }

  /** Reports unknown keys; called after all other methods. */
  void finish() {
    reader.finish();
  }

  /** Returns the section's variables: first those with values, then those with change bundles. */
  SequencedMap<String, Variable> variables() {
    SequencedMap<String, Variable> variables = new LinkedHashMap<>();
    LocatedMap lists = reader.mapping("variables");
    lists
        .entries()
        .forEach(
            (name, entry) -> {
              checkName(name, entry.keyAt());
              List<LocatedScalar> values =
                  new Items(Variable.VALUES_MAX).read(entry.value(), Quoted.of(name), problems);
              variables.put(name, new Variable(name, entry.keyAt(), values, new LinkedHashMap<>()));
            });
    reader
        .mapping("variants")
        .entries()
        .forEach(
            (name, entry) -> {
              checkName(name, entry.keyAt());
              if (variables.containsKey(name)) {
                problems.report(
                    entry.keyAt(), "variable " + Quoted.of(name) + " is given its values twice");
              }
              MapReader.mapOf(entry.value(), "variable " + Quoted.of(name), problems)
                  .ifPresent(bundles -> variables.put(name, bundles(name, entry.keyAt(), bundles)));
            });
    return variables;
  }

  private void checkName(String name, Location at) {
    if (!TemplateTree.NAME.matcher(name).matches()) {
      problems.report(
          at,
          Quoted.of(name) + " cannot name a variable",
          () -> "a letter, then up to 39 letters, digits, `-` or `_`");
    }
  }

  private Variable bundles(String name, Location at, LocatedMap map) {
    List<LocatedScalar> values = new ArrayList<>();
    SequencedMap<String, List<Edits.Edit>> changes = new LinkedHashMap<>();
    map.entries()
        .forEach(
            (value, entry) -> {
              checkName(value, entry.keyAt());
              values.add(new LocatedScalar(entry.keyAt(), value, true));
              List<Edits.Edit> edits = new ArrayList<>();
              MapReader.mapOf(entry.value(), Quoted.of(value), problems)
                  .ifPresent(bundle -> edits.addAll(edits(bundle)));
              changes.put(value, edits);
            });
    if (values.isEmpty()) {
      problems.report(at, Quoted.of(name) + " has no values");
    } else if (values.size() > Variable.VALUES_MAX) {
      problems.report(at, Quoted.of(name) + " has more than " + Variable.VALUES_MAX + " values");
    }
    return new Variable(name, at, values, changes);
  }

  private List<Edits.Edit> edits(LocatedMap bundle) {
    MapReader changes = new MapReader(bundle, BUNDLE_KEYS, problems);
    List<Edits.Edit> edits = new ArrayList<>();
    for (LocatedScalar path : changes.texts("remove")) {
      edit(path.text(), path.at(), null).ifPresent(edits::add);
    }
    changes
        .mapping("set")
        .entries()
        .forEach((path, entry) -> edit(path, entry.keyAt(), entry.value()).ifPresent(edits::add));
    changes.finish();
    return edits;
  }

  private Optional<Edits.Edit> edit(String text, Location at, @Nullable LocatedValue value) {
    try {
      List<String> path = Edits.path(text, at);
      if (FIXED.contains(path.getFirst()) || WHOLE.contains(path.getFirst())) {
        problems.report(at, Quoted.of(path.getFirst()) + " is the same for all variants");
        return Optional.empty();
      }
      return Optional.of(new Edits.Edit(path, value, at));
    } catch (FileError e) {
      problems.addAll(e);
      return Optional.empty();
    }
  }

  Seeds seeds() {
    LocatedValue written = reader.value(SEEDS).orElse(null);
    String word = written instanceof LocatedScalar scalar ? scalar.text() : "";
    if (written == null || word.equals(PAIRED)) {
      return new Seeds.Paired();
    }
    if (word.equals(DISTINCT)) {
      return new Seeds.Distinct();
    }
    List<Long> seeds = new ArrayList<>();
    for (LocatedScalar seed :
        new Items(Experiment.TRIALS_MAX).read(written, Quoted.of(SEEDS), problems)) {
      try {
        seeds.add(Units.integer(seed.text()));
      } catch (UnitError e) {
        problems.report(
            seed.at(),
            "`seeds` takes `paired`, `distinct` or whole numbers, found " + Quoted.of(seed.text()),
            () ->
                Nearest.to(seed.text(), List.of(PAIRED, DISTINCT))
                    .map(name -> "did you mean " + Quoted.of(name) + "?")
                    .orElse(""));
      }
    }
    return new Seeds.Listed(seeds);
  }

  /** Returns the number of trials of each variant; {@code trials} is from outside the section. */
  int repeat(Seeds seeds, int trials) {
    Optional<Long> repeat = reader.scalar("repeat", REPEAT);
    if (!(seeds instanceof Seeds.Listed listed)) {
      return repeat.orElse((long) trials).intValue();
    }
    int listedSeeds = listed.seeds().size();
    if (repeat.isPresent() && repeat.get() > listedSeeds) {
      problems.report(
          reader.at(SEEDS), "`seeds` has " + listedSeeds + " for " + repeat.get() + " repetitions");
    }
    return repeat.orElse((long) listedSeeds).intValue();
  }

  List<LocatedScalar> constraints() {
    return reader.texts("constraints");
  }

  LocatedMap picks() {
    return reader.mapping("pick");
  }

  LocatedMap baseline() {
    return reader.mapping("baseline");
  }
}
