// SPDX-License-Identifier: Apache-2.0
package rani.tools.complete;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.model.file.Form;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedValue;
import rani.model.file.Property;
import rani.model.file.Vocabulary;

/** Paths of keys, as {@code --set} takes them, completed one piece at a time. */
public final class KeyPaths {
  private static final char DOT = '.';

  private final Vocabulary keys;
  private final @Nullable LocatedMap file;

  /**
   * @param keys of the kind of file
   * @param file whose own names are offered, too; null if there is none
   */
  public KeyPaths(Vocabulary keys, @Nullable LocatedMap file) {
    this.keys = keys;
    this.file = file;
  }

  /** Returns the paths that begin as typed, up to the next dot, or values behind {@code =}. */
  public List<Candidate> next(String begun) {
    int equals = begun.indexOf('=');
    if (equals >= 0) {
      String path = begun.substring(0, equals + 1);
      return values(forms(pieces(begun.substring(0, equals)))).stream()
          .map(value -> value.behind(path))
          .toList();
    }
    String above = begun.substring(0, begun.lastIndexOf(DOT) + 1);
    List<String> pieces =
        above.isEmpty() ? List.of() : pieces(above.substring(0, above.length() - 1));
    List<Candidate> next = new ArrayList<>();
    for (Form form : forms(pieces)) {
      keys(form, next);
    }
    ownNames(pieces, next);
    return next.stream().distinct().map(key -> key.behind(above)).toList();
  }

  private static List<String> pieces(String path) {
    return List.of(path.split("\\.", -1));
  }

  /** Returns the forms that the value at a path may have. */
  private List<Form> forms(List<String> path) {
    List<Form> forms = List.of(Form.of(keys));
    for (String piece : path) {
      List<Form> below = new ArrayList<>();
      forms.forEach(form -> step(form, piece, below));
      forms = below;
    }
    return forms;
  }

  private static void step(Form form, String piece, List<Form> below) {
    switch (form) {
      case Form.Either(List<Form> forms) -> forms.forEach(each -> step(each, piece, below));
      case Form.Named(Form _, Form value) -> below.add(value);
      case Form.ListOf list -> below.add(list.member());
      case Form.Mapping _ ->
          form.vocabulary().properties().stream()
              .filter(key -> key.isPattern() || key.name().equals(piece))
              .map(Property::form)
              .forEach(below::add);
      default -> {} // has no keys
    }
  }

  private static void keys(Form form, List<Candidate> next) {
    switch (form) {
      case Form.Either(List<Form> forms) -> forms.forEach(each -> keys(each, next));
      case Form.ListOf list when list.isAlone() -> keys(list.member(), next);
      case Form.Mapping _ ->
          form.vocabulary().properties().stream()
              .filter(key -> !key.isPattern())
              .map(key -> new Candidate(key.name() + end(key.form()), key.meaning()))
              .forEach(next::add);
      default -> {} // has no keys
    }
  }

  /** Returns what follows a key: a dot if keys are below it, else an equals sign. */
  private static String end(Form form) {
    return isAboveKeys(form) ? "." : "=";
  }

  private static boolean isAboveKeys(Form form) {
    return switch (form) {
      case Form.Either(List<Form> forms) -> forms.stream().anyMatch(KeyPaths::isAboveKeys);
      case Form.ListOf list -> isAboveKeys(list.member());
      case Form.Mapping _, Form.Named _ -> true;
      default -> false;
    };
  }

  private static List<Candidate> values(List<Form> forms) {
    List<Candidate> values = new ArrayList<>();
    for (Form form : forms) {
      switch (form) {
        case Form.Words(List<String> words) -> values.addAll(Candidate.of(words));
        case Form.Truth _ -> values.addAll(Candidate.of(List.of("true", "false")));
        case Form.Either(List<Form> either) -> values.addAll(values(either));
        default -> {} // any number or text
      }
    }
    return values;
  }

  /** Adds the names that the file itself has at a path, such as those of links. */
  private void ownNames(List<String> path, List<Candidate> next) {
    LocatedValue value = file;
    for (String piece : path) {
      value = value instanceof LocatedMap map ? map.get(piece).orElse(null) : null;
    }
    if (value instanceof LocatedMap map) {
      for (String name : map.keys()) {
        LocatedValue below = map.get(name).orElse(null);
        boolean isAbove = below instanceof LocatedMap || below instanceof LocatedList;
        if (name.indexOf(DOT) < 0 && next.stream().noneMatch(key -> isKey(key, name))) {
          next.add(new Candidate(name + (isAbove ? "." : "="), ""));
        }
      }
    }
  }

  private static boolean isKey(Candidate key, String name) {
    return key.word().length() == name.length() + 1 && key.word().startsWith(name);
  }
}
