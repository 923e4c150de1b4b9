// SPDX-License-Identifier: Apache-2.0
package rani.model.choice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedMap;
import rani.model.file.Problem;
import rani.model.file.Problems;
import rani.model.file.Quoted;

/** Choices of a file by name, inherited ones included, and the rest of the file. */
public record Choices(LocatedMap tree, SequencedMap<String, Choice> all) {
  private static final String TOPOLOGY = "topology";

  /**
   * Reads the choices of a tree and of the topology inside it, whose paths begin at the topology.
   * If names collide, the choice of the file itself wins.
   */
  public static Choices in(LocatedMap root, Problems problems) {
    ChoiceReader reader = new ChoiceReader(problems);
    SequencedMap<String, Choice> all = new LinkedHashMap<>();
    LocatedMap tree = root.without(ChoiceReader.KEY);
    if (root.get(TOPOLOGY).orElse(null) instanceof LocatedMap topology) {
      all.putAll(reader.read(topology, List.of(TOPOLOGY)));
      tree = tree.with(TOPOLOGY, root.keyAt(TOPOLOGY), topology.without(ChoiceReader.KEY));
    }
    all.putAll(reader.read(root, List.of()));
    return new Choices(tree, all);
  }

  /**
   * Valid choices of a file. An inherited choice is set aside if the file sets or varies its value;
   * an invalid choice of the file itself is an error. If options have changed the file, all invalid
   * choices are set aside, because the options may be the cause.
   *
   * @param choices with their valid alternatives, in order; those without alternatives only if they
   *     give a reason
   * @param setAside messages about choices that were set aside
   */
  public record Fitting(List<Choice> choices, List<String> setAside) {}

  /**
   * Sorts out invalid choices. Those of {@code file} are its own, whose errors are reported. {@code
   * isChanged} tells whether options have changed the tree.
   */
  public Fitting fitting(String file, boolean isChanged, Problems problems) {
    List<Choice> kept = new ArrayList<>();
    List<String> setAside = new ArrayList<>();
    for (Choice choice : all.values()) {
      boolean own = !isChanged && choice.at().file().equals(file);
      Problems found = own ? problems : new Problems();
      List<Choice.Alternative> fitting = choice.fitting(tree, found);
      if (!own) {
        setAside.addAll(messages(found));
      }
      if (!fitting.isEmpty() || (choice.alternatives().isEmpty() && found.isEmpty())) {
        kept.add(choice.with(fitting));
      }
    }
    return new Fitting(kept, setAside);
  }

  @FunctionalInterface
  public interface Trial {
    /** Returns whether the result of reading the tree is the same as without the alternative. */
    boolean isSame(LocatedMap tree) throws FileError;
  }

  /**
   * Tries every alternative of the file's own choices. Reports alternatives that the file's reader
   * refuses, and those that change nothing. The tree must be unchanged by options.
   */
  public void tryOut(String file, Trial trial, Problems problems) {
    for (Choice choice : fitting(file, false, problems).choices()) {
      for (Choice.Alternative alternative : choice.alternatives()) {
        if (choice.at().file().equals(file)) {
          String label = Quoted.of(choice.label(alternative));
          try {
            if (trial.isSame(Edits.apply(tree, alternative.edits()))) {
              problems.report(alternative.at(), label + " changes nothing");
            }
          } catch (FileError e) {
            e.problems()
                .forEach(
                    p -> problems.report(p.at(), p.message() + " (with " + label + ")", p::hint));
          }
        }
      }
    }
  }

  private static List<String> messages(Problems found) {
    try {
      found.throwIfAny();
      return List.of();
    } catch (FileError e) {
      return e.problems().stream().map(Problem::message).toList();
    }
  }
}
