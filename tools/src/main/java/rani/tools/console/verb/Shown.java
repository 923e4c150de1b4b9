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

/** Reads facts of nodes and services. Facts may be missing, and trees may have any shape. */
public final class Shown {
  private Shown() {}

  /** Returns the facts under a key; empty if absent. */
  public static JsonObject object(JsonObject facts, String name) {
    return facts.has(name) ? of(facts.find(name)) : JsonObject.EMPTY;
  }

  /** Returns the list of facts under a key; empty if absent. */
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

  /** Returns an integer; 0 if absent. */
  public static long count(JsonObject facts, String name) {
    return facts.find(name) instanceof Number number ? number.longValue() : 0;
  }

  /** Reports whether a fact is present and true. */
  public static boolean holds(JsonObject facts, String name) {
    return Boolean.TRUE.equals(facts.find(name));
  }

  /** Converts a fact from seconds to nanoseconds; null if absent. */
  public static @Nullable Object nanos(JsonObject facts, String name) {
    return facts.find(name) instanceof Number seconds ? 1e9 * seconds.doubleValue() : null;
  }

  /** Returns a fact as a cell of a table; empty if absent. */
  public static Object cell(JsonObject facts, String name) {
    Object value = facts.find(name);
    return value == null ? "" : value;
  }

  /** Passes facts on line by line, with nested facts indented. */
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
      case List<?> list
          when list.stream().anyMatch(e -> e instanceof Map || e instanceof Facts) -> {
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
}
