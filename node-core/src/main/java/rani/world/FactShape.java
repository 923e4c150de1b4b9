// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Maps a record class to keys and values, as facts and JSON have them. */
public final class FactShape {
  private static final ClassValue<FactShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected FactShape computeValue(Class<?> kind) {
          return new FactShape(kind);
        }
      };

  private final Constructor<?> constructor;
  private final List<Part> parts;
  private final boolean leavesOut;

  /**
   * A component of the record.
   *
   * @param key name in kebab-case, unless the record is {@link CamelCase}
   * @param inline whether the component's own keys take its place
   */
  public record Part(String key, Type type, boolean inline, RecordComponent component) {
    private static Part of(RecordComponent component, boolean inCamelCase) {
      component.getAccessor().setAccessible(true); // records may be package-private
      return new Part(
          inCamelCase ? component.getName() : kebab(component.getName()),
          component.getGenericType(),
          component.isAnnotationPresent(Inline.class),
          component);
    }

    /** Reports whether the component may be absent. */
    public boolean isNullable() {
      return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private @Nullable Object value(Object record) {
      try {
        return component.getAccessor().invoke(record);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException("cannot read " + key, e);
      }
    }
  }

  private FactShape(Class<?> kind) {
    RecordComponent[] components = kind.getRecordComponents();
    List<Part> all = new ArrayList<>();
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      all.add(Part.of(components[i], kind.isAnnotationPresent(CamelCase.class)));
    }
    parts = List.copyOf(all);
    leavesOut = Facts.class.isAssignableFrom(kind);
    try {
      constructor = kind.getDeclaredConstructor(types);
      constructor.setAccessible(true);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(kind + " has no canonical constructor", e);
    }
  }

  /** Returns the shape of a record class. */
  public static FactShape of(Class<?> kind) {
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

  public List<Part> parts() {
    return parts;
  }

  /** Reports whether null components are left out, as in facts. */
  public boolean leavesOut() {
    return leavesOut;
  }

  /** Returns the values of a record by their keys, in order. Nested facts become maps. */
  public SequencedMap<String, @Nullable Object> values(Object record) {
    SequencedMap<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Part part : parts) {
      Object value = part.value(record);
      if (!part.inline && !(value == null && leavesOut)) {
        values.put(part.key, plain(value));
      } else if (value instanceof Facts facts) {
        values.putAll(facts.byKey());
      } else if (value instanceof Record inner) {
        values.putAll(of(inner.getClass()).values(inner));
      } else if (value instanceof Map<?, ?> map) {
        map.forEach((key, each) -> values.put(String.valueOf(key), plain(each)));
      }
    }
    return values;
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Facts facts) {
      return facts.byKey();
    } else if (value instanceof Map<?, ?> map) {
      SequencedMap<String, @Nullable Object> plain = new LinkedHashMap<>();
      map.forEach((key, each) -> plain.put(String.valueOf(key), plain(each)));
      return plain;
    }
    return value instanceof List<?> list ? list.stream().map(FactShape::plain).toList() : value;
  }

  /**
   * Makes a record of this shape.
   *
   * @throws InvocationTargetException if the record's constructor throws
   */
  public Object make(@Nullable Object[] arguments) throws InvocationTargetException {
    try {
      return constructor.newInstance(arguments);
    } catch (InstantiationException | IllegalAccessException e) {
      throw new IllegalArgumentException("cannot make " + constructor, e);
    }
  }
}
