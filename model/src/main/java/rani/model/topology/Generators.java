// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Quoted;

/**
 * Networks of a regular shape. Nodes are named by a prefix and a number from 1, in a grid by
 * prefix, row and column, in a dumbbell by side.
 */
final class Generators {

  private static final String PREFIX_DEFAULT = "n";

  /**
   * What one generator makes.
   *
   * @param at where the file asks for it
   * @param nodes their names
   * @param links pairs of names
   * @param settings of each node: its groups
   */
  record Generated(
      Location at, List<String> nodes, List<List<String>> links, LocatedMap settings) {}

  private static final SequencedMap<String, Function<Generators, Shape>> KINDS =
      new TreeMap<>(
          Map.of(
              "single", Generators::single,
              "linear", Generators::linear,
              "ring", Generators::ring,
              "star", Generators::star,
              "mesh", Generators::mesh,
              "tree", Generators::tree,
              "grid", Generators::grid,
              "dumbbell", Generators::dumbbell));

  private final MapReader reader;
  private final Problems problems;
  private final String prefix;

  private Generators(MapReader reader, Problems problems, String prefix) {
    this.reader = reader;
    this.problems = problems;
    this.prefix = prefix;
  }

  /** Reads a {@code generate} mapping, of which each key is a kind. */
  static List<Generated> read(LocatedMap generate, Problems problems) {
    List<Generated> all = new ArrayList<>();
    generate
        .entries()
        .forEach(
            (kind, entry) -> {
              Function<Generators, Shape> maker = KINDS.get(kind);
              if (maker == null) {
                problems.reportName(
                    entry.keyAt(),
                    "unknown generator " + Quoted.of(kind),
                    kind,
                    KINDS.sequencedKeySet());
                return;
              }
              MapReader.mapOf(entry.value(), Quoted.of(kind), problems)
                  .map(options -> generated(kind, maker, options, entry.keyAt(), problems))
                  .ifPresent(all::add);
            });
    return all;
  }

  private static Generated generated(
      String kind,
      Function<Generators, Shape> maker,
      LocatedMap options,
      Location at,
      Problems problems) {
    MapReader reader = new MapReader(options, problems);
    LocatedMap settings = LocatedMap.empty(at);
    for (String key : List.of("group", "groups")) {
      LocatedValue value = reader.value(key).orElse(null);
      settings = value == null ? settings : settings.with(key, options.keyAt(key), value);
    }
    String prefix = reader.text("prefix").orElse(kind.equals("dumbbell") ? "" : PREFIX_DEFAULT);
    Shape shape = maker.apply(new Generators(reader, problems, prefix));
    reader.finish();
    return new Generated(at, shape.nodes, shape.links, settings);
  }

  /** Names and pairs, as they are put together. */
  private static final class Shape {
    private final List<String> nodes = new ArrayList<>();
    private final List<List<String>> links = new ArrayList<>();

    private void link(String a, String b) {
      links.add(List.of(a, b));
    }
  }

  private Shape single() {
    return row(1);
  }

  private Shape linear() {
    int count = count("nodes", 1);
    Shape shape = row(count);
    for (int k = 1; k < count; k++) {
      shape.link(prefix + k, prefix + (k + 1));
    }
    return shape;
  }

  private Shape ring() {
    int count = count("nodes", 3);
    Shape shape = row(count);
    for (int k = 1; k <= count; k++) {
      shape.link(prefix + k, prefix + (k % count + 1));
    }
    return shape;
  }

  /** The first node stands in the middle. */
  private Shape star() {
    int count = count("nodes", 2);
    Shape shape = row(count);
    for (int k = 2; k <= count; k++) {
      shape.link(prefix + 1, prefix + k);
    }
    return shape;
  }

  private Shape mesh() {
    int count = count("nodes", 2);
    if ((long) count * (count - 1) / 2 > Topology.LINKS_MAX) {
      problems.report(
          reader.at("nodes"),
          "a mesh of " + count + " nodes has more than " + Topology.LINKS_MAX + " links");
      return new Shape();
    }
    Shape shape = row(count);
    for (int a = 1; a <= count; a++) {
      for (int b = a + 1; b <= count; b++) {
        shape.link(prefix + a, prefix + b);
      }
    }
    return shape;
  }

  /** The first node is the root; numbers grow level by level. */
  private Shape tree() {
    int depth = count("depth", 1);
    int fanout = count("fanout", 1);
    long total = 1;
    long level = 1;
    for (int i = 0; i < depth && total <= Topology.NODES_MAX; i++) {
      level *= fanout;
      total += level;
    }
    if (total > Topology.NODES_MAX) {
      reportTooMany();
      return new Shape();
    }
    Shape shape = row((int) total);
    for (int k = 2; k <= total; k++) {
      shape.link(prefix + ((k - 2) / fanout + 1), prefix + k);
    }
    return shape;
  }

  private Shape grid() {
    int rows = count("rows", 1);
    int columns = count("columns", 1);
    Shape shape = new Shape();
    if ((long) rows * columns > Topology.NODES_MAX) {
      reportTooMany();
      return shape;
    }
    for (int row = 1; row <= rows; row++) {
      for (int column = 1; column <= columns; column++) {
        String name = prefix + row + "-" + column;
        shape.nodes.add(name);
        if (column > 1) {
          shape.link(prefix + row + "-" + (column - 1), name);
        }
        if (row > 1) {
          shape.link(prefix + (row - 1) + "-" + column, name);
        }
      }
    }
    return shape;
  }

  /** Two routers with a link between them, and ends on both sides. */
  private Shape dumbbell() {
    int left = count("left", 1);
    int right = count("right", 1);
    Shape shape = new Shape();
    for (int k = 1; k <= left; k++) {
      shape.nodes.add(prefix + "left" + k);
      shape.link(prefix + "left" + k, prefix + "router1");
    }
    shape.nodes.add(prefix + "router1");
    shape.nodes.add(prefix + "router2");
    shape.link(prefix + "router1", prefix + "router2");
    for (int k = 1; k <= right; k++) {
      shape.nodes.add(prefix + "right" + k);
      shape.link(prefix + "router2", prefix + "right" + k);
    }
    return shape;
  }

  private Shape row(int count) {
    Shape shape = new Shape();
    for (int k = 1; k <= count; k++) {
      shape.nodes.add(prefix + k);
    }
    return shape;
  }

  private int count(String key, int min) {
    reader.require(key);
    return reader.integer(key, min, Topology.NODES_MAX).orElse((long) min).intValue();
  }

  private void reportTooMany() {
    problems.report(reader.map().at(), "this makes more than " + Topology.NODES_MAX + " nodes");
  }
}
