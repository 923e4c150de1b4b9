// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import rani.json.JsonObject;
import rani.tools.screen.Quantity;
import rani.world.Facts;

/** What nodes and services show: what may be missing there, and trees whose shape no one knows. */
public final class Shown {
  private Shown() {}

  /** The facts that stand there; none if there is nothing. */
  public static JsonObject object(JsonObject facts, String name) {
    return facts.has(name) ? of(facts.find(name)) : JsonObject.EMPTY;
  }

  /** A list of facts that stands there; an empty one if there is none. */
  public static List<JsonObject> objects(JsonObject facts, String name) {
    return facts.find(name) instanceof List<?> list
        ? list.stream().map(Shown::of).toList()
        : List.of();
  }

  private static JsonObject of(@Nullable Object value) {
    return switch (value) {
      case Facts facts -> JsonObject.of(facts);
      case Map<?, ?> map -> JsonObject.of(map);
      case null, default -> JsonObject.EMPTY;
    };
  }

  /** A whole number among facts; 0 if it is not there. */
  public static long count(JsonObject facts, String name) {
    return facts.find(name) instanceof Number number ? number.longValue() : 0;
  }

  /** Whether a fact is there, and true. */
  public static boolean holds(JsonObject facts, String name) {
    return Boolean.TRUE.equals(facts.find(name));
  }

  /** A time in seconds among facts, in nanoseconds; null if it is not there. */
  public static @Nullable Object nanos(JsonObject facts, String name) {
    return facts.find(name) instanceof Number seconds ? 1e9 * seconds.doubleValue() : null;
  }

  /** A fact as it stands in a table; empty if it is not there. */
  public static Object cell(JsonObject facts, String name) {
    Object value = facts.find(name);
    return value == null ? "" : value;
  }

  /** Facts for people, line by line: what one is made of stands below it, indented. */
  public static void tell(JsonObject facts, BiConsumer<String, Object> line) {
    facts.keys().forEach(name -> tell(name, facts.find(name), line));
  }

  private static void tell(String name, @Nullable Object value, BiConsumer<String, Object> line) {
    switch (value) {
      case Facts facts -> tell(name, facts.byKey(), line);
      case Map<?, ?> map when !map.isEmpty() -> {
        line.accept(name, "");
        String indent = indent(name);
        map.forEach((key, inner) -> tell(indent + key, inner, line));
      }
      case List<?> list when list.stream().anyMatch(Shown::isObject) -> {
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

  private static boolean isObject(@Nullable Object value) {
    return value instanceof Map || value instanceof Facts;
  }

  private static String indent(String name) {
    return " ".repeat(name.length() - name.stripLeading().length() + 2);
  }
}
