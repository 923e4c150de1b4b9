// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import rani.model.file.Form;
import rani.model.file.Kind;
import rani.model.file.LocatedMap;
import rani.model.file.LocatedValue;
import rani.model.file.Location;
import rani.model.file.MapReader;
import rani.model.file.Problems;
import rani.model.file.Property;
import rani.model.file.Quoted;
import rani.model.file.Vocabulary;

/**
 * Generates networks of a regular shape. Names of nodes are a prefix and a number from 1, in a grid
 * row and column, in a dumbbell a side and a number.
 */
record Generators(MapReader reader, Problems problems, String prefix) {
  private static final String PREFIX_DEFAULT = "n";

  /**
   * Result of one generator, and the location of its key in the file. Links are pairs of names; the
   * settings are the groups of each node.
   */
  record Generated(
      Location at, List<String> nodes, List<List<String>> links, LocatedMap settings) {}

  @FunctionalInterface
  private interface Maker {
    Shape make(Generators names, int... counts);
  }

  /** Key of a shape with a size. */
  private record Count(String key, int min, String meaning) {
    Kind<Long> kind() {
      return Kind.within(Kind.INTEGER, (long) min, (long) Topology.NODES_MAX);
    }
  }

  /** Shape that a file may ask for by name. */
  private record Regular(
      String name, String meaning, String prefix, Maker maker, List<Count> counts) {
    Regular(String name, String meaning, Maker maker, Count... counts) {
      this(name, meaning, PREFIX_DEFAULT, maker, List.of(counts));
    }

    Property property() {
      Vocabulary keys =
          Vocabulary.of(
              new Property("group", Form.listOf(Form.NAME), "Groups of every node made."),
              new Property("groups", Form.listOf(Form.NAME), "The same as group."),
              Kind.TEXT.property(
                  "prefix",
                  "Nodes are named by the prefix and a number, in a dumbbell by the prefix and a"
                      + " side.",
                  prefix));
      for (Count count : counts) {
        keys = keys.and(count.kind().property(count.key, count.meaning).required());
      }
      return Property.mapping(name, keys, meaning);
    }
  }

  private static final List<Regular> REGULAR =
      List.of(
          new Regular(
              "dumbbell",
              "router1 and router2 with a link between them, nodes left1, … and right1, … on both"
                  + " sides.",
              "",
              Generators::dumbbell,
              List.of(
                  new Count("left", 1, "Nodes on one side."),
                  new Count("right", 1, "Nodes on the other side."))),
          new Regular(
              "grid",
              "Rows and columns; nodes are named by row and column.",
              Generators::grid,
              new Count("rows", 1, "How many."),
              new Count("columns", 1, "How many.")),
          new Regular(
              "linear",
              "Nodes in a row.",
              (names, counts) -> names.grown(counts[0], k -> k - 1),
              new Count("nodes", 1, "How many.")),
          new Regular(
              "mesh",
              "A link between every two nodes.",
              Generators::mesh,
              new Count("nodes", 2, "How many.")),
          new Regular(
              "ring", "Nodes in a ring.", Generators::ring, new Count("nodes", 3, "How many.")),
          new Regular("single", "One node without links.", (names, _) -> names.grown(1, k -> k)),
          new Regular(
              "star",
              "The first node in the middle, a link to every other.",
              (names, counts) -> names.grown(counts[0], _ -> 1),
              new Count("nodes", 2, "How many, the middle included.")),
          new Regular(
              "tree",
              "The first node is the root; numbers grow level by level.",
              Generators::tree,
              new Count("depth", 1, "Levels below the root."),
              new Count("fanout", 1, "Links from each node to the next level.")));

  /** Syntax of the {@code generate} mapping, in which each key is a shape. */
  static final Form GENERATE =
      new Form.Mapping(
          () -> new Vocabulary(REGULAR.stream().map(Regular::property).toList(), List.of()));

  /** Returns the names of all shapes. */
  static List<String> names() {
    return REGULAR.stream().map(Regular::name).toList();
  }

  /** Returns the keys of a shape's counts, in order; empty if there is no such shape. */
  static Optional<List<String>> counts(String shape) {
    return REGULAR.stream()
        .filter(each -> each.name.equals(shape))
        .findFirst()
        .map(each -> each.counts.stream().map(Count::key).toList());
  }

  static List<Generated> read(LocatedMap generate, Problems problems) {
    List<Generated> all = new ArrayList<>();
    generate
        .entries()
        .forEach(
            (kind, entry) -> {
              Regular regular =
                  REGULAR.stream().filter(each -> each.name.equals(kind)).findFirst().orElse(null);
              if (regular == null) {
                problems.reportUnknown(entry.keyAt(), "generator", kind, names());
                return;
              }
              MapReader.mapOf(entry.value(), Quoted.of(kind), problems)
                  .map(options -> generated(regular, options, entry.keyAt(), problems))
                  .ifPresent(all::add);
            });
    return all;
  }

  private static Generated generated(
      Regular regular, LocatedMap options, Location at, Problems problems) {
    MapReader reader = new MapReader(options, problems);
    LocatedMap settings = LocatedMap.empty(at);
    for (String key : List.of("group", "groups")) {
      LocatedValue value = reader.value(key).orElse(null);
      settings = value == null ? settings : settings.with(key, options.keyAt(key), value);
    }
    String prefix = reader.text("prefix").orElse(regular.prefix);
    int[] counts = new int[regular.counts.size()];
    for (int i = 0; i < counts.length; i++) {
      Count count = regular.counts.get(i);
      reader.require(count.key);
      counts[i] = reader.value(count.key, count.kind(), (long) count.min).intValue();
    }
    Shape shape = regular.maker.make(new Generators(reader, problems, prefix), counts);
    reader.finish();
    return new Generated(at, shape.nodes, shape.links, settings);
  }

  private static final class Shape {
    private final List<String> nodes = new ArrayList<>();
    private final List<List<String>> links = new ArrayList<>();

    private void link(String a, String b) {
      links.add(List.of(a, b));
    }
  }

  /** Returns nodes 1…count, all but the first linked to the earlier node {@code parent}. */
  private Shape grown(int count, IntUnaryOperator parent) {
    Shape shape = new Shape();
    for (int k = 1; k <= count; k++) {
      shape.nodes.add(prefix + k);
      if (k > 1) {
        shape.link(prefix + parent.applyAsInt(k), prefix + k);
      }
    }
    return shape;
  }

  private Shape ring(int... counts) {
    Shape shape = grown(counts[0], k -> k - 1);
    shape.link(prefix + counts[0], prefix + 1);
    return shape;
  }

  private Shape mesh(int... counts) {
    int count = counts[0];
    if ((long) count * (count - 1) / 2 > Topology.LINKS_MAX) {
      problems.report(
          reader.at("nodes"),
          "a mesh of " + count + " nodes has more than " + Topology.LINKS_MAX + " links");
      return new Shape();
    }
    Shape shape = new Shape();
    for (int a = 1; a <= count; a++) {
      shape.nodes.add(prefix + a);
      for (int b = a + 1; b <= count; b++) {
        shape.link(prefix + a, prefix + b);
      }
    }
    return shape;
  }

  private Shape tree(int... counts) {
    int depth = counts[0];
    int fanout = counts[1];
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
    return grown((int) total, k -> (k - 2) / fanout + 1);
  }

  private Shape grid(int... counts) {
    int rows = counts[0];
    int columns = counts[1];
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

  private Shape dumbbell(int... counts) {
    int left = counts[0];
    int right = counts[1];
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

  private void reportTooMany() {
    problems.report(reader.map().at(), "this makes more than " + Topology.NODES_MAX + " nodes");
  }
}
