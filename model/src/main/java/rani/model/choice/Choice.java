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
 * A choice of a file: a value that its paper leaves open, or several that make sense together only.
 *
 * @param name the path of the value; of several what the file calls them
 * @param at where the choice is named
 * @param path of the value, in pieces; empty where there are several
 * @param alternatives what may stand in place of what the file says
 * @param reason why there is no alternative; empty where there is one
 */
public record Choice(
    String name, Location at, List<String> path, List<Alternative> alternatives, String reason) {

  /** The most choices of one file, what it inherits included. */
  public static final int CHOICES_MAX = 200;

  /** The most alternatives of one choice. */
  public static final int ALTERNATIVES_MAX = 20;

  public Choice {
    path = List.copyOf(path);
    alternatives = List.copyOf(alternatives);
  }

  /**
   * One alternative.
   *
   * @param name the value as the file writes it, {@code absent} for none; or the name of a change
   * @param at where it stands
   * @param edits what it changes in the file
   * @param reason why it is a reading of the paper; may be empty
   */
  public record Alternative(String name, Location at, List<Edits.Edit> edits, String reason) {
    public Alternative {
      edits = List.copyOf(edits);
    }
  }

  /** What a sweep calls an alternative: {@code traffic.0.rto-min=1s}. */
  public String label(Alternative alternative) {
    return name + "=" + alternative.name();
  }

  /** The same choice with some of its alternatives. */
  public Choice with(List<Alternative> some) {
    return new Choice(name, at, path, some, reason);
  }

  /** What the file says at the path, as a reader wants it; empty where there is no one path. */
  public String shipped(LocatedMap tree) {
    return path.isEmpty() ? "" : valueAt(tree, path).map(Choice::text).orElse("");
  }

  /**
   * Reports what does not fit the file: a path that leads nowhere, a value that varies as it is, an
   * alternative that is what the file says.
   *
   * @param tree the file without its choices
   * @return the alternatives that fit
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

  /** The value that a path leads to. */
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

  /** A value on one line. */
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

  /** How an alternative is called that takes a value away. */
  static final String ABSENT = "absent";

  /** The choice as a file writes it, under its name. */
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
