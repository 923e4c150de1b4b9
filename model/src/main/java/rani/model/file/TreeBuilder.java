// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds a mapping to be printed. */
public final class TreeBuilder implements Keys {
  private final Location at;
  private final LinkedHashMap<String, LocatedMap.Entry> entries = new LinkedHashMap<>();

  /** Starts an empty mapping; {@code origin} is its name in error locations. */
  public TreeBuilder(String origin) {
    this.at = Location.ofFile(origin);
  }

  @Override
  public <T> @Nullable T optional(String key, Kind<T> kind, String meaning, @Nullable T known) {
    if (known != null) {
      put(key, scalar(kind, known));
    }
    return known;
  }

  @Override
  public <T> T unlessUsual(String key, Kind<T> kind, String meaning, T usual, T known) {
    return known.equals(usual) ? usual : value(key, kind, meaning, known);
  }

  @Override
  public <T> List<T> values(String key, Kind<T> kind, String meaning, List<T> known) {
    if (!known.isEmpty()) {
      put(key, new LocatedList(at, known.stream().map(each -> scalar(kind, each)).toList()));
    }
    return known;
  }

  private <T> LocatedValue scalar(Kind<T> kind, T value) {
    return new LocatedScalar(at, kind.printer().apply(value), kind.quoted());
  }

  @Override
  public <T> T within(String key, String meaning, Function<Keys, T> walk) {
    TreeBuilder inner = new TreeBuilder(at.file());
    T printed = walk.apply(inner);
    put(key, inner.build());
    return printed;
  }

  /** Sets a key to an unquoted text: a word, a number or a value with a unit. */
  public TreeBuilder put(String key, String text) {
    return put(key, new LocatedScalar(at, text, false));
  }

  /** Sets a key to a user text, which is printed in quotes. */
  public TreeBuilder putText(String key, String text) {
    return put(key, new LocatedScalar(at, text, true));
  }

  public TreeBuilder put(String key, LocatedValue value) {
    entries.put(key, new LocatedMap.Entry(at, value));
    return this;
  }

  /** Sets a key to a mapping unless the mapping is empty. */
  public TreeBuilder putUnlessEmpty(String key, LocatedMap map) {
    return map.entries().isEmpty() ? this : put(key, map);
  }

  public LocatedMap build() {
    return new LocatedMap(at, entries);
  }
}
