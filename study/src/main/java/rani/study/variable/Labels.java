// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.model.file.Form;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;

/** Reads references to variables and their values, and reports unknown ones. */
public final class Labels {
  /** Schema of a mapping that gives each variable one of its values. */
  public static final Form SINGLES = new Form.Named(Form.TEXT, Form.SCALAR);

  /** Schema of a mapping that gives each variable one or several of its values. */
  public static final Form LISTS =
      new Form.Named(
          Form.TEXT,
          new Form.Either(List.of(Form.SCALAR, new Form.ListOf(Form.SCALAR, 1, 0, false))));

  private final SequencedMap<String, SequencedSet<String>> known = new LinkedHashMap<>();
  private final Problems problems;

  public Labels(SequencedMap<String, Variable> variables, Problems problems) {
    this.problems = problems;
    variables.forEach((name, one) -> known.put(name, new LinkedHashSet<>(one.texts())));
  }

  /** Creates labels of variables with their values. */
  public static Labels of(SequencedMap<String, List<String>> variables, Problems problems) {
    Labels labels = new Labels(new LinkedHashMap<>(), problems);
    variables.forEach((name, values) -> labels.known.put(name, new LinkedHashSet<>(values)));
    return labels;
  }

  /** Returns the names of all variables. */
  public SequencedSet<String> variables() {
    return Collections.unmodifiableSequencedSet(known.sequencedKeySet());
  }

  /** Returns the names of all variables and their values, in a set of its own. */
  public SequencedSet<String> all() {
    SequencedSet<String> all = new LinkedHashSet<>(known.sequencedKeySet());
    known.values().forEach(all::addAll);
    return all;
  }

  /** Reads {@code {variable: value}}, where the value may be a list. */
  public SequencedMap<String, List<String>> lists(LocatedMap map) {
    SequencedMap<String, List<String>> lists = new LinkedHashMap<>();
    map.entries()
        .forEach(
            (name, entry) -> {
              if (isVariable(name, entry.keyAt())) {
                lists.put(name, values(name, entry.value()));
              }
            });
    return lists;
  }

  /** Returns the values of a variable in a value, a range or a list. */
  List<String> values(String name, LocatedValue value) {
    if (value instanceof LocatedScalar scalar && values(name).contains(scalar.text())) {
      return List.of(scalar.text());
    }
    return new Items(Variable.VALUES_MAX)
        .read(value, Quoted.of(name), problems).stream()
            .filter(one -> isValue(name, one))
            .map(LocatedScalar::text)
            .toList();
  }

  /** Reads {@code {variable: value}}, with one value each. */
  public SequencedMap<String, String> singles(LocatedMap map) {
    SequencedMap<String, String> singles = new LinkedHashMap<>();
    map.entries()
        .forEach(
            (name, entry) -> {
              if (!isVariable(name, entry.keyAt())) {
                return;
              }
              if (!(entry.value() instanceof LocatedScalar scalar)) {
                problems.report(
                    entry.value().at(),
                    "%s takes one of its values, found %s"
                        .formatted(Quoted.of(name), entry.value().described()));
              } else if (isValue(name, scalar)) {
                singles.put(name, scalar.text());
              }
            });
    return singles;
  }

  /** Returns whether there is such a variable. If not, reports it. */
  boolean isVariable(String name, Location at) {
    if (known.containsKey(name)) {
      return true;
    }
    problems.reportName(at, "unknown variable " + Quoted.of(name), name, variables());
    return false;
  }

  /** Returns whether a variable has the value. If not, reports it. */
  boolean isValue(String name, LocatedScalar value) {
    SequencedSet<String> known = values(name);
    if (known.contains(value.text())) {
      return true;
    }
    problems.reportName(
        value.at(),
        "variable " + Quoted.of(name) + " has no value " + Quoted.of(value.text()),
        value.text(),
        known);
    return false;
  }

  /** Returns the values of a variable; empty if there is no such variable. */
  public SequencedSet<String> values(String name) {
    return Collections.unmodifiableSequencedSet(known.getOrDefault(name, new LinkedHashSet<>()));
  }
}
