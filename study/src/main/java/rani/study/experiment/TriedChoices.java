// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.model.choice.Choice;
import rani.model.choice.ChoiceReader;
import rani.model.choice.Choices;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.Form;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problem;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;
import rani.model.file.YamlText;
import rani.model.menu.ServiceCatalog;

/**
 * A sweep over the choices of a file: the file as it is, and the file with each alternative, each
 * in the variants that numbers are printed for. An alternative that makes the same experiment is
 * not run again. Repetition k has the same seed in all variants. {@code sweep: {choices: {…}}} in a
 * file makes it such a sweep. {@link #of} writes such a file, which the run's folder keeps.
 */
public final class TriedChoices implements Sweep {
  /** Key under {@code sweep} that asks for a sweep over choices. */
  static final String KEY = "choices";

  /** Largest number of variants of a file whose choices are tried. */
  static final int VARIANTS_MAX = 1000;

  private static final String SWEEP = "sweep";
  private static final String NAMES = "names";
  private static final String METRICS = "metrics";
  private static final String DIGEST = "digest";
  private static final String SET_ASIDE = "set-aside";
  private static final Vocabulary KEYS =
      Vocabulary.of(
          new Property(NAMES, Form.listOf(Form.TEXT), "The choices that are tried; all if empty."),
          new Property(
              METRICS,
              Form.listOf(Form.TEXT),
              "What is looked at; all that the paper prints if empty."),
          new Property(DIGEST, Form.TEXT, "Of the file that was asked for."),
          new Property(SET_ASIDE, Form.listOf(Form.TEXT), "What it inherited and did not try."));

  static final Property PROPERTY =
      Property.mapping(
          KEY, KEYS, "Tries the file's choices, as `rani sensitivity` writes it into its folder.");

  private final LazySweep shipped;
  private final List<Row> rows;
  private final List<String> labels;
  private final String text;
  private final Tried tried;

  /** A variant: an index in the sweep of the file with one alternative. */
  private record Row(String label, LazySweep sweep, long index) {}

  private TriedChoices(
      LazySweep shipped, List<Row> rows, List<String> labels, String text, Tried tried) {
    this.shipped = shipped;
    this.rows = List.copyOf(rows);
    this.labels = List.copyOf(labels);
    this.text = text;
    this.tried = tried;
  }

  /**
   * Returns the sweep over the choices of a file.
   *
   * @param sets changes of the file, see {@link Edits}
   * @param picks values to which the file's own variables are narrowed
   * @param names of the choices to try; all if empty
   * @param metrics to compare; everything that the paper prints if empty
   * @param named topologies that the file may name
   * @throws FileError with everything that is wrong with the file or its choices
   */
  public static Sweep of(
      Path path,
      List<String> sets,
      List<String> picks,
      List<String> names,
      List<String> metrics,
      NamedTopologies named)
      throws FileError {
    LocatedMap file = LocatedYaml.load(path);
    LocatedMap whole = ExperimentTree.of(path, file, Edits.parse(sets), named);
    Location at = Location.ofFile(path.toString());
    LocatedMap marker =
        LocatedMap.empty(at).with(NAMES, at, texts(names)).with(METRICS, at, texts(metrics));
    Problems problems = new Problems();
    Choices choices = Choices.in(whole, problems);
    problems.throwIfAny();
    Sweep plain =
        SweepFile.load(path, file, Edits.parse(sets), picks, ServiceCatalog.installed(), named);
    marker = marker.with(DIGEST, at, new LocatedScalar(at, plain.fileDigest().orElseThrow(), true));
    Choices marked = new Choices(marked(choices.tree(), marker), choices.all());
    return read(path.toString(), !sets.isEmpty(), marked, picks, ServiceCatalog.installed());
  }

  /** Tries every alternative of a file's own choices; see {@link Choices#tryOut}. */
  public static void check(Path path, NamedTopologies named) throws FileError {
    Problems problems = new Problems();
    ServiceCatalog catalog = ServiceCatalog.installed();
    Choices choices =
        Choices.in(ExperimentTree.of(path, LocatedYaml.load(path), List.of(), named), problems);
    LazySweep shipped = SweepFile.open(choices.tree(), List.of(), catalog);
    long some = Math.min(shipped.variants(), VARIANTS_MAX);
    choices.tryOut(
        path.toString(),
        tree -> {
          LazySweep other = SweepFile.open(tree, List.of(), catalog);
          boolean same = other.variables().equals(shipped.variables());
          for (long k = 0; same && k < some; k++) {
            same = text(other, k).equals(text(shipped, k));
          }
          return same;
        },
        problems);
    problems.throwIfAny();
  }

  private static LocatedMap marked(LocatedMap tree, LocatedMap marker) {
    LocatedMap section =
        tree.get(SWEEP).orElse(null) instanceof LocatedMap map
            ? map
            : LocatedMap.empty(marker.at());
    return tree.with(SWEEP, tree.keyAt(SWEEP), section.with(KEY, marker.at(), marker));
  }

  private static LocatedList texts(List<String> texts) {
    Location at = Location.ofFile("");
    return new LocatedList(
        at, texts.stream().map(text -> (LocatedValue) new LocatedScalar(at, text, true)).toList());
  }

  static boolean isAskedBy(LocatedMap tree) {
    return tree.get(SWEEP).orElse(null) instanceof LocatedMap section
        && section.get(KEY).isPresent();
  }

  /**
   * Reads a file that asks for a sweep over choices. {@code isChanged} says whether the tree
   * differs from the file; picks may also be of {@link Tried#VARIABLE}.
   */
  static Sweep read(
      String file, boolean isChanged, Choices choices, List<String> picks, ServiceCatalog catalog)
      throws FileError {
    return new Reading(file, isChanged, choices, catalog).read(picks);
  }

  private static final class Reading {
    private final Problems problems = new Problems();
    private final String file;
    private final boolean isChanged;
    private final ServiceCatalog catalog;
    private final LocatedMap base;
    private final Choices choices;
    private final MapReader marker;
    private final List<Row> rows = new ArrayList<>();
    private final List<Choice> kept = new ArrayList<>();
    private final List<String> unchanged = new ArrayList<>();
    private final List<String> setAside = new ArrayList<>();

    Reading(String file, boolean isChanged, Choices choices, ServiceCatalog catalog) {
      this.file = file;
      this.isChanged = isChanged;
      this.catalog = catalog;
      LocatedMap tree = choices.tree();
      LocatedMap section = new MapReader(tree, problems).mapping(SWEEP);
      this.marker = new MapReader(new MapReader(section, problems).mapping(KEY), KEYS, problems);
      this.base = tree.with(SWEEP, tree.keyAt(SWEEP), section.without(KEY));
      this.choices = new Choices(base, choices.all());
    }

    Sweep read(List<String> picks) throws FileError {
      List<String> names = scalars(NAMES);
      List<String> metrics = scalars(METRICS);
      String digest = marker.text(DIGEST).orElseGet(() -> FileDigest.of(choices));
      setAside.addAll(scalars(SET_ASIDE));
      marker.finish();
      problems.throwIfAny();
      List<String> own = picks.stream().filter(pick -> !isOfChoice(pick)).toList();
      List<String> wanted =
          picks.stream()
              .filter(Reading::isOfChoice)
              .map(pick -> pick.substring(pick.indexOf('=') + 1).strip())
              .toList();
      LazySweep shipped = SweepFile.open(base, own, catalog);
      if (shipped.variables().containsKey(Tried.VARIABLE)) {
        throw new FileError(
            base.keyAt(SWEEP), "the file has a variable `" + Tried.VARIABLE + "` of its own", "");
      }
      if (shipped.variants() > VARIANTS_MAX) {
        throw new FileError(
            base.keyAt(SWEEP),
            shipped.variants() + " variants; choices are tried in at most " + VARIANTS_MAX,
            "--pick narrows variables");
      }
      PrintedNumbers numbers = PrintedNumbers.of(shipped, metrics);
      tryAll(shipped, named(names), numbers.variants(), own);
      problems.throwIfAny();
      return sweep(shipped, wanted, numbers, names, metrics, digest);
    }

    private static boolean isOfChoice(String pick) {
      int equals = pick.indexOf('=');
      return equals > 0 && pick.substring(0, equals).strip().equals(Tried.VARIABLE);
    }

    private List<String> scalars(String key) {
      return marker.texts(key).stream().map(LocatedScalar::text).toList();
    }

    private List<Choice> named(List<String> names) throws FileError {
      Choices.Fitting fitting = choices.fitting(file, isChanged, problems);
      setAside.addAll(fitting.setAside());
      problems.throwIfAny();
      SequencedMap<String, Choice> known = new LinkedHashMap<>();
      fitting.choices().forEach(choice -> known.put(choice.name(), choice));
      for (String name : names) {
        if (choices.all().containsKey(name) && !known.containsKey(name)) {
          problems.report(
              Location.ofFile(file), "no alternative of " + Quoted.of(name) + " fits the file");
        } else if (!known.containsKey(name)) {
          problems.reportName(
              Location.ofFile(file),
              "there is no choice " + Quoted.of(name),
              name,
              known.sequencedKeySet());
        }
      }
      problems.throwIfAny();
      return names.isEmpty()
          ? List.copyOf(known.sequencedValues())
          : known.sequencedValues().stream().filter(one -> names.contains(one.name())).toList();
    }

    private void tryAll(
        LazySweep shipped, List<Choice> chosen, List<Long> variants, List<String> picks)
        throws FileError {
      SequencedMap<Long, String> texts = new LinkedHashMap<>();
      for (long variant : variants) {
        rows.add(new Row(Tried.SHIPPED, shipped, variant));
        texts.put(variant, text(shipped, variant));
      }
      for (Choice choice : chosen) {
        List<Choice.Alternative> good = new ArrayList<>();
        for (Choice.Alternative alternative : choice.alternatives()) {
          String label = choice.label(alternative);
          try {
            LazySweep other =
                SweepFile.open(Edits.apply(base, alternative.edits()), picks, catalog);
            if (!other.variables().equals(shipped.variables())) {
              throw new FileError(alternative.at(), "it changes what the file itself varies", "");
            }
            int before = rows.size();
            for (long variant : variants) {
              if (!text(other, variant).equals(texts.get(variant))) {
                rows.add(new Row(label, other, variant));
              }
            }
            if (rows.size() == before) {
              unchanged.add(label);
            }
            good.add(alternative);
          } catch (FileError e) {
            refuse(choice, label, e);
          }
        }
        if (!good.isEmpty() || choice.alternatives().isEmpty()) {
          kept.add(choice.with(good));
        }
      }
    }

    private void refuse(Choice choice, String label, FileError error) {
      for (Problem problem : error.problems()) {
        if (!isChanged && choice.at().file().equals(file)) {
          problems.report(
              problem.at(), problem.message() + " (with " + Quoted.of(label) + ")", problem::hint);
        } else {
          setAside.add(label + ": " + problem.message());
        }
      }
    }

    private Sweep sweep(
        LazySweep shipped,
        List<String> wanted,
        PrintedNumbers numbers,
        List<String> names,
        List<String> metrics,
        String digest)
        throws FileError {
      SequencedSet<String> labels = new LinkedHashSet<>(List.of(Tried.SHIPPED));
      rows.forEach(row -> labels.add(row.label()));
      for (String label : wanted) {
        if (!labels.contains(label)) {
          problems.reportName(
              Location.ofFile("--pick " + Tried.VARIABLE + "=" + label),
              "there is no alternative " + Quoted.of(label),
              label,
              labels);
        }
      }
      problems.throwIfAny();
      if (!wanted.isEmpty()) {
        rows.removeIf(row -> !wanted.contains(row.label()));
        labels.retainAll(wanted);
      }
      Location at = Location.ofFile(file);
      LocatedMap section = LocatedMap.empty(at);
      SequencedMap<String, String> said = new LinkedHashMap<>();
      for (Choice choice : kept) {
        section = section.with(choice.name(), at, choice.written());
        said.put(choice.name(), choice.shipped(base));
      }
      LocatedMap mark =
          LocatedMap.empty(at)
              .with(NAMES, at, texts(names))
              .with(METRICS, at, texts(metrics))
              .with(DIGEST, at, new LocatedScalar(at, digest, true))
              .with(SET_ASIDE, at, texts(setAside));
      String text =
          YamlText.print(marked(shipped.root(), mark).with(ChoiceReader.KEY, at, section));
      return new TriedChoices(
          shipped,
          rows,
          List.copyOf(labels),
          text,
          new Tried(
              kept, said, unchanged, setAside, digest, shipped.baseline(), numbers.numbers()));
    }
  }

  /** Returns the resolved experiment of a variant, which determines the results of its trials. */
  private static String text(LazySweep sweep, long variant) throws FileError {
    return ExperimentText.print(sweep.variant(variant).experiment());
  }

  @Override
  public Optional<Tried> tried() {
    return Optional.of(tried);
  }

  @Override
  public String name() {
    return shipped.name();
  }

  @Override
  public SequencedMap<String, List<String>> variables() {
    SequencedMap<String, List<String>> variables = new LinkedHashMap<>();
    variables.put(Tried.VARIABLE, labels);
    variables.putAll(shipped.variables());
    return variables;
  }

  @Override
  public long variants() {
    return rows.size();
  }

  @Override
  public Variant variant(long index) throws FileError {
    Row row = row(index);
    return new Variant(index, labels(index), row.sweep().variant(row.index()).experiment());
  }

  @Override
  public SequencedMap<String, String> labels(long index) {
    Row row = row(index);
    SequencedMap<String, String> own = new LinkedHashMap<>();
    own.put(Tried.VARIABLE, row.label());
    own.putAll(row.sweep().labels(row.index()));
    return own;
  }

  private Row row(long index) {
    return rows.get((int) Objects.checkIndex(index, variants()));
  }

  @Override
  public int repeat() {
    return shipped.repeat();
  }

  @Override
  public long seed(long index, int repetition) {
    return shipped.isPaired()
        ? shipped.seed(row(index).index(), repetition)
        : shipped.seed(0, 0) + repetition;
  }

  @Override
  public boolean isPaired() {
    return true;
  }

  @Override
  public SequencedMap<String, String> baseline() {
    SequencedMap<String, String> baseline = new LinkedHashMap<>();
    if (labels.contains(Tried.SHIPPED)) {
      baseline.put(Tried.VARIABLE, Tried.SHIPPED);
    }
    return baseline;
  }

  @Override
  public List<Plot> plots() {
    return List.of();
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TriedChoices sweep && text.equals(sweep.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return name() + ": " + labels.size() + " choices";
  }
}
