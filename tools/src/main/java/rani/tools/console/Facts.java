// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import static java.util.stream.Collectors.joining;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import rani.tools.screen.Quantity;

/** What nodes show, as they come out of JSON or out of the node itself. */
final class Facts {
  private Facts() {}

  /** A map of facts; an empty one if that is none. */
  static SequencedMap<String, Object> of(@Nullable Object facts) {
    SequencedMap<String, Object> map = new LinkedHashMap<>();
    if (facts instanceof Map<?, ?> found) {
      found.forEach((name, value) -> map.put(String.valueOf(name), value));
    }
    return map;
  }

  /** A list of maps of facts; an empty one if that is none. */
  static List<SequencedMap<String, Object>> listOf(@Nullable Object facts) {
    return facts instanceof List<?> list ? list.stream().map(Facts::of).toList() : List.of();
  }

  /** A whole number among facts; 0 if it is not there. */
  static long count(Map<String, Object> facts, String name) {
    return facts.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /** Whether a fact is there, and true. */
  static boolean holds(Map<String, Object> facts, String name) {
    return Boolean.TRUE.equals(facts.get(name));
  }

  /** A time in seconds among facts, in nanoseconds; null if it is not there. */
  static @Nullable Object nanos(Map<String, Object> facts, String name) {
    return facts.get(name) instanceof Number seconds ? 1e9 * seconds.doubleValue() : null;
  }

  /** A fact for people: what it is made of stands below it, indented. */
  static void tell(String name, @Nullable Object value, BiConsumer<String, Object> line) {
    switch (value) {
      case Map<?, ?> map when !map.isEmpty() -> {
        line.accept(name, "");
        String indent = indent(name);
        map.forEach((key, inner) -> tell(indent + key, inner, line));
      }
      case List<?> list when list.stream().anyMatch(Map.class::isInstance) -> {
        line.accept(name, Quantity.count(list.size(), "entry", "entries"));
        int number = 0;
        for (Object inner : list) {
          tell(indent(name) + ++number, inner, line);
        }
      }
      case List<?> list ->
          line.accept(name, list.stream().map(String::valueOf).collect(joining(", ")));
      case Map<?, ?> _ -> line.accept(name, "–");
      case null -> line.accept(name, "");
      default -> line.accept(name, value);
    }
  }

  private static String indent(String name) {
    return " ".repeat(name.length() - name.stripLeading().length() + 2);
  }

  /** Facts in one line, such as {@code sent 3, lost 0}. */
  static String line(Map<String, Object> facts) {
    StringBuilder line = new StringBuilder();
    facts.forEach(
        (name, value) ->
            line.append(line.isEmpty() ? "" : ", ").append(name).append(' ').append(value));
    return line.toString();
  }
}
