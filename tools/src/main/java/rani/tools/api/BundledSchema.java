// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.json.JsonObject;
import rani.world.Facts;

/**
 * A JSON schema (draft 2020-12) as a component of an OpenAPI document: each of its definitions that
 * it needs becomes a component beside it, {@code NAME.DEFINITION}, so that the document needs no
 * other.
 */
final class BundledSchema {
  private static final String REFERENCE = "$ref";
  private static final String DEFINITIONS = "$defs";
  private static final String OWN = "#/" + DEFINITIONS + "/";

  private final String name;
  private final JsonObject definitions;
  private final SequencedMap<String, JsonObject> components;

  private BundledSchema(
      String name, JsonObject definitions, SequencedMap<String, JsonObject> components) {
    this.name = name;
    this.definitions = definitions;
    this.components = components;
  }

  /** Adds a schema to components under a name. */
  static void add(String name, JsonObject schema, SequencedMap<String, JsonObject> components) {
    SequencedMap<String, @Nullable Object> own = new LinkedHashMap<>(schema.byKey());
    own.remove("$schema");
    own.remove("$id");
    own.remove(DEFINITIONS);
    BundledSchema bundled = new BundledSchema(name, schema.object(DEFINITIONS), components);
    components.put(name, bundled.map(own));
  }

  private JsonObject map(Map<?, ?> map) {
    SequencedMap<String, @Nullable Object> moved = new LinkedHashMap<>();
    map.forEach(
        (key, value) ->
            moved.put(
                String.valueOf(key),
                REFERENCE.equals(key) && value instanceof String reference
                    ? moved(reference)
                    : value(value)));
    return JsonObject.of(moved);
  }

  private @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case Facts facts -> map(facts.byKey());
      case Map<?, ?> map -> map(map);
      case List<?> list -> list.stream().map(this::value).toList();
      case null, default -> value;
    };
  }

  private String moved(String reference) {
    if (!reference.startsWith(OWN)) {
      throw new IllegalArgumentException(name + " refers to " + reference);
    }
    String definition = reference.substring(OWN.length());
    String component = name + "." + definition;
    if (!components.containsKey(component)) {
      components.put(component, JsonObject.EMPTY); // a definition may be part of itself
      components.put(component, map(definitions.object(definition).byKey()));
    }
    return RecordSchemas.REFERENCE + component;
  }
}
