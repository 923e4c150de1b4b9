// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records the keys that a walk over {@link Keys} visits, as a vocabulary. */
public final class Describer implements Keys {
  private final SequencedMap<String, Property> properties = new LinkedHashMap<>();

  @Override
  public <T> @Nullable T optional(String key, Kind<T> kind, String meaning, @Nullable T known) {
    add(kind.property(key, meaning, known));
    return known;
  }

  @Override
  public <T> T unlessUsual(String key, Kind<T> kind, String meaning, T usual, T known) {
    add(kind.property(key, meaning, usual));
    return known;
  }

  @Override
  public <T> List<T> values(String key, Kind<T> kind, String meaning, List<T> known) {
    add(new Property(key, Form.listOf(kind.form()), meaning));
    return known;
  }

  @Override
  public <T> T within(String key, String meaning, Function<Keys, T> walk) {
    Describer inner = new Describer();
    T known = walk.apply(inner);
    add(Property.mapping(key, inner.vocabulary(), meaning));
    return known;
  }

  /** Adds a key. Of an existing key both meanings are kept, and the default if it is equal. */
  public void add(Property property) {
    properties.merge(property.name(), property, Property::or);
  }

  public Vocabulary vocabulary() {
    return new Vocabulary(List.copyOf(properties.values()), List.of());
  }
}
