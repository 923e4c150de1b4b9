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
 * An object of JSON whose keys are not known beforehand: such as the facts of a service from a jar.
 * Access to a missing key, or one of another type, fails with the key's name.
 */
public final class JsonObject implements Facts {
  /** One without keys. */
  public static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>());

  private final SequencedMap<String, @Nullable Object> values;

  private JsonObject(SequencedMap<String, @Nullable Object> values) {
    this.values = Collections.unmodifiableSequencedMap(values);
  }

  /** Any facts, by their keys. */
  public static JsonObject of(Facts facts) {
    return facts instanceof JsonObject object ? object : new JsonObject(facts.byKey());
  }

  /** What a map holds; keys are texts. */
  public static JsonObject of(Map<?, ?> map) {
    SequencedMap<String, @Nullable Object> values = new LinkedHashMap<>();
    map.forEach((key, value) -> values.put(String.valueOf(key), value));
    return new JsonObject(values);
  }

  @Override
  public SequencedMap<String, @Nullable Object> byKey() {
    return values;
  }

  /** Its keys, in order. */
  public SequencedSet<String> keys() {
    return values.sequencedKeySet();
  }

  /** Whether it has no keys. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Whether there is such a key. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /** What is there; null if nothing is. */
  public @Nullable Object find(String key) {
    return values.get(key);
  }

  /** A whole number. */
  public long whole(String key) {
    return get(key, Number.class).longValue();
  }

  /** A number. */
  public double number(String key) {
    return get(key, Number.class).doubleValue();
  }

  /** The object at a key. */
  public JsonObject object(String key) {
    return object(values.get(key), key);
  }

  /** The object at each key. */
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
