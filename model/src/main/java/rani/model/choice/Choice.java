// SPDX-License-Identifier: Apache-2.0
package rani.model.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.Problems;
import rani.model.file.Quoted;

/**
 * Value that an experiment's paper leaves open, with the alternatives to the file's value; or group
 * of values that change together.
 *
 * @param name the path of the value; for several values a name that the file gives
 * @param at where the choice is named
 * @param path pieces of the value's path; empty for several values
 * @param alternatives other possible values
 * @param reason why there is no alternative; empty if there is one
 */
public record Choice(
    String name, Location at, List<String> path, List<Alternative> alternatives, String reason) {
  public static final int CHOICES_MAX = 200;
  public static final int ALTERNATIVES_MAX = 20;

  /**
   * Alternative to the file's value.
   *
   * @param name the value as the file writes it, {@code absent} if it is removed; or the name of a
   *     group of changes
   * @param at where the alternative is written
   * @param edits its changes to the file
   * @param reason why the paper permits it; may be empty
   */
  public record Alternative(String name, Location at, List<Edits.Edit> edits, String reason) {}

  /** Returns the label of an alternative in a sweep, such as {@code traffic.0.rto-min=1s}. */
  public String label(Alternative alternative) {
    return name + "=" + alternative.name();
  }

  public Choice with(List<Alternative> some) {
    return new Choice(name, at, path, some, reason);
  }

  /** Returns the file's value at the path, on one line; empty if the choice has no single path. */
  public String shipped(LocatedMap tree) {
    return path.isEmpty() ? "" : valueAt(tree, path).map(Choice::text).orElse("");
  }

  /**
   * Returns the valid alternatives, and reports a path that leads nowhere, a value that a sweep
   * varies already, and alternatives equal to the file's value. The tree is the file without its
   * choices.
   */
  public List<Alternative> fitting(LocatedMap tree, Problems problems) {
    LocatedValue shipped = null;
    if (!path.isEmpty()) {
      shipped = checkedPath(tree, problems).orElse(null);
      if (shipped == null) {
        return List.of();
      }
      if (shipped instanceof LocatedScalar scalar && scalar.text().contains("${")) {
        problems.report(at, Quoted.of(name) + " varies in this file: " + scalar.described());
        return List.of();
      }
    }
    List<Alternative> fitting = new ArrayList<>();
    for (Alternative alternative : alternatives) {
      if (shipped != null && shipped.equals(alternative.edits().getFirst().value())) {
        problems.report(
            alternative.at(),
            Quoted.of(name) + ": " + Quoted.of(alternative.name()) + " is what the file says");
        continue;
      }
      try {
        LocatedMap changed = Edits.apply(tree, alternative.edits());
        if (changed.equals(tree)) {
          problems.report(
              alternative.at(), Quoted.of(label(alternative)) + " is what the file says");
        } else {
          fitting.add(alternative);
        }
      } catch (FileError e) {
        problems.addAll(e);
      }
    }
    return fitting;
  }

  private Optional<LocatedValue> checkedPath(LocatedMap tree, Problems problems) {
    try {
      // Removing an absent key is an error, reported with the nearest name.
      LocatedMap _ = Edits.apply(tree, List.of(new Edits.Edit(path, null, at)));
      return valueAt(tree, path);
    } catch (FileError e) {
      e.problems()
          .forEach(
              p ->
                  problems.report(
                      p.at(),
                      p.message(),
                      () ->
                          (p.hint().isEmpty() ? "" : p.hint() + "; ")
                              + "what the file does not say is changed by `NAME: {VALUE: {set:"
                              + " {PATH: …}}}`"));
      return Optional.empty();
    }
  }

  static Optional<LocatedValue> valueAt(LocatedValue tree, List<String> path) {
    Optional<LocatedValue> value = Optional.of(tree);
    for (String piece : path) {
      value = value.flatMap(inside -> member(inside, piece));
    }
    return value;
  }

  private static Optional<LocatedValue> member(LocatedValue value, String piece) {
    return switch (value) {
      case LocatedMap map -> map.get(piece);
      case LocatedList list -> {
        int position = Edits.position(list, piece);
        yield position < 0 ? Optional.empty() : Optional.of(list.values().get(position));
      }
      case LocatedScalar _ -> Optional.empty();
    };
  }

  /** Prints a value on one line. */
  static String text(LocatedValue value) {
    return switch (value) {
      case LocatedScalar scalar when scalar.isNull() -> ABSENT;
      case LocatedScalar scalar -> scalar.text();
      case LocatedList list ->
          "[" + String.join(", ", list.values().stream().map(Choice::text).toList()) + "]";
      case LocatedMap map -> {
        List<String> words = new ArrayList<>();
        map.entries().forEach((key, entry) -> words.add(key + ": " + text(entry.value())));
        yield "{" + String.join(", ", words) + "}";
      }
    };
  }

  /** Name of an alternative that removes a value. */
  static final String ABSENT = "absent";

  /** Returns the choice in the syntax of a file. */
  public LocatedValue written() {
    if (alternatives.isEmpty()) {
      return LocatedMap.empty(at)
          .with(ChoiceReader.NO_ALTERNATIVE, at, new LocatedScalar(at, reason, true));
    }
    if (!path.isEmpty()) {
      return new LocatedList(
          at, alternatives.stream().map(one -> valueOf(one.edits().getFirst())).toList());
    }
    LocatedMap named = LocatedMap.empty(at);
    for (Alternative alternative : alternatives) {
      named = named.with(alternative.name(), alternative.at(), written(alternative));
    }
    return named;
  }

  private static LocatedMap written(Alternative alternative) {
    Location at = alternative.at();
    List<LocatedValue> removed = new ArrayList<>();
    LocatedMap set = LocatedMap.empty(at);
    for (Edits.Edit edit : alternative.edits()) {
      String path = String.join(".", edit.path());
      LocatedValue value = edit.value();
      if (value == null) {
        removed.add(new LocatedScalar(at, path, true));
      } else {
        set = set.with(path, at, value);
      }
    }
    LocatedMap written = LocatedMap.empty(at).with("set", at, set);
    if (!removed.isEmpty()) {
      written = written.with("remove", at, new LocatedList(at, removed));
    }
    return alternative.reason().isEmpty()
        ? written
        : written.with("because", at, new LocatedScalar(at, alternative.reason(), true));
  }

  private static LocatedValue valueOf(Edits.Edit edit) {
    LocatedValue value = edit.value();
    return value == null ? new LocatedScalar(edit.at(), "~", false) : value;
  }
}
