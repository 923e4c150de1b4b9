// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/** Mapping that begins at a location of a file, with its entries in the order of the file. */
public record LocatedMap(Location at, SequencedMap<String, Entry> entries) implements LocatedValue {
  public record Entry(Location keyAt, LocatedValue value) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Entry entry && value.equals(entry.value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }
  }

  public LocatedMap {
    entries = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(entries));
  }

  public static LocatedMap empty(Location at) {
    return new LocatedMap(at, new LinkedHashMap<>());
  }

  public SequencedSet<String> keys() {
    return entries.sequencedKeySet();
  }

  public Optional<LocatedValue> get(String key) {
    return Optional.ofNullable(entries.get(key)).map(Entry::value);
  }

  /** Returns the location of a key, or of the mapping if it has no such key. */
  public Location keyAt(String key) {
    Entry entry = entries.get(key);
    return entry == null ? at : entry.keyAt();
  }

  /** Returns this mapping with a key set. An existing key keeps its position. */
  public LocatedMap with(String key, Location keyAt, LocatedValue value) {
    LinkedHashMap<String, Entry> changed = new LinkedHashMap<>(entries);
    changed.put(key, new Entry(keyAt, value));
    return new LocatedMap(at, changed);
  }

  public LocatedMap without(String key) {
    LinkedHashMap<String, Entry> changed = new LinkedHashMap<>(entries);
    changed.remove(key);
    return new LocatedMap(at, changed);
  }

  /**
   * Returns this mapping overlaid by another. Nested mappings are merged key by key, other values
   * are replaced. A null in {@code over} changes nothing.
   */
  public LocatedMap overlaidBy(LocatedMap over) {
    LinkedHashMap<String, Entry> merged = new LinkedHashMap<>(entries);
    over.entries.forEach((key, added) -> merged.merge(key, added, LocatedMap::overlaid));
    return new LocatedMap(over.at, merged);
  }

  private static Entry overlaid(Entry base, Entry over) {
    if (over.value().isNull()) {
      return base;
    }
    if (base.value() instanceof LocatedMap baseMap && over.value() instanceof LocatedMap overMap) {
      return new Entry(over.keyAt(), baseMap.overlaidBy(overMap));
    }
    return over;
  }

  /**
   * Returns the entries of this mapping that differ from {@code base}. Overlaying {@code base} by
   * them gives this mapping; keys that only {@code base} has are ignored.
   */
  public LocatedMap beyond(LocatedMap base) {
    LinkedHashMap<String, Entry> rest = new LinkedHashMap<>();
    entries.forEach(
        (key, entry) -> {
          LocatedValue under = base.get(key).orElse(null);
          if (entry.value() instanceof LocatedMap map && under instanceof LocatedMap underMap) {
            LocatedMap deeper = map.beyond(underMap);
            if (!deeper.entries.isEmpty()) {
              rest.put(key, new Entry(entry.keyAt(), deeper));
            }
          } else if (!entry.value().equals(under)) {
            rest.put(key, entry);
          }
        });
    return new LocatedMap(at, rest);
  }

  @Override
  public String described() {
    return "a mapping";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LocatedMap map && entries.equals(map.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }
}
