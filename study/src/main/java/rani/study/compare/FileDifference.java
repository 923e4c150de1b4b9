// SPDX-License-Identifier: Apache-2.0
package rani.study.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import rani.model.file.FileError;
import rani.model.file.LocatedList;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedScalar;
import rani.model.file.LocatedValue;
import rani.model.file.LocatedYaml;

/**
 * A place of two experiment files with different values; a value is "" where the file has none.
 *
 * @param path of the place, such as {@code topology.links.n1 -- n2.delay}
 */
public record FileDifference(String path, String before, String after) {
  /** Returns the differences of what was run and measured, in the order of the files. */
  static List<FileDifference> between(Path before, Path after) throws FileError {
    SequencedMap<String, String> one = flat(before);
    SequencedMap<String, String> other = flat(after);
    SequencedSet<String> paths = new LinkedHashSet<>(one.sequencedKeySet());
    paths.addAll(other.sequencedKeySet());
    List<FileDifference> differences = new ArrayList<>();
    for (String path : paths) {
      String own = one.getOrDefault(path, "");
      if (!own.equals(other.getOrDefault(path, ""))) {
        differences.add(new FileDifference(path, own, other.getOrDefault(path, "")));
      }
    }
    return differences;
  }

  private static SequencedMap<String, String> flat(Path file) throws FileError {
    SequencedMap<String, String> values = new LinkedHashMap<>();
    // Charts change no number, and the file of a run of one variant has only some of its plots.
    add("", LocatedYaml.load(file).without("plots"), values);
    return values;
  }

  private static void add(String path, LocatedValue value, SequencedMap<String, String> values) {
    String before = path.isEmpty() ? "" : path + ".";
    switch (value) {
      case LocatedMap map ->
          map.entries().forEach((key, entry) -> add(before + key, entry.value(), values));
      case LocatedList list -> {
        for (int k = 0; k < list.values().size(); k++) {
          add(before + k, list.values().get(k), values);
        }
      }
      case LocatedScalar scalar -> values.put(path, scalar.text());
    }
  }

  /** Returns a line for the user: {@code seed: 1 → 7}. */
  @Override
  public String toString() {
    return path + ": " + shown(before) + " → " + shown(after);
  }

  private static String shown(String value) {
    return value.isEmpty() ? "–" : value;
  }
}
