// SPDX-License-Identifier: Apache-2.0
package rani.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/**
 * JSON object whose keys are not known beforehand, such as the facts of a service from a jar.
 * Access to a missing key, or to a value of another type, fails with the key's name.
 */
public final class JsonObject implements Facts {
  public static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>());

  private final SequencedMap<String, @Nullable Object> values;

  private JsonObject(SequencedMap<String, @Nullable Object> values) {
    this.values = Collections.unmodifiableSequencedMap(values);
  }

  public static JsonObject of(Facts facts) {
    return facts instanceof JsonObject object ? object : new JsonObject(facts.byKey());
  }

  /** Returns an object with the entries of a map; its keys become texts. */
  public static JsonObject of(Map<?, ?> map) {
    SequencedMap<String, @Nullable Object> values = new LinkedHashMap<>();
    map.forEach((key, value) -> values.put(String.valueOf(key), value));
    return new JsonObject(values);
  }

  @Override
  public SequencedMap<String, @Nullable Object> byKey() {
    return values;
  }

  public SequencedSet<String> keys() {
    return values.sequencedKeySet();
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public boolean has(String key) {
    return values.containsKey(key);
  }

  /** Returns the value of a key, or null if there is no such key. */
  public @Nullable Object find(String key) {
    return values.get(key);
  }

  public long whole(String key) {
    return get(key, Number.class).longValue();
  }

  public double number(String key) {
    return get(key, Number.class).doubleValue();
  }

  public JsonObject object(String key) {
    return object(values.get(key), key);
  }

  /** Returns all values, which must be objects, by their keys. */
  public SequencedMap<String, JsonObject> objects() {
    SequencedMap<String, JsonObject> objects = new LinkedHashMap<>();
    values.forEach((key, value) -> objects.put(key, object(value, key)));
    return objects;
  }

  private static JsonObject object(@Nullable Object value, String key) {
    if (value instanceof Facts facts) {
      return of(facts);
    }
    return value instanceof Map<?, ?> map ? of(map) : of(wanted(value, key, Map.class));
  }

  private <T> T get(String key, Class<T> kind) {
    return wanted(values.get(key), key, kind);
  }

  private static <T> T wanted(@Nullable Object value, String key, Class<T> kind) {
    if (kind.isInstance(value)) {
      return kind.cast(value);
    }
    throw Json.refused(
        value == null
            ? "`" + key + "` is missing"
            : "`" + key + "` is no " + kind.getSimpleName() + ": " + value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonObject object && values.equals(object.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
