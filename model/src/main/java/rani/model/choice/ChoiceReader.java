// SPDX-License-Identifier: Apache-2.0
package rani.model.choice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rani.model.file.Edits;
import rani.model.file.FileError;
import rani.model.file.Form;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;

/**
 * Reads the {@code choices} of a file:
 *
 * <pre>
 * choices:
 *   traffic.0.rto-min: [1s, ~]                   a path and its other values, ~ for no value
 *   thresholds:                                  a name for values that change together
 *     wide: {set: {queue.min-th: 10packet, queue.max-th: 30packet}, because: …}
 *   sweep.repeat: {no-alternative: …}            the reason why there is no alternative
 * </pre>
 */
public final class ChoiceReader {
  public static final String KEY = "choices";
  static final String NO_ALTERNATIVE = "no-alternative";
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,39}");

  /**
   * Top-level keys that alternatives cannot change: name and seed of the run, parts of the file.
   */
  private static final List<String> FIXED =
      List.of("experiment", "seed", "trials", "extends", "paper", "plots", "expect", KEY);

  private static final Vocabulary ALTERNATIVE_KEYS =
      Vocabulary.of(
          new Property("remove", Form.listOf(Form.TEXT), "Paths of what is taken away."),
          new Property("set", Form.ANY_MAPPING, "Values by path, as with --set."),
          new Property("because", Form.TEXT, "Why it is a reading of the paper."));
  private static final Vocabulary NONE_KEYS =
      Vocabulary.of(
          new Property(NO_ALTERNATIVE, Form.TEXT, "Why there is nothing else to try.").required());
  private static final Form NAMED = new Form.Text("^" + NAME + "$");

  public static final Form CHOICES =
      new Form.Named(
          Form.TEXT,
          new Form.Either(
              List.of(
                  Form.SCALAR,
                  new Form.ListOf(Form.ANYTHING, 1, Choice.ALTERNATIVES_MAX, false),
                  Form.of(NONE_KEYS),
                  new Form.Named(NAMED, Form.of(ALTERNATIVE_KEYS)))));

  public static final Property PROPERTY =
      new Property(
          KEY,
          CHOICES,
          "What this file chose where its paper says nothing, and what else it might have chosen:"
              + " other values by path, ~ for none; or by a name several changes, each with its"
              + " own. `rani sensitivity` tries them.");

  private final Problems problems;

  public ChoiceReader(Problems problems) {
    this.problems = problems;
  }

  /** Reads the choices of a file, by name. A prefix is put before the paths of all values. */
  public SequencedMap<String, Choice> read(LocatedMap tree, List<String> prefix) {
    SequencedMap<String, Choice> choices = new LinkedHashMap<>();
    LocatedMap section = new MapReader(tree, problems).mapping(KEY);
    section
        .entries()
        .forEach(
            (name, entry) ->
                choice(name, entry, prefix).ifPresent(one -> choices.put(one.name(), one)));
    if (choices.size() > Choice.CHOICES_MAX) {
      problems.report(section.at(), "more than " + Choice.CHOICES_MAX + " choices");
    }
    return choices;
  }

  private Optional<Choice> choice(String name, LocatedMap.Entry entry, List<String> prefix) {
    LocatedValue value = entry.value();
    if (value instanceof LocatedMap map && map.get(NO_ALTERNATIVE).isEmpty()) {
      return Optional.of(named(name, entry.keyAt(), map, prefix));
    }
    List<String> path = path(name, entry.keyAt(), prefix).orElse(null);
    if (path == null) {
      return Optional.empty();
    }
    String whole = String.join(".", path);
    if (value instanceof LocatedMap map) {
      MapReader reader = new MapReader(map, NONE_KEYS, problems);
      String reason = reader.text(NO_ALTERNATIVE).orElse("");
      reader.finish();
      if (reason.isBlank()) {
        problems.report(map.at(), Quoted.of(NO_ALTERNATIVE) + " takes the reason");
      }
      return Optional.of(new Choice(whole, entry.keyAt(), path, List.of(), reason));
    }
    List<Choice.Alternative> alternatives = new ArrayList<>();
    for (LocatedValue one : value.members()) {
      LocatedValue put = one.isNull() ? null : one;
      alternatives.add(
          new Choice.Alternative(
              Choice.text(one), one.at(), List.of(new Edits.Edit(path, put, one.at())), ""));
    }
    Choice choice = new Choice(whole, entry.keyAt(), path, alternatives, "");
    checkCount(choice);
    return Optional.of(choice);
  }

  private void checkCount(Choice choice) {
    List<String> names = choice.alternatives().stream().map(Choice.Alternative::name).toList();
    if (names.isEmpty()) {
      problems.report(
          choice.at(),
          Quoted.of(choice.name()) + " has no alternatives",
          () -> "if there are none, `{no-alternative: REASON}` says why");
    } else if (names.size() > Choice.ALTERNATIVES_MAX) {
      problems.report(
          choice.at(),
          Quoted.of(choice.name()) + " has more than " + Choice.ALTERNATIVES_MAX + " alternatives");
    }
    for (int k = 0; k < names.size(); k++) {
      if (names.indexOf(names.get(k)) < k) {
        problems.report(
            choice.alternatives().get(k).at(),
            Quoted.of(choice.name()) + ": " + Quoted.of(names.get(k)) + " is given twice");
      }
    }
  }

  private Choice named(String name, Location at, LocatedMap map, List<String> prefix) {
    if (!NAME.matcher(name).matches()) {
      problems.report(
          at,
          Quoted.of(name) + " cannot name a choice",
          () ->
              "a letter, then up to 39 letters, digits, `-` or `_`; a path takes a list of values,"
                  + " of which one may be `{…}`");
    }
    List<Choice.Alternative> alternatives = new ArrayList<>();
    map.entries()
        .forEach(
            (value, entry) -> {
              if (!NAME.matcher(value).matches()) {
                problems.report(
                    entry.keyAt(),
                    Quoted.of(value) + " cannot name an alternative",
                    () -> "a letter, then up to 39 letters, digits, `-` or `_`");
              }
              MapReader.mapOf(entry.value(), Quoted.of(value), problems)
                  .ifPresent(
                      changes ->
                          alternatives.add(alternative(value, entry.keyAt(), changes, prefix)));
            });
    Choice choice = new Choice(name, at, List.of(), alternatives, "");
    checkCount(choice);
    return choice;
  }

  private Choice.Alternative alternative(
      String name, Location at, LocatedMap map, List<String> prefix) {
    MapReader changes = new MapReader(map, ALTERNATIVE_KEYS, problems);
    List<Edits.Edit> edits = new ArrayList<>();
    for (LocatedScalar path : changes.texts("remove")) {
      edit(path.text(), path.at(), null, prefix).ifPresent(edits::add);
    }
    changes
        .mapping("set")
        .entries()
        .forEach(
            (path, entry) ->
                edit(path, entry.keyAt(), entry.value(), prefix).ifPresent(edits::add));
    String reason = changes.text("because").orElse("");
    changes.finish();
    if (map.without("because").entries().isEmpty()) {
      problems.report(at, Quoted.of(name) + " changes nothing: it has neither `set` nor `remove`");
    }
    return new Choice.Alternative(name, at, edits, reason);
  }

  private Optional<Edits.Edit> edit(
      String text, Location at, @Nullable LocatedValue value, List<String> prefix) {
    return path(text, at, prefix).map(path -> new Edits.Edit(path, value, at));
  }

  private Optional<List<String>> path(String text, Location at, List<String> prefix) {
    try {
      List<String> path = new ArrayList<>(prefix);
      path.addAll(Edits.path(text, at));
      if (FIXED.contains(path.getFirst())) {
        problems.report(at, Quoted.of(path.getFirst()) + " is the same for all alternatives");
        return Optional.empty();
      }
      return Optional.of(path);
    } catch (FileError e) {
      problems.addAll(e);
      return Optional.empty();
    }
  }
}
