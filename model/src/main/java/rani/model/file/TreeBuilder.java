// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.LinkedHashMap;

/** Puts a mapping together that no file wrote, to print it. */
public final class TreeBuilder {

  private final Location at;
  private final LinkedHashMap<String, LocatedMap.Entry> entries = new LinkedHashMap<>();

  /**
   * An empty mapping.
   *
   * @param origin what messages would call the place of its values
   */
  public TreeBuilder(String origin) {
    this.at = Location.ofFile(origin);
  }

  /** Sets a key to a text that reads as it stands: a word, a number, a value with its unit. */
  public TreeBuilder put(String key, String text) {
    return put(key, new LocatedScalar(at, text, false));
  }

  /** Sets a key to a text of a user, which is printed in quotes. */
  public TreeBuilder putText(String key, String text) {
    return put(key, new LocatedScalar(at, text, true));
  }

  /** Sets a key to a value. */
  public TreeBuilder put(String key, LocatedValue value) {
    entries.put(key, new LocatedMap.Entry(at, value));
    return this;
  }

  /** Sets a key to a mapping, unless that is empty. */
  public TreeBuilder putUnlessEmpty(String key, LocatedMap map) {
    return map.entries().isEmpty() ? this : put(key, map);
  }

  /** The mapping. */
  public LocatedMap build() {
    return new LocatedMap(at, entries);
  }
}
