// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * The attributes of a node, an edge or a graph, by name in any case. Remembers which were asked
 * for, so that the others can be listed.
 */
final class Attributes {
  /** Values of one attribute: one for a scalar, several for a list, none for a nested one. */
  private record Attribute(String name, Location at, List<String> values) {}

  private final Location at;
  private final LinkedHashMap<String, Attribute> byName = new LinkedHashMap<>();
  private final Set<String> asked = new LinkedHashSet<>();

  Attributes(Location at) {
    this.at = at;
  }

  /** Returns the place of what has the attributes. */
  Location at() {
    return at;
  }

  /** Adds a value; more of one name make a list. */
  void add(String name, Location place, String value) {
    Attribute known = byName.computeIfAbsent(key(name), _ -> nested(name, place));
    known.values.add(value);
  }

  /** Adds a value under a name by which it is looked for, which the file writes otherwise. */
  void add(String name, String written, Location place, String value) {
    byName.computeIfAbsent(key(name), _ -> nested(written, place)).values.add(value);
  }

  boolean has(String name) {
    return byName.containsKey(key(name));
  }

  /** Notes an attribute whose value has parts, which are not read. */
  void addNested(String name, Location place) {
    byName.computeIfAbsent(key(name), _ -> nested(name, place));
  }

  private static Attribute nested(String name, Location place) {
    return new Attribute(name, place, new ArrayList<>());
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns the scalar of the first of some names that has one. */
  Optional<String> text(String... names) {
    for (String name : names) {
      Attribute found = byName.get(name);
      asked.add(name);
      if (found != null && found.values.size() == 1 && !found.values.getFirst().isBlank()) {
        return Optional.of(found.values.getFirst());
      }
    }
    return Optional.empty();
  }

  /** Returns the values of a list; empty if it is absent or nested. */
  List<String> list(String name) {
    asked.add(name);
    Attribute found = byName.get(name);
    return found == null ? List.of() : found.values;
  }

  Location at(String name) {
    Attribute found = byName.get(name);
    return found == null ? at : found.at;
  }

  /** Returns the name of an attribute as the file has it. */
  String written(String name) {
    Attribute found = byName.get(name);
    return found == null ? name : found.name;
  }

  /** Marks attributes that say nothing of the network. */
  void pass(String... names) {
    asked.addAll(List.of(names));
  }

  /** Lists the attributes that were not asked for. */
  void noteUnread(String of, ImportNotes notes) {
    byName.forEach(
        (key, attribute) -> {
          if (!asked.contains(key)) {
            String name = Quoted.of(attribute.name);
            notes.add(attribute.at, "not read: " + name + " of " + of, "");
          }
        });
  }
}
