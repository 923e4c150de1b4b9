// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;

/** Values that a user picks of the variables of a finished sweep. */
public record PickedValues(SequencedMap<String, List<String>> values) {
  /**
   * Reads picks.
   *
   * @param picks values {@code variable=value}; several of one variable add up
   * @param variables that there are, with the values of each
   * @throws FileError for an unknown variable or value
   */
  public static PickedValues of(List<String> picks, SequencedMap<String, List<String>> variables)
      throws FileError {
    Problems problems = new Problems();
    SequencedMap<String, List<String>> values = new LinkedHashMap<>();
    for (String pick : picks) {
      Location at = Location.ofFile("--pick " + pick);
      String[] parts = pick.split("=", 2);
      List<String> known = variables.get(parts[0]);
      if (parts.length == 1) {
        problems.report(at, "expected `variable=value`");
      } else if (known == null) {
        problems.reportUnknown(at, "variable", parts[0], variables.sequencedKeySet());
      } else if (!known.contains(parts[1])) {
        problems.reportName(at, Quoted.of(parts[0]) + " has no such value", parts[1], known);
      } else {
        values.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(parts[1]);
      }
    }
    problems.throwIfAny();
    return new PickedValues(values);
  }

  /** Returns whether the labels of a variant are among the values. */
  public boolean has(Map<String, String> labels) {
    return values.entrySet().stream()
        .allMatch(pick -> pick.getValue().contains(labels.getOrDefault(pick.getKey(), "")));
  }
}
