// SPDX-License-Identifier: Apache-2.0
package rani.json;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rani.world.FactShape;
import rani.world.Facts;

/** Converts JSON objects to records. Each component of the record is a key of the object. */
final class RecordShape {
  private final FactShape shape;
  private final Map<?, ?> map;
  private final Set<Object> used;
  private final String where;

  /** Whether unknown keys are passed over, and what may be missing gets its default. */
  private final boolean tolerant;

  private RecordShape(
      Class<?> kind, Map<?, ?> map, Set<Object> used, String where, boolean tolerant) {
    this.shape = FactShape.of(kind);
    this.map = map;
    this.used = used;
    this.where = where;
    this.tolerant = tolerant;
  }

  /**
   * Converts a parsed JSON value to a Java type: an object to a record with exactly its keys, a
   * name to an enum constant, a list to a list or array. A nullable component of facts may be
   * missing.
   *
   * @param where path of the value for error messages
   * @throws tools.jackson.core.JacksonException if the value does not have that type
   */
  static Object bind(@Nullable Object value, Type type, String where) {
    return bind(value, type, where, false);
  }

  /**
   * Converts as {@link #bind}, but passes over unknown keys. A missing list or map is empty, and a
   * missing nullable component is null.
   */
  static Object bindTolerant(@Nullable Object value, Type type, String where) {
    return bind(value, type, where, true);
  }

  private static Object bind(@Nullable Object value, Type type, String where, boolean tolerant) {
    if (value == null) {
      throw Json.refused(where + " is missing");
    }
    if (type instanceof Class<?> kind && value instanceof Facts && kind.isInstance(value)) {
      return value;
    }
    if (type instanceof ParameterizedType of && of.getRawType() == List.class) {
      return list(value, of.getActualTypeArguments()[0], where, tolerant);
    }
    if (type instanceof ParameterizedType of && of.getRawType() == SequencedMap.class) {
      return named(object(value, where), of.getActualTypeArguments()[1], tolerant);
    }
    if (!(type instanceof Class<?> kind)) {
      throw new IllegalArgumentException("no JSON of " + type);
    }
    if (kind.isRecord()) {
      return record(object(value, where), kind, where, tolerant);
    }
    if (kind.isArray()) {
      List<Object> values = list(value, kind.getComponentType(), where, tolerant);
      return values.toArray((Object[]) Array.newInstance(kind.getComponentType(), 0));
    }
    if (kind.isEnum()) {
      return constant(value, kind, where);
    }
    if (kind == JsonObject.class || kind == Facts.class) {
      return JsonObject.of(object(value, where));
    }
    Object plain = plain(value, kind);
    if (plain == null) {
      throw Json.refused(
          where + " is to be a " + kind.getSimpleName().toLowerCase(Locale.ROOT) + ": " + value);
    }
    return plain;
  }

  private static Map<?, ?> object(Object value, String where) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    if (value instanceof Facts facts) {
      return facts.byKey();
    }
    throw Json.refused(where + " is to be an object: " + value);
  }

  private static List<Object> list(Object value, Type type, String where, boolean tolerant) {
    if (!(value instanceof List<?> values)) {
      throw Json.refused(where + " is to be a list: " + value);
    }
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      list.add(bind(values.get(i), type, where + "[" + i + "]", tolerant));
    }
    return list;
  }

  private static SequencedMap<Object, Object> named(Map<?, ?> map, Type type, boolean tolerant) {
    SequencedMap<Object, Object> named = new LinkedHashMap<>();
    map.forEach((name, each) -> named.put(name, bind(each, type, "`" + name + "`", tolerant)));
    return named;
  }

  private static Object constant(Object value, Class<?> kind, String where) {
    for (Object constant : kind.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(value)) {
        return constant;
      }
    }
    throw Json.refused(where + " is none of " + List.of(kind.getEnumConstants()) + ": " + value);
  }

  private static @Nullable Object plain(Object value, Class<?> kind) {
    if (kind == String.class) {
      return value instanceof String ? value : null;
    }
    if (kind == boolean.class || kind == Boolean.class) {
      return value instanceof Boolean ? value : null;
    }
    Long whole =
        value instanceof Long || value instanceof Integer ? ((Number) value).longValue() : null;
    if (kind == long.class || kind == Long.class) {
      return whole;
    }
    if (kind == int.class || kind == Integer.class) {
      return whole != null && whole == whole.intValue() ? whole.intValue() : null;
    }
    if (kind == double.class || kind == Double.class) {
      return value instanceof Number number ? number.doubleValue() : null;
    }
    if (kind == Instant.class) {
      return value instanceof String time ? Instant.parse(time) : null;
    }
    if (kind == Object.class) {
      return value;
    }
    throw new IllegalArgumentException("no JSON of " + kind);
  }

  private static Object record(Map<?, ?> map, Class<?> kind, String where, boolean tolerant) {
    RecordShape record = new RecordShape(kind, map, new LinkedHashSet<>(), where, tolerant);
    Object made = record.make();
    if (tolerant) {
      return made;
    }
    for (Object key : map.keySet()) {
      if (!record.used.contains(key)) {
        throw Json.refused(
            "there is no `"
                + key
                + "`: "
                + record.shape.parts().stream().map(FactShape.Part::key).toList());
      }
    }
    return made;
  }

  private Object make() {
    @Nullable Object[] arguments = new @Nullable Object[shape.parts().size()];
    int last = -1;
    for (int i = 0; i < arguments.length; i++) {
      FactShape.Part part = shape.parts().get(i);
      if (part.inline() && !(part.type() instanceof Class<?> kind && kind.isRecord())) {
        last = i;
      } else {
        arguments[i] = part.inline() ? inlined(part) : named(part);
      }
    }
    if (last >= 0) {
      arguments[last] = others(shape.parts().get(last));
    }
    try {
      return shape.make(arguments);
    } catch (InvocationTargetException e) {
      throw Json.refused(where + ": " + e.getTargetException().getMessage());
    }
  }

  private @Nullable Object named(FactShape.Part part) {
    used.add(part.key());
    Object value = map.get(part.key());
    if (value == null && part.isNullable() && (tolerant || shape.leavesOut())) {
      return null;
    }
    return bind(
        value == null && tolerant ? empty(part.type()) : value,
        part.type(),
        "`" + part.key() + "`",
        tolerant);
  }

  /** Returns what stands for a missing list or map; null for other types. */
  private static @Nullable Object empty(Type type) {
    if (type instanceof ParameterizedType of) {
      return of.getRawType() == List.class ? List.of() : Map.of();
    }
    return type instanceof Class<?> kind && kind.isArray() ? List.of() : null;
  }

  /**
   * Reads a record whose keys are inlined into the surrounding object. Returns null if the record
   * is nullable and none of its keys is present.
   */
  private @Nullable Object inlined(FactShape.Part part) {
    Class<?> kind = (Class<?>) part.type();
    boolean there =
        FactShape.of(kind).parts().stream().anyMatch(inner -> map.containsKey(inner.key()));
    return there || !part.isNullable()
        ? new RecordShape(kind, map, used, where, tolerant).make()
        : null;
  }

  /** Collects the entries whose keys no other component has used. */
  private Object others(FactShape.Part part) {
    SequencedMap<Object, @Nullable Object> others = new LinkedHashMap<>(map);
    others.keySet().removeAll(used);
    used.addAll(others.keySet());
    return bind(others, part.type(), where, tolerant);
  }
}
