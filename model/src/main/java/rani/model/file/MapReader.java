// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads one mapping. Callers ask for each key by name and kind. {@link #finish} then reports the
 * keys of the file that no caller asked for. Bad input throws nothing: a bad value is reported and
 * read as absent, so that reading continues to the next mistake.
 */
public final class MapReader implements Keys {
  @FunctionalInterface
  public interface Parser<T> {
    /** Parses a text. The message of the error says what is wrong with it. */
    T parse(String text) throws UnitError;
  }

  private final LocatedMap map;
  private final Problems problems;
  private final LinkedHashSet<String> asked = new LinkedHashSet<>();

  public MapReader(LocatedMap map, Problems problems) {
    this.map = map;
    this.problems = problems;
  }

  /** Creates a reader of a mapping whose possible keys are known beforehand. */
  public MapReader(LocatedMap map, Vocabulary keys, Problems problems) {
    this(map, problems);
    know(keys.names());
  }

  public LocatedMap map() {
    return map;
  }

  /** Returns the location of a key's value, or of the mapping if the key is absent. */
  public Location at(String key) {
    return map.get(key).map(LocatedValue::at).orElse(map.at());
  }

  /** Returns the keys asked for so far, in that order. After reading these are all known keys. */
  public SequencedSet<String> asked() {
    return Collections.unmodifiableSequencedSet(asked);
  }

  /** Returns the value of a key, of any form. Empty if the key is absent or null. */
  public Optional<LocatedValue> value(String key) {
    asked.add(key);
    return map.get(key).filter(value -> !value.isNull());
  }

  /** Parses the scalar of a key. Reports a bad value and returns empty. */
  public <T> Optional<T> scalar(String key, String kind, Parser<T> parser) {
    return value(key).flatMap(value -> parsed(value, key, kind, parser));
  }

  public <T> Optional<T> scalar(String key, Kind<T> kind) {
    return scalar(key, kind.words(), kind.parser());
  }

  @Override
  public <T> @Nullable T optional(String key, Kind<T> kind, String meaning, @Nullable T known) {
    return scalar(key, kind).orElse(known);
  }

  public <T> T value(String key, Kind<T> kind, T otherwise) {
    return scalar(key, kind).orElse(otherwise);
  }

  @Override
  public <T> List<T> values(String key, Kind<T> kind, String meaning, List<T> known) {
    return texts(key).stream()
        .flatMap(text -> parsed(text, key, kind.words(), kind.parser()).stream())
        .toList();
  }

  @Override
  public <T> T within(String key, String meaning, Function<Keys, T> walk) {
    MapReader reader = new MapReader(mapping(key), problems);
    T read = walk.apply(reader);
    reader.finish();
    return read;
  }

  @Override
  public void refuse(String message, String... keys) {
    Optional<String> there = Stream.of(keys).filter(key -> map.get(key).isPresent()).findFirst();
    problems.report(there.map(this::at).orElse(map.at()), message);
  }

  public Optional<String> text(String key) {
    return scalar(key, Kind.TEXT);
  }

  /** Returns the name of a constant in files: {@code DROP_TAIL} becomes {@code drop-tail}. */
  public static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the mapping of a key. An absent or null value is an empty mapping. */
  public LocatedMap mapping(String key) {
    return value(key)
        .flatMap(value -> mapOf(value, Quoted.of(key), problems))
        .orElseGet(() -> LocatedMap.empty(at(key)));
  }

  /** Returns the list of a key: empty if absent or null, one member for a single value. */
  public List<LocatedValue> values(String key) {
    return value(key).map(LocatedValue::members).orElse(List.of());
  }

  /** Returns the texts of a key, which has one text or a list of them. */
  public List<LocatedScalar> texts(String key) {
    List<LocatedScalar> texts = new ArrayList<>();
    for (LocatedValue value : values(key)) {
      if (value instanceof LocatedScalar scalar && !scalar.isNull()) {
        texts.add(scalar);
      } else {
        problems.report(value.at(), Quoted.of(key) + " takes names, found " + value.described());
      }
    }
    return texts;
  }

  /** Returns the name or names of a key, with ranges expanded, see {@link NameRange}. */
  public List<LocatedScalar> names(String key) {
    List<LocatedScalar> names = new ArrayList<>();
    for (LocatedScalar scalar : texts(key)) {
      try {
        for (String name : NameRange.names(scalar.text())) {
          names.add(new LocatedScalar(scalar.at(), name, scalar.quoted()));
        }
      } catch (UnitError e) {
        problems.report(scalar.at(), Quoted.of(key) + ": " + e.getMessage(), e::hint);
      }
    }
    return names;
  }

  /** Returns a value as a mapping. Null is an empty mapping, anything else is reported. */
  public static Optional<LocatedMap> mapOf(LocatedValue value, String what, Problems problems) {
    if (value.isNull()) {
      return Optional.of(LocatedMap.empty(value.at()));
    }
    if (value instanceof LocatedMap found) {
      return Optional.of(found);
    }
    problems.report(value.at(), what + " takes keys and values `{…}`, found " + value.described());
    return Optional.empty();
  }

  public void require(String key) {
    if (value(key).isEmpty()) {
      problems.report(
          map.keyAt(key),
          Quoted.of(key) + " is missing",
          () ->
              Nearest.to(key, map.keys())
                  .filter(near -> !near.equals(key))
                  .map(near -> "is " + Quoted.of(near) + " meant to be it?")
                  .orElse(""));
    }
  }

  /** Marks keys as known because another reader of the same mapping reads them. */
  public void know(Iterable<String> keys) {
    keys.forEach(asked::add);
  }

  /** Reports every key that no caller asked for, with the nearest known name. */
  public void finish() {
    for (String key : map.keys()) {
      if (!asked.contains(key)) {
        problems.reportUnknown(map.keyAt(key), "key", key, List.copyOf(asked));
      }
    }
  }

  private <T> Optional<T> parsed(LocatedValue value, String key, String kind, Parser<T> parser) {
    if (!(value instanceof LocatedScalar scalar)) {
      problems.report(
          value.at(), Quoted.of(key) + " takes " + kind + ", found " + value.described());
      return Optional.empty();
    }
    try {
      return Optional.of(parser.parse(scalar.text()));
    } catch (UnitError e) {
      problems.report(scalar.at(), Quoted.of(key) + ": " + e.getMessage(), e::hint);
      return Optional.empty();
    }
  }
}
