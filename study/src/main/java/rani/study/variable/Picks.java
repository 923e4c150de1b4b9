// SPDX-License-Identifier: Apache-2.0
package rani.study.variable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.Problems;

/** Restricts variables to values under {@code pick}, and further by the command line. */
public final class Picks {
  private static final String SWEEP = "sweep";
  private static final String PICK = "pick";

  private final SequencedMap<String, Variable> variables;
  private final SequencedMap<String, List<String>> picked = new LinkedHashMap<>();

  private Picks(SequencedMap<String, Variable> variables) {
    this.variables = variables;
  }

  public static Picks of(
      List<String> options,
      LocatedMap section,
      SequencedMap<String, Variable> variables,
      Problems problems) {
    Picks picks = new Picks(variables);
    Labels labels = new Labels(variables, problems);
    picks.picked.putAll(labels.lists(section));
    SequencedMap<String, List<String>> narrower = new LinkedHashMap<>();
    for (String option : options) {
      Location at = Location.ofFile("--pick " + option);
      int equals = option.indexOf('=');
      if (equals <= 0) {
        problems.report(at, "expected `variable=value`");
        continue;
      }
      String name = option.substring(0, equals).strip();
      LocatedScalar value = new LocatedScalar(at, option.substring(equals + 1).strip(), true);
      if (labels.isVariable(name, at)) {
        narrower.computeIfAbsent(name, any -> new ArrayList<>()).addAll(labels.values(name, value));
      }
    }
    narrower.forEach(
        (name, values) -> {
          List<String> before = picks.picked.get(name);
          if (before != null && !before.containsAll(values)) {
            problems.report(
                Location.ofFile("--pick " + name),
                "the file itself picks " + String.join(", ", before) + " alone");
          }
          picks.picked.put(name, values);
        });
    return picks;
  }

  public List<Variable> narrowed() {
    return variables.values().stream()
        .map(
            variable -> variable.narrowedTo(picked.getOrDefault(variable.name(), variable.texts())))
        .toList();
  }

  /** Returns whether all labels are among the picked values. */
  public boolean leaves(SequencedMap<String, String> labels) {
    return labels.entrySet().stream()
        .allMatch(
            label ->
                picked
                    .getOrDefault(label.getKey(), List.of(label.getValue()))
                    .contains(label.getValue()));
  }

  /** Returns the tree with all picked values in its {@code sweep} section. */
  public LocatedMap writtenInto(LocatedMap root) {
    if (picked.isEmpty()) {
      return root;
    }
    Location at = root.keyAt(SWEEP);
    LocatedMap section =
        root.get(SWEEP).orElse(null) instanceof LocatedMap map ? map : LocatedMap.empty(at);
    LocatedMap pick = LocatedMap.empty(at);
    for (var entry : picked.entrySet()) {
      List<LocatedValue> values =
          entry.getValue().stream()
              .<LocatedValue>map(value -> new LocatedScalar(at, value, true))
              .toList();
      pick = pick.with(entry.getKey(), at, new LocatedList(at, values));
    }
    return root.with(SWEEP, at, section.with(PICK, section.keyAt(PICK), pick));
  }
}
