// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Values with anchors of one file, and what its aliases stand for. A few lines of aliases to lists
 * of aliases may stand for thousands of millions of values, so that these are counted.
 */
final class YamlAliases {
  /** The key of YAML 1.1 whose value is mappings that are merged into the one that has it. */
  static final String MERGE = "<<";

  /** How deep a value goes, and of how many values it is, itself included. */
  private record Extent(int depth, long values) {}

  private final Map<String, LocatedValue> anchored = new HashMap<>();
  private long values;

  /** Sets the value with an anchor; a later one of the same name takes its place. */
  void put(String anchor, LocatedValue value) {
    anchored.put(anchor, value);
  }

  /** Returns what an alias stands for, at a depth of the file. */
  LocatedValue find(String anchor, Location at, int depth) throws FileError {
    LocatedValue value = anchored.get(anchor);
    if (value == null) {
      throw new FileError(
          at,
          "no value with the anchor " + Quoted.of("&" + anchor) + " ends before this alias",
          Nearest.hint(anchor, anchored.keySet()));
    }
    Extent extent = extent(value, LocatedYaml.ALIASED_VALUES_MAX - values);
    values += extent.values;
    if (values > LocatedYaml.ALIASED_VALUES_MAX) {
      throw new FileError(
          at,
          "aliases stand for more than " + LocatedYaml.ALIASED_VALUES_MAX + " values",
          "write what they stand for");
    }
    if (depth + extent.depth > LocatedYaml.DEPTH_MAX) {
      throw new FileError(
          at, "nested deeper than " + LocatedYaml.DEPTH_MAX + " levels by this alias", "");
    }
    return value;
  }

  /** Measures a value, or as much of it as is more than {@code most} values. */
  private static Extent extent(LocatedValue value, long most) {
    List<LocatedValue> inside =
        switch (value) {
          case LocatedMap map ->
              map.entries().values().stream().map(LocatedMap.Entry::value).toList();
          case LocatedList list -> list.values();
          case LocatedScalar _ -> List.of();
        };
    int depth = 0;
    long values = 1;
    for (LocatedValue each : inside) {
      if (values > most) {
        break;
      }
      Extent extent = extent(each, most - values);
      depth = Math.max(depth, extent.depth);
      values += extent.values;
    }
    return new Extent(value instanceof LocatedScalar ? 0 : depth + 1, values);
  }

  /** Returns the mappings that a merge key names: one, or a list of them. */
  static List<LocatedMap> merged(LocatedValue value) throws FileError {
    List<LocatedMap> maps = new ArrayList<>();
    for (LocatedValue each : value.members()) {
      if (!(each instanceof LocatedMap map)) {
        throw new FileError(
            each.at(), "`<<` takes mappings to be merged, found " + each.described(), "");
      }
      maps.add(map);
    }
    return maps;
  }
}
