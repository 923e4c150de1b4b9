// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import rani.json.Json;
import rani.json.JsonObject;
import rani.world.FactShape;
import rani.world.Facts;

/**
 * JSON schemas (draft 2020-12) of records, as {@link Json} prints and reads them. Each record is a
 * component of its own.
 */
final class RecordSchemas {
  private static final String TYPE = "type";
  private static final String OTHERS = "additionalProperties";
  static final String REFERENCE = "#/components/schemas/";

  private final SequencedMap<String, JsonObject> components = new TreeMap<>();

  /** Returns the schemas of all records that were asked for, by name. */
  JsonObject components() {
    return JsonObject.of(components);
  }

  /** Returns the schema of a type; of a record a reference. */
  JsonObject of(Type type) {
    if (type instanceof ParameterizedType of) {
      Type[] arguments = of.getActualTypeArguments();
      JsonObject last = of(arguments[arguments.length - 1]);
      return of.getRawType() == List.class ? list(last) : object(OTHERS, last);
    }
    if (!(type instanceof Class<?> kind)) {
      throw new IllegalArgumentException("no schema of " + type);
    }
    if (kind.isRecord()) {
      return reference(kind);
    }
    return kind.isArray() ? list(of(kind.getComponentType())) : plain(kind);
  }

  private static JsonObject list(JsonObject items) {
    return schema(TYPE, "array", "items", items);
  }

  private static JsonObject object(String key, Object value) {
    return schema(TYPE, "object", key, value);
  }

  private static JsonObject plain(Class<?> kind) {
    if (kind == String.class) {
      return schema(TYPE, "string");
    }
    if (kind == Instant.class) {
      return schema(TYPE, "string", "format", "date-time");
    }
    if (kind == boolean.class || kind == Boolean.class) {
      return schema(TYPE, "boolean");
    }
    if (kind == long.class || kind == Long.class || kind == int.class || kind == Integer.class) {
      boolean isLong = kind == long.class || kind == Long.class;
      return schema(TYPE, "integer", "format", isLong ? "int64" : "int32");
    }
    if (kind == double.class || kind == Double.class) {
      return schema(TYPE, "number");
    }
    if (kind.isEnum()) {
      return schema(
          TYPE,
          "string",
          "enum",
          Arrays.stream(kind.getEnumConstants()).map(one -> ((Enum<?>) one).name()).toList());
    }
    if (kind == Facts.class || kind == JsonObject.class) {
      return schema(TYPE, "object");
    }
    if (kind == Object.class) {
      return schema();
    }
    throw new IllegalArgumentException("no schema of " + kind);
  }

  private JsonObject reference(Class<?> kind) {
    Class<?> within = kind.getEnclosingClass();
    String name = (within == null ? "" : within.getSimpleName() + ".") + kind.getSimpleName();
    if (!components.containsKey(name)) {
      components.put(name, schema()); // a record may be part of itself
      components.put(name, record(kind, null));
    }
    return schema("$ref", REFERENCE + name);
  }

  /** Returns a reference to a schema with definitions of its own, as a component of that name. */
  JsonObject bundled(String name, String schema) {
    BundledSchema.add(name, Json.object(schema), components);
    return schema("$ref", REFERENCE + name);
  }

  /**
   * Returns the schema of a record that is read and has no other keys than its own; null is as good
   * as absent.
   */
  JsonObject closed(Class<?> kind) {
    return record(kind, false);
  }

  /** Returns the schema of a record; {@code others} is the schema of keys beside its own. */
  private JsonObject record(Class<?> kind, @Nullable Object others) {
    Properties properties = new Properties();
    properties.mayBeNull = Boolean.FALSE.equals(others);
    add(FactShape.of(kind), true, properties);
    SequencedMap<String, Object> schema = new LinkedHashMap<>();
    schema.put(TYPE, "object");
    if (!properties.byKey.isEmpty()) {
      schema.put("properties", properties.byKey);
    }
    if (!properties.required.isEmpty()) {
      schema.put("required", properties.required);
    }
    Object ofOthers = properties.others == null ? others : properties.others;
    if (ofOthers != null) {
      schema.put(OTHERS, ofOthers);
    }
    return JsonObject.of(schema);
  }

  /** The keys of a record, those of inlined records among them. */
  private static final class Properties {
    private final SequencedMap<String, JsonObject> byKey = new LinkedHashMap<>();
    private final SequencedSet<String> required = new LinkedHashSet<>(); // two parts may share one
    private @Nullable Object others;
    private boolean mayBeNull;
  }

  private void add(FactShape shape, boolean isThere, Properties properties) {
    for (FactShape.Part part : shape.parts()) {
      boolean isNullable = part.isNullable();
      if (part.inline() && part.type() instanceof Class<?> kind && kind.isRecord()) {
        add(FactShape.of(kind), isThere && !isNullable, properties);
      } else if (part.inline()) {
        properties.others =
            part.type() instanceof ParameterizedType of ? of(of.getActualTypeArguments()[1]) : true;
      } else {
        JsonObject schema = of(part.type());
        boolean isNull = isNullable && (properties.mayBeNull || !shape.leavesOut());
        properties.byKey.put(
            part.key(), isNull ? schema("anyOf", List.of(schema, schema(TYPE, "null"))) : schema);
        if (isThere && !(isNullable && shape.leavesOut())) {
          properties.required.add(part.key());
        }
      }
    }
  }

  /** Returns an object of keys and values. */
  static JsonObject schema(Object... keysAndValues) {
    SequencedMap<String, Object> schema = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      schema.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
    }
    return JsonObject.of(schema);
  }
}
