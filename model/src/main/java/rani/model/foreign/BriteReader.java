// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * Reads what BRITE writes (Medina et al., MASCOTS 2001): nodes with places on a plane, edges with
 * length, delay and bandwidth. Delays are milliseconds and bandwidths Mbit/s, as ns-3's reader
 * takes them; the file does not say so.
 */
final class BriteReader implements GraphReader {
  private static final OptionalDouble MILLISECOND = OptionalDouble.of(1e6);
  private static final OptionalDouble MEGABIT = OptionalDouble.of(1e6);
  private static final int LINE_CHARS_MAX = 10_000;

  /** Columns of an edge: number, from, to, length, delay, bandwidth, ASes, kind, direction. */
  private static final int EDGE_COLUMNS_MIN = 6;

  @Override
  public void read(Source source, GraphBuilder graph) throws FileError {
    String section = "";
    int number = 0;
    for (String whole : (Iterable<String>) source.text(graph.notes()).lines()::iterator) {
      Location at = new Location(source.file(), ++number, 1);
      if (whole.length() > LINE_CHARS_MAX) {
        throw new FileError(at, "this line is longer than " + LINE_CHARS_MAX + " characters", "");
      }
      String line = whole.strip();
      if (line.startsWith("Nodes:") || line.startsWith("Edges:")) {
        section = line.substring(0, "Nodes".length());
      } else if (!line.isEmpty() && !section.isEmpty()) {
        List<String> columns = List.of(line.split("\\s+"));
        if (section.equals("Nodes")) {
          node(columns, at, graph);
        } else {
          edge(columns, at, graph);
        }
      }
    }
    if (!section.equals("Edges")) {
      throw new FileError(source.whole(), "there is no `Edges:` in it", "is it cut off?");
    }
  }

  private static void node(List<String> columns, Location at, GraphBuilder graph) throws FileError {
    OptionalDouble x = column(columns, 1);
    OptionalDouble y = column(columns, 2);
    if (x.isEmpty() || y.isEmpty()) {
      throw new FileError(
          at, "expected a node `NUMBER X Y …`, found " + Quoted.of(String.join(" ", columns)), "");
    }
    graph.node(
        new ForeignGraph.Node(
            columns.getFirst(),
            columns.getFirst(),
            at,
            Optional.empty(),
            Optional.of(new ForeignGraph.Point(x.getAsDouble(), y.getAsDouble()))));
  }

  private static void edge(List<String> columns, Location at, GraphBuilder graph) throws FileError {
    if (columns.size() < EDGE_COLUMNS_MIN) {
      throw new FileError(
          at,
          "expected an edge `NUMBER FROM TO LENGTH DELAY BANDWIDTH …`, found "
              + Quoted.of(String.join(" ", columns)),
          "");
    }
    ForeignGraph.Values values =
        new ForeignGraph.Values(
            OptionalDouble.empty(),
            positive(Quantities.times(column(columns, 4), MILLISECOND)),
            positive(Quantities.times(column(columns, 5), MEGABIT)),
            OptionalDouble.empty());
    graph.edge(
        new ForeignGraph.Edge(
            columns.get(1), columns.get(2), at, columns.getLast().equals("D"), values));
  }

  private static OptionalDouble column(List<String> columns, int index) {
    return index < columns.size() ? Quantities.number(columns.get(index)) : OptionalDouble.empty();
  }

  /** BRITE writes −1 where a model has no value. */
  private static OptionalDouble positive(OptionalDouble value) {
    return value.orElse(-1) < 0 ? OptionalDouble.empty() : value;
  }
}
