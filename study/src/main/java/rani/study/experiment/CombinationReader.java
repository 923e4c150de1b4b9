// SPDX-License-Identifier: Apache-2.0
package rani.study.experiment;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.UnitError;
import rani.study.variable.Combinations;
import rani.study.variable.Constraint;
import rani.study.variable.Variable;

/**
 * Counts the combinations that a file's constraints allow. The variables have only the picked
 * values, and {@code known} has the same variables with all values.
 */
record CombinationReader(
    List<Variable> variables, SequencedMap<String, Variable> known, Problems problems) {
  /**
   * Returns the combinations that meet every constraint, for {@code repeat} trials of each. A sweep
   * that is too large is reported at {@code section}. Meaningless if problems were reported.
   */
  Combinations read(List<LocatedScalar> constraints, int repeat, Location section) {
    if (variables.size() > Variable.VARIABLES_MAX) {
      problems.report(
          section,
          variables.size() + " variables, at most " + Variable.VARIABLES_MAX + " are allowed");
      return Combinations.of(List.of());
    }
    if (product(variables, Sweep.TRIALS_MAX) > Sweep.TRIALS_MAX) {
      tooMany(section, "combinations");
      return Combinations.of(List.of());
    }
    Combinations all = Combinations.of(radices(variables));
    List<Combinations.Rule> rules = new ArrayList<>();
    for (LocatedScalar constraint : constraints) {
      try {
        rules.add(rule(new Constraint(constraint, variables, known)));
      } catch (UnitError e) {
        problems.report(constraint.at(), e.getMessage(), e::hint);
      }
    }
    Combinations allowed = rules.isEmpty() ? all : all.where(rules);
    if (allowed.count() == 0) {
      problems.report(
          constraints.getFirst().at(),
          "no combination of values meets "
              + (rules.size() == 1 ? "this constraint" : "all constraints"));
    }
    if ((long) allowed.count() * repeat > Sweep.TRIALS_MAX) {
      tooMany(section, "trials");
    }
    return allowed;
  }

  private void tooMany(Location section, String what) {
    problems.report(
        section,
        "more than " + Sweep.TRIALS_MAX + " " + what,
        () -> "let variables have fewer values, or pick some of them");
  }

  private Combinations.Rule rule(Constraint constraint) throws UnitError {
    List<Variable> own = constraint.positions().stream().map(variables::get).toList();
    if (product(own, Constraint.COMBINATIONS_MAX) > Constraint.COMBINATIONS_MAX) {
      throw new UnitError(
          "a constraint on more than "
              + Constraint.COMBINATIONS_MAX
              + " combinations of its own variables",
          "let it be about fewer variables");
    }
    Combinations combinations = Combinations.of(radices(own));
    BitSet allowed = constraint.allowed(combinations);
    return new Combinations.Rule(constraint.positions(), combinations, allowed);
  }

  /** Returns the product of the numbers of values, or any number above the limit. */
  private static long product(List<Variable> variables, long limit) {
    long product = 1;
    for (Variable variable : variables) {
      product *= variable.values().size();
      if (product > limit) {
        break;
      }
    }
    return product;
  }

  private static List<Integer> radices(List<Variable> variables) {
    return variables.stream().map(variable -> variable.values().size()).toList();
  }
}
