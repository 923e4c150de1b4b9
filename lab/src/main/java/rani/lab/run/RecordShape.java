// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** What a record is called and made of in JSON: an object with a key for each component. */
final class RecordShape {
  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> kind) {
          return new RecordShape(kind);
        }
      };

  private final Constructor<?> constructor;
  private final List<Part> parts;

  private record Part(String key, Type type, Method reader) {}

  private RecordShape(Class<?> kind) {
    RecordComponent[] components = kind.getRecordComponents();
    List<Part> all = new ArrayList<>();
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      Method reader = components[i].getAccessor();
      reader.setAccessible(true); // records of packages that keep them to themselves
      all.add(new Part(kebab(components[i].getName()), components[i].getGenericType(), reader));
    }
    parts = List.copyOf(all);
    try {
      constructor = kind.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(kind + " has no canonical constructor", e);
    }
  }

  /** That of a record. */
  static RecordShape of(Class<?> kind) {
    return SHAPES.get(kind);
  }

  private static String kebab(String name) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        text.append('-');
      }
      text.append(Character.toLowerCase(c));
    }
    return text.toString();
  }

  /** Its components by their keys, in their order. */
  SequencedMap<String, @Nullable Object> values(Record record) {
    SequencedMap<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Part part : parts) {
      try {
        values.put(part.key, part.reader.invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException("cannot read " + part.key, e);
      }
    }
    return values;
  }

  /**
   * A value of a type: a record of an object that has each of its keys and no other, an enum of a
   * name, a list or an array of a list, and what JSON has.
   *
   * @param where it stands, for what is said of it
   * @throws tools.jackson.core.JacksonException if it is not of that type
   */
  static Object bind(@Nullable Object value, Type type, String where) {
    if (value == null) {
      throw Json.refused(where + " is missing");
    }
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      return list(value, list.getActualTypeArguments()[0], where);
    }
    if (!(type instanceof Class<?> kind)) {
      throw new IllegalArgumentException("no JSON of " + type);
    }
    if (kind.isRecord()) {
      return of(kind).record(value, where);
    }
    if (kind.isArray()) {
      List<Object> values = list(value, kind.getComponentType(), where);
      return values.toArray((Object[]) Array.newInstance(kind.getComponentType(), 0));
    }
    if (kind.isEnum()) {
      return constant(value, kind, where);
    }
    Object plain = plain(value, kind);
    if (plain == null) {
      throw Json.refused(
          where + " is to be a " + kind.getSimpleName().toLowerCase(Locale.ROOT) + ": " + value);
    }
    return plain;
  }

  private static List<Object> list(Object value, Type type, String where) {
    if (!(value instanceof List<?> values)) {
      throw Json.refused(where + " is to be a list: " + value);
    }
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      list.add(bind(values.get(i), type, where + "[" + i + "]"));
    }
    return list;
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
    if (kind == boolean.class) {
      return value instanceof Boolean ? value : null;
    }
    if (kind == long.class) {
      return value instanceof Long ? value : null;
    }
    if (kind == int.class) {
      return value instanceof Long whole && whole == whole.intValue() ? whole.intValue() : null;
    }
    if (kind == double.class) {
      return value instanceof Number number ? number.doubleValue() : null;
    }
    throw new IllegalArgumentException("no JSON of " + kind);
  }

  private Object record(Object value, String where) {
    if (!(value instanceof Map<?, ?> map)) {
      throw Json.refused(where + " is to be an object: " + value);
    }
    Object[] arguments = new Object[parts.size()];
    for (int i = 0; i < arguments.length; i++) {
      Part part = parts.get(i);
      arguments[i] = bind(map.get(part.key), part.type, "`" + part.key + "`");
    }
    for (Object key : map.keySet()) {
      if (parts.stream().noneMatch(part -> part.key.equals(key))) {
        throw Json.refused("there is no `" + key + "`: " + parts.stream().map(Part::key).toList());
      }
    }
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw Json.refused(where + ": " + e.getTargetException().getMessage());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot make " + constructor, e);
    }
  }
}
