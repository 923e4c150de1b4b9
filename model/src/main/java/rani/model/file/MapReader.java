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
 * Reads one mapping: every key is asked for by name, with its kind, and {@link #finish} then
 * reports each key of the file that no one asked for.
 *
 * <p>Nothing here throws on bad input. A bad value is reported and read as absent, so that reading
 * goes on to the next mistake.
 */
public final class MapReader implements Keys {

  /** Turns the text of a scalar into a value. */
  @FunctionalInterface
  public interface Parser<T> {
    /** Parses; the error's message says what is wrong with the text. */
    T parse(String text) throws UnitError;
  }

  private final LocatedMap map;
  private final Problems problems;
  private final LinkedHashSet<String> asked = new LinkedHashSet<>();

  /** Reads a mapping and reports what is wrong with it. */
  public MapReader(LocatedMap map, Problems problems) {
    this.map = map;
    this.problems = problems;
  }

  /** Reads a mapping whose keys are known beforehand. */
  public MapReader(LocatedMap map, Vocabulary keys, Problems problems) {
    this(map, problems);
    know(keys.names());
  }

  /** The mapping that is read. */
  public LocatedMap map() {
    return map;
  }

  /** Where the key's value stands, or the mapping when the key is absent. */
  public Location at(String key) {
    return map.get(key).map(LocatedValue::at).orElse(map.at());
  }

  /** The keys asked for so far, in that order: all there are, once reading is done. */
  public SequencedSet<String> asked() {
    return Collections.unmodifiableSequencedSet(asked);
  }

  /** The value of a key, whatever it is; none when absent or null. */
  public Optional<LocatedValue> value(String key) {
    asked.add(key);
    return map.get(key).filter(value -> !value.isNull());
  }

  /** A scalar, parsed. */
  public <T> Optional<T> scalar(String key, String kind, Parser<T> parser) {
    return value(key).flatMap(value -> parsed(value, key, kind, parser));
  }

  /** A scalar of a kind. */
  public <T> Optional<T> scalar(String key, Kind<T> kind) {
    return scalar(key, kind.words(), kind.parser());
  }

  @Override
  public <T> @Nullable T optional(String key, Kind<T> kind, String meaning, @Nullable T known) {
    return scalar(key, kind).orElse(known);
  }

  /** A scalar of a kind. */
  public <T> T value(String key, Kind<T> kind, T otherwise) {
    return scalar(key, kind).orElse(otherwise);
  }

  @Override
  public <T> List<T> values(String key, Kind<T> kind, String meaning, List<T> known) {
    List<T> values = new ArrayList<>();
    for (LocatedScalar scalar : texts(key)) {
      parsed(scalar, key, kind.words(), kind.parser()).ifPresent(values::add);
    }
    return values;
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

  /** A duration in nanoseconds. */
  public Optional<Long> durationNanos(String key) {
    return scalar(key, Kind.DURATION);
  }

  /** Any text. */
  public Optional<String> text(String key) {
    return scalar(key, Kind.TEXT);
  }

  /** True or false. */
  public Optional<Boolean> truth(String key) {
    return scalar(key, Kind.TRUTH);
  }

  /** A whole number within bounds, both included. */
  public Optional<Long> integer(String key, long min, long max) {
    return scalar(key, Kind.within(Kind.INTEGER, min, max));
  }

  /** {@code DROP_TAIL} is written {@code drop-tail}. */
  public static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A mapping; absent and null read as an empty one. */
  public LocatedMap mapping(String key) {
    return value(key)
        .flatMap(value -> mapOf(value, Quoted.of(key), problems))
        .orElseGet(() -> LocatedMap.empty(at(key)));
  }

  /** A list; a single value counts as a list of one, absent and null as an empty one. */
  public List<LocatedValue> values(String key) {
    return value(key).map(LocatedValue::members).orElse(List.of());
  }

  /** Texts: one, or a list of them. */
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

  /** Names: one, or a list of them; {@code n1..n5} stands for several, see {@link NameRange}. */
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

  /** A value as a mapping, null as an empty one; anything else is reported. */
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

  /** Reports a key that must be there and is not. */
  public void require(String key) {
    asked.add(key);
    if (map.get(key).filter(value -> !value.isNull()).isEmpty()) {
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

  /** Marks keys as known that another reader of the same mapping reads. */
  public void know(Iterable<String> keys) {
    keys.forEach(asked::add);
  }

  /** Ends reading: reports every key that no one asked for, with the nearest that is known. */
  public void finish() {
    for (String key : map.keys()) {
      if (!asked.contains(key)) {
        problems.reportName(
            map.keyAt(key), "unknown key " + Quoted.of(key), key, List.copyOf(asked));
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
