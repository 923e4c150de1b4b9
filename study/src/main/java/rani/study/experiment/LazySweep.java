// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.model.choice.Choices;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.Problems;
import rani.model.file.YamlText;
import rani.model.menu.ServiceCatalog;
import rani.model.topology.TopologyFile;
import rani.study.variable.Combinations;
import rani.study.variable.Labels;
import rani.study.variable.Seeds;
import rani.study.variable.Variable;
import rani.study.variable.VariantRules;

/** A sweep that builds each variant from the file's tree on request. */
final class LazySweep implements Sweep {
  private final LocatedMap root;
  private final TemplateTree open;
  private final List<Variable> variables;
  private final Combinations combinations;
  private final Plan plan;
  private final ServiceCatalog catalog;

  /** Settings of all variants: trials of each, the baseline's labels (may be empty), and charts. */
  record Plan(int repeat, Seeds seeds, SequencedMap<String, String> baseline, List<Plot> plots) {
    Plan {
      baseline = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(baseline));
      plots = List.copyOf(plots);
    }
  }

  private @Nullable Path file;
  private @Nullable Choices choices;

  /** The first variant, kept because its name and seed hold for all variants. */
  private @Nullable Experiment first;

  /** Opens the sweep of a file {@code root}; {@code open} is its tree with placeholders. */
  LazySweep(
      LocatedMap root,
      TemplateTree open,
      List<Variable> variables,
      Combinations combinations,
      Plan plan,
      ServiceCatalog catalog) {
    this.root = root;
    this.open = open;
    this.variables = List.copyOf(variables);
    this.combinations = combinations;
    this.plan = plan;
    this.catalog = catalog;
  }

  /** Sets the file that the sweep was read from, and its choices. Returns this sweep. */
  LazySweep ofFile(Path where, Choices all) {
    this.file = where;
    this.choices = all;
    return this;
  }

  LocatedMap root() {
    return root;
  }

  @Override
  public Optional<String> fileDigest() {
    return Optional.ofNullable(choices).map(FileDigest::of);
  }

  @Override
  public Optional<Path> recorded() {
    return Optional.ofNullable(file)
        .map(path -> path.resolveSibling(Tried.FOLDER).resolve(name() + ".json"))
        .filter(Files::isRegularFile);
  }

  @Override
  public String name() {
    return first().name();
  }

  @Override
  public SequencedMap<String, List<String>> variables() {
    SequencedMap<String, List<String>> values = new LinkedHashMap<>();
    variables.forEach(variable -> values.put(variable.name(), variable.texts()));
    return Collections.unmodifiableSequencedMap(values);
  }

  @Override
  public long variants() {
    return combinations.count();
  }

  @Override
  public Variant variant(long index) throws FileError {
    return new Variant(index, labels(index), index == 0 && first != null ? first : make(index));
  }

  private Experiment make(long index) throws FileError {
    Problems problems = new Problems();
    VariantRules rules = new VariantRules(new Labels(open.variables(), problems), problems);
    SequencedMap<String, LocatedScalar> chosen = chosen(index);
    LocatedMap tree = rules.applied(open.changed(chosen), labels(index));
    Experiment written = new ExperimentReader(problems).read(open.filled(tree, chosen));
    TopologyFile.throwIfAny(written.topology(), catalog, problems);
    TopologyFile.checkServices(written.network(), catalog, problems);
    problems.throwIfAny();
    Experiment experiment = Compression.to(written, written.pace().wanted(), catalog);
    if (index == 0) {
      first = experiment;
    }
    return experiment;
  }

  private SequencedMap<String, LocatedScalar> chosen(long index) {
    Objects.checkIndex(index, variants());
    int[] digits = combinations.digits(index);
    SequencedMap<String, LocatedScalar> chosen = new LinkedHashMap<>();
    for (int i = 0; i < digits.length; i++) {
      Variable variable = variables.get(i);
      chosen.put(variable.name(), variable.values().get(digits[i]));
    }
    return chosen;
  }

  @Override
  public SequencedMap<String, String> labels(long index) {
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    chosen(index).forEach((name, value) -> labels.put(name, value.text()));
    return Collections.unmodifiableSequencedMap(labels);
  }

  /**
   * Returns variants that together contain each value and meet each condition of an expectation or
   * printed value; all variants if they are at most {@code max}.
   */
  SequencedSet<Long> sample(int max) {
    SequencedSet<Long> sample = new LinkedHashSet<>(combinations.sample(max));
    if (variants() > max) {
      // Problems with conditions are reported when variants are made.
      Problems ignored = new Problems();
      VariantRules rules = new VariantRules(new Labels(open.variables(), ignored), ignored);
      for (SequencedMap<String, List<String>> condition : rules.conditions(open.tree())) {
        combinations.first(wanted(condition)).ifPresent(sample::add);
      }
    }
    return sample;
  }

  /** Returns the set of values of each variable that a condition allows. */
  private List<BitSet> wanted(SequencedMap<String, List<String>> condition) {
    List<BitSet> wanted = new ArrayList<>();
    for (Variable variable : variables) {
      List<String> values = variable.texts();
      List<String> asked = condition.getOrDefault(variable.name(), values);
      BitSet digits = new BitSet(values.size());
      for (int digit = 0; digit < values.size(); digit++) {
        digits.set(digit, asked.contains(values.get(digit)));
      }
      wanted.add(digits);
    }
    return wanted;
  }

  @Override
  public int repeat() {
    return plan.repeat();
  }

  @Override
  public long seed(long index, int repetition) {
    Objects.checkIndex(index, variants());
    Objects.checkIndex(repetition, plan.repeat());
    return switch (plan.seeds()) {
      case Seeds.Paired() -> first().seed() + repetition;
      case Seeds.Distinct() -> first().seed() + index * plan.repeat() + repetition;
      case Seeds.Listed(List<Long> list) -> list.get(repetition);
    };
  }

  @Override
  public boolean isPaired() {
    return !(plan.seeds() instanceof Seeds.Distinct);
  }

  @Override
  public SequencedMap<String, String> baseline() {
    return plan.baseline();
  }

  @Override
  public List<Plot> plots() {
    return plan.plots();
  }

  @Override
  public String text() {
    return isPlain() ? ExperimentText.print(first()) : YamlText.print(root);
  }

  /** Returns whether the file describes one experiment, without a sweep and charts. */
  private boolean isPlain() {
    return isSingle() && root.get("sweep").isEmpty() && root.get("plots").isEmpty();
  }

  private Experiment first() {
    return Objects.requireNonNull(first, "the first variant is made when a sweep is loaded");
  }

  /** Compares the trees of files; plain experiments are equal if they resolve to equal ones. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LazySweep sweep
        && (isPlain() && sweep.isPlain() ? first().equals(sweep.first()) : root.equals(sweep.root));
  }

  @Override
  public int hashCode() {
    return first().name().hashCode();
  }

  @Override
  public String toString() {
    return first().name() + ": " + variants() + " variants";
  }
}
