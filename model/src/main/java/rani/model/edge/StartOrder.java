// SPDX-License-Identifier: Apache-2.0
package rani.model.edge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Stream;

/**
 * The order in which programs start: each behind those that it is after.
 *
 * @param delayNanos from the start of the run to the program's; 0 for a server, which starts before
 */
public record StartOrder(EdgeProgram program, long delayNanos) {
  /** Returns the programs in order. Those of a cycle, and all that are after them, are left out. */
  public static List<StartOrder> of(Collection<EdgeProgram> programs) {
    SequencedMap<String, StartOrder> placed = new LinkedHashMap<>();
    SequencedSet<EdgeProgram> left = new LinkedHashSet<>(programs);
    while (left.removeIf(program -> isPlaced(program, placed))) {
      // each round frees those that were after its programs
    }
    return List.copyOf(placed.sequencedValues());
  }

  private static boolean isPlaced(EdgeProgram program, SequencedMap<String, StartOrder> placed) {
    List<String> after = program.start().after();
    if (!placed.keySet().containsAll(after)) {
      return false;
    }
    long latestNanos =
        placed.values().stream()
            .filter(before -> after.contains(before.program.name()))
            .mapToLong(StartOrder::delayNanos)
            .max()
            .orElse(0);
    placed.put(program.name(), new StartOrder(program, latestNanos + program.start().delayNanos()));
    return true;
  }

  /** Returns names that are after each other in a circle; empty if no such programs exist. */
  static List<String> cycle(SequencedMap<String, EdgeProgram> programs) {
    List<String> ordered = of(programs.values()).stream().map(each -> each.program.name()).toList();
    List<String> way = new ArrayList<>();
    Stream<String> next = programs.keySet().stream();
    while (true) {
      String name = next.filter(each -> !ordered.contains(each)).findFirst().orElse("");
      EdgeProgram program = programs.get(name);
      if (program == null) {
        return List.of();
      }
      if (way.contains(name)) {
        return List.copyOf(way.subList(way.indexOf(name), way.size()));
      }
      way.add(name);
      next = program.start().after().stream();
    }
  }
}
