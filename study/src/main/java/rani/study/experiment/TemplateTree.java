// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;
import rani.model.file.UnitError;
import rani.study.variable.Items;
import rani.study.variable.Placeholders;
import rani.study.variable.Variable;

/**
 * A file's tree with placeholders for the values of variables, and the variables: first those of
 * the {@code sweep} section, then those defined in the tree itself. {@code ${name}} refers to a
 * variable. {@code ${name: 1..5}} defines one, and so does {@code ${1, 2}}, whose name is its path.
 */
final class TemplateTree {
  static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,39}");

  private static final Pattern DEFINITION = Pattern.compile("([^:,]*):(.*)", Pattern.DOTALL);
  private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z][A-Za-z0-9_-]*)\\s*=.*");

  private final Problems problems;
  private final SequencedMap<String, Variable> variables;
  private final SequencedMap<String, Location> uses = new LinkedHashMap<>();
  private LocatedMap tree;

  /** Finds the variables of a tree; those of the {@code sweep} section are {@code declared}. */
  TemplateTree(LocatedMap root, SequencedMap<String, Variable> declared, Problems problems) {
    this.problems = problems;
    this.variables = new LinkedHashMap<>();
    List<Variable> bundles = new ArrayList<>();
    for (Variable variable : declared.values()) {
      if (variable.changes().isEmpty()) {
        variables.put(variable.name(), variable);
      } else {
        bundles.add(variable);
      }
    }
    this.tree = map(root, List.of());
    for (Variable bundle : bundles) {
      if (variables.put(bundle.name(), bundle) != null) {
        problems.report(
            bundle.at(), "variable " + Quoted.of(bundle.name()) + " is given its values twice");
      }
      bundle.changes().values().stream()
          .flatMap(List::stream)
          .map(Edits.Edit::value)
          .filter(Objects::nonNull)
          .forEach(this::noteUses);
    }
    checkUses();
  }

  LocatedMap tree() {
    return tree;
  }

  /** Returns the variables by name; the first varies slowest. */
  SequencedMap<String, Variable> variables() {
    return Collections.unmodifiableSequencedMap(variables);
  }

  /** Returns the tree with the bundles of the chosen values applied; its placeholders stay open. */
  LocatedMap changed(Map<String, LocatedScalar> chosen) throws FileError {
    LocatedMap changed = tree;
    for (Variable variable : variables.values()) {
      LocatedScalar value = chosen.get(variable.name());
      List<Edits.Edit> edits = value == null ? null : variable.changes().get(value.text());
      if (edits != null) {
        changed = Edits.apply(changed, edits);
      }
    }
    return changed;
  }

  /** Returns a tree with the values of one combination in its placeholders. */
  LocatedMap filled(LocatedMap tree, Map<String, LocatedScalar> chosen) {
    return (LocatedMap)
        mapped(
            tree,
            scalar -> Placeholders.anyIn(scalar.text()) ? fillScalar(scalar, chosen) : scalar);
  }

  private LocatedMap map(LocatedMap map, List<String> path) {
    return changed(
        map,
        (key, entry) -> {
          if (Placeholders.anyIn(key)) {
            problems.report(
                entry.keyAt(), "a key cannot vary", () -> "is it a value? Then write it in quotes");
          }
          return value(entry.value(), below(path, key));
        });
  }

  static LocatedMap changed(
      LocatedMap map, BiFunction<String, LocatedMap.Entry, LocatedValue> values) {
    SequencedMap<String, LocatedMap.Entry> entries = new LinkedHashMap<>();
    map.entries()
        .forEach(
            (key, entry) ->
                entries.put(key, new LocatedMap.Entry(entry.keyAt(), values.apply(key, entry))));
    return new LocatedMap(map.at(), entries);
  }

  private LocatedValue value(LocatedValue value, List<String> path) {
    return switch (value) {
      case LocatedMap map -> map(map, path);
      case LocatedList list -> {
        List<LocatedValue> members = new ArrayList<>();
        for (int i = 0; i < list.values().size(); i++) {
          members.add(value(list.values().get(i), below(path, Integer.toString(i))));
        }
        yield new LocatedList(list.at(), members);
      }
      case LocatedScalar scalar when Placeholders.anyIn(scalar.text()) -> scalar(scalar, path);
      case LocatedScalar scalar -> scalar;
    };
  }

  private static List<String> below(List<String> path, String piece) {
    List<String> deeper = new ArrayList<>(path);
    deeper.add(piece);
    return deeper;
  }

  /** Returns the scalar with only names in its placeholders. */
  private LocatedScalar scalar(LocatedScalar scalar, List<String> path) {
    if (path.size() == 1 && SweepReader.FIXED.contains(path.getFirst())) {
      problems.report(scalar.at(), Quoted.of(path.getFirst()) + " cannot vary");
      return scalar;
    }
    try {
      Placeholders holes = Placeholders.in(scalar.text());
      List<String> names = new ArrayList<>();
      for (String content : holes.contents()) {
        names.add(name(content, scalar, path));
      }
      return new LocatedScalar(scalar.at(), holes.renamed(names), scalar.quoted());
    } catch (UnitError e) {
      problems.report(scalar.at(), e.getMessage(), e::hint);
      return scalar;
    }
  }

  private String name(String content, LocatedScalar scalar, List<String> path) throws UnitError {
    Matcher assignment = ASSIGNMENT.matcher(content);
    if (assignment.matches()) {
      throw new UnitError(
          Quoted.of("${" + content + "}") + " is no variable",
          "write `${" + assignment.group(1) + ": …}`");
    }
    Matcher definition = DEFINITION.matcher(content);
    boolean named = definition.matches() && !variables.containsKey(content);
    if (!named && !isList(content)) {
      uses.putIfAbsent(content, scalar.at());
      return content;
    }
    String name = named ? definition.group(1).strip() : String.join(".", path);
    if (named && !NAME.matcher(name).matches()) {
      throw new UnitError(
          Quoted.of(name) + " cannot name a variable",
          "a letter, then up to 39 letters, digits, `-` or `_`");
    }
    if (name.contains("}")) {
      throw new UnitError("a variable without a name, in a key with a brace", "write `${name: …}`");
    }
    String items = named ? definition.group(2) : content;
    List<LocatedScalar> values =
        new Items(Variable.VALUES_MAX)
            .read(new LocatedScalar(scalar.at(), items.strip(), true), Quoted.of(name), problems);
    Variable variable = new Variable(name, scalar.at(), values, new LinkedHashMap<>());
    if (variables.putIfAbsent(name, variable) != null) {
      throw named
          ? new UnitError(
              "variable " + Quoted.of(name) + " is given its values twice",
              "write `${" + name + "}` from the second time on")
          : new UnitError("two variables without a name in one text", "write `${name: …}`");
    }
    uses.putIfAbsent(name, scalar.at());
    return name;
  }

  private static boolean isList(String content) {
    return content.contains(",") || content.contains("..");
  }

  /** Notes the variables in a bundle's values, which must not define any. */
  private void noteUses(LocatedValue value) {
    switch (value) {
      case LocatedMap map -> map.entries().values().forEach(entry -> noteUses(entry.value()));
      case LocatedList list -> list.values().forEach(this::noteUses);
      case LocatedScalar scalar -> {
        try {
          for (String name : Placeholders.in(scalar.text()).contents()) {
            if (name.contains(":") || isList(name)) {
              throw new UnitError(
                  Quoted.of("${" + name + "}") + ": a variant cannot give a variable its values",
                  "do so under `variables`");
            }
            uses.putIfAbsent(name, scalar.at());
          }
        } catch (UnitError e) {
          problems.report(scalar.at(), e.getMessage(), e::hint);
        }
      }
    }
  }

  private void checkUses() {
    uses.forEach(
        (name, at) -> {
          if (!variables.containsKey(name)) {
            problems.reportName(
                at, "unknown variable " + Quoted.of(name), name, variables.sequencedKeySet());
          }
        });
    for (Variable variable : variables.values()) {
      if (variable.changes().isEmpty() && !uses.containsKey(variable.name())) {
        problems.report(
            variable.at(),
            "variable " + Quoted.of(variable.name()) + " is used nowhere",
            () -> "write `${" + variable.name() + "}` where its value belongs");
      }
    }
  }

  /** Returns the value with each scalar replaced; unchanged subtrees are shared. */
  static LocatedValue mapped(LocatedValue value, UnaryOperator<LocatedScalar> scalars) {
    return switch (value) {
      case LocatedMap map -> {
        LinkedHashMap<String, LocatedMap.Entry> entries = new LinkedHashMap<>();
        boolean same = true;
        for (Map.Entry<String, LocatedMap.Entry> entry : map.entries().entrySet()) {
          LocatedValue before = entry.getValue().value();
          LocatedValue after = mapped(before, scalars);
          same &= after == before;
          entries.put(entry.getKey(), new LocatedMap.Entry(entry.getValue().keyAt(), after));
        }
        yield same ? map : new LocatedMap(map.at(), entries);
      }
      case LocatedList list -> {
        List<LocatedValue> members = new ArrayList<>();
        boolean same = true;
        for (LocatedValue before : list.values()) {
          LocatedValue after = mapped(before, scalars);
          same &= after == before;
          members.add(after);
        }
        yield same ? list : new LocatedList(list.at(), members);
      }
      case LocatedScalar scalar -> scalars.apply(scalar);
    };
  }

  /** Fills a scalar, which takes the location of the value, where a bad value is reported. */
  private static LocatedScalar fillScalar(LocatedScalar scalar, Map<String, LocatedScalar> chosen) {
    Placeholders holes;
    try {
      holes = Placeholders.in(scalar.text());
    } catch (UnitError e) {
      throw new IllegalStateException("the holes were checked before", e);
    }
    List<LocatedScalar> values = holes.contents().stream().map(name -> of(name, chosen)).toList();
    if (holes.isWhole()) {
      return values.getFirst();
    }
    boolean one = holes.contents().stream().distinct().count() == 1;
    return new LocatedScalar(
        one ? values.getFirst().at() : scalar.at(),
        holes.filled(name -> of(name, chosen).text()),
        true);
  }

  private static LocatedScalar of(String name, Map<String, LocatedScalar> chosen) {
    return Objects.requireNonNull(chosen.get(name), "variable was checked before");
  }
}
