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

/**
 * The choices of a file, those that it inherits included.
 *
 * @param tree the file without its choices
 * @param all of them by name
 */
public record Choices(LocatedMap tree, SequencedMap<String, Choice> all) {
  private static final String TOPOLOGY = "topology";

  /**
   * Those of a tree: its own, and before them those of the topology that is part of it, whose paths
   * begin at the topology. Of two of one name the file's own counts.
   *
   * @param problems what is wrong with their form
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
   * The choices that fit a file. An inherited choice that does not fit, because the file sets or
   * varies that value, is set aside; a choice of its own that does not fit is an error. In a
   * changed file none is an error, since the change is the reason.
   *
   * @param choices with the alternatives that fit, in order; those without any among them only if
   *     they say why
   * @param setAside what was inherited, or is of a changed file, and does not fit, in words
   */
  public record Fitting(List<Choice> choices, List<String> setAside) {

    /** Copies the lists. */
    public Fitting {
      choices = List.copyOf(choices);
      setAside = List.copyOf(setAside);
    }
  }

  /**
   * Looks which fit.
   *
   * @param file the file as messages call it, whose choices are its own
   * @param isChanged whether the tree has changes that the file does not say
   * @param problems takes what is wrong with the file's own choices
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

  /** Makes what a file says of a tree with an alternative in it. */
  @FunctionalInterface
  public interface Trial {
    /**
     * Reads it.
     *
     * @return whether it is the same as without the alternative
     */
    boolean isSame(LocatedMap tree) throws FileError;
  }

  /**
   * Tries every alternative of the file's own choices, as if the file said so, and reports those
   * that it cannot say, and those that change nothing. The tree is the file's as it is written.
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
