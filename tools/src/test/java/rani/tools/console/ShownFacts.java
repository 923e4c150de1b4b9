// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import rani.json.Json;
import rani.json.JsonObject;
import rani.world.FactShape;
import rani.world.Facts;

/** Facts of which a test says what it is about; the rest is 0, false, or empty. */
final class ShownFacts {
  private ShownFacts() {}

  /** Facts of a kind. */
  static <A> A of(Class<A> kind, Map<?, ?> said) {
    return Json.as(JsonObject.of(whole(kind, said)), kind);
  }

  private static SequencedMap<String, Object> whole(Class<?> kind, Map<?, ?> said) {
    SequencedMap<String, Object> whole = new LinkedHashMap<>();
    for (FactShape.Part part : FactShape.of(kind).parts()) {
      if (part.inline() && part.type() == Facts.class) {
        said.forEach((key, each) -> whole.putIfAbsent(String.valueOf(key), each));
      } else if (part.inline() && part.type() instanceof Class<?> inner) {
        whole.putAll(whole(inner, said));
      } else if (part.inline()) {
        whole.putAll(named(part.type(), said));
      } else if (said.containsKey(part.key())) {
        whole.put(part.key(), completed(part.type(), said.get(part.key())));
      } else if (!part.isNullable()) {
        whole.put(part.key(), empty(part.type()));
      }
    }
    return whole;
  }

  private static SequencedMap<String, Object> named(Type type, Map<?, ?> said) {
    Type of = ((ParameterizedType) type).getActualTypeArguments()[1];
    SequencedMap<String, Object> named = new LinkedHashMap<>();
    said.forEach((name, each) -> named.put(String.valueOf(name), completed(of, each)));
    return named;
  }

  private static Object completed(Type type, Object said) {
    if (type instanceof Class<?> kind && kind.isRecord() && said instanceof Map<?, ?> map) {
      return whole(kind, map);
    } else if (type instanceof ParameterizedType && said instanceof Map<?, ?> map) {
      return named(type, map);
    } else if (type instanceof ParameterizedType of && said instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      list.forEach(each -> all.add(completed(of.getActualTypeArguments()[0], each)));
      return all;
    }
    return said instanceof Integer whole ? Long.valueOf(whole) : said;
  }

  private static Object empty(Type type) {
    if (type instanceof Class<?> kind && kind.isRecord()) {
      return whole(kind, Map.of());
    } else if (type instanceof ParameterizedType of) {
      return of.getRawType() == List.class ? List.of() : new LinkedHashMap<>();
    } else if (type == boolean.class) {
      return false;
    } else if (type == double.class) {
      return 0.0;
    }
    return type == String.class ? "" : 0L;
  }
}
