// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Nearest;
import rani.model.file.Quoted;
import rani.model.topology.Topology;

/** Collects what the reader of a format finds, and gives its attributes their meaning. */
final class GraphBuilder {
  /** Most edges of a file: two for each link, if they are directed. */
  private static final int EDGES_MAX = 2 * Topology.LINKS_MAX;

  private static final String NO_UNIT = "it has no unit that is known; ";
  private static final int ORIGIN_LENGTH_MAX = 200;

  private final ImportRules rules;
  private final ImportNotes notes;
  private final SequencedMap<String, ForeignGraph.Node> nodes = new LinkedHashMap<>();
  private final List<ForeignGraph.Edge> edges = new ArrayList<>();
  private final List<String> origins = new ArrayList<>();
  private Optional<String> name = Optional.empty();
  private boolean isDirected;
  private boolean mayCountNodes;

  GraphBuilder(ImportRules rules, ImportNotes notes) {
    this.rules = rules;
    this.notes = notes;
  }

  ImportNotes notes() {
    return notes;
  }

  boolean hasNode(String id) {
    return nodes.containsKey(id);
  }

  /** Says that every edge leads one way. */
  void setDirected() {
    isDirected = true;
  }

  /** Says that edges may name nodes by their places in the list, from 0, as those of D3 do. */
  void mayCountNodes() {
    mayCountNodes = true;
  }

  /** Sets the name of the network, unless it has one. */
  void name(String text) {
    name = name.isPresent() || text.isBlank() ? name : Optional.of(text);
  }

  /** Takes name and origin from the attributes of a graph. */
  void graph(Attributes attributes) {
    attributes.text("network", "name", "label").ifPresent(this::name);
    for (String key : List.of("source", "license", "licence", "copyright", "provenance")) {
      attributes.text(key).ifPresent(text -> origin(key + ": " + text));
    }
    attributes.pass(
        "network",
        "name",
        "label",
        "directed",
        "multigraph",
        "hierarchic",
        "id",
        "edgedefault",
        "version");
    attributes.noteUnread("the graph", notes);
  }

  private void origin(String line) {
    origins.add(Quoted.plain(line, ORIGIN_LENGTH_MAX));
  }

  /** Adds a node with the attributes of graph files: label, coordinates, place in a picture. */
  void node(String id, Attributes attributes) throws FileError {
    String label = attributes.text("name", "label").orElse(id);
    attributes.pass("id", "key", "label");
    Optional<ForeignGraph.Coordinates> place =
        coordinates(
            attributes,
            attributes.text("longitude", "lon", "lng", "long"),
            attributes.text("latitude", "lat"));
    node(new ForeignGraph.Node(id, label, attributes.at(), place, point(attributes)));
    attributes.noteUnread("nodes", notes);
  }

  Optional<ForeignGraph.Coordinates> coordinates(
      Attributes attributes, Optional<String> longitude, Optional<String> latitude) {
    OptionalDouble east = number(longitude);
    OptionalDouble north = number(latitude);
    if (longitude.isEmpty() && latitude.isEmpty()) {
      return Optional.empty();
    }
    if (east.isEmpty()
        || north.isEmpty()
        || Math.abs(east.getAsDouble()) > 360
        || Math.abs(north.getAsDouble()) > 90) {
      notes.add(attributes.at(), "coordinates of a node are no longitude and latitude", "");
      return Optional.empty();
    }
    return Optional.of(new ForeignGraph.Coordinates(east.getAsDouble(), north.getAsDouble()));
  }

  static OptionalDouble number(Optional<String> text) {
    return text.isEmpty() ? OptionalDouble.empty() : Quantities.number(text.get());
  }

  private static Optional<ForeignGraph.Point> point(Attributes attributes) {
    List<String> pair = attributes.list("pos");
    Optional<String> x = attributes.text("x");
    Optional<String> y = attributes.text("y");
    OptionalDouble right = pair.size() == 2 ? Quantities.number(pair.getFirst()) : number(x);
    OptionalDouble up = pair.size() == 2 ? Quantities.number(pair.getLast()) : number(y);
    return right.isPresent() && up.isPresent()
        ? Optional.of(new ForeignGraph.Point(right.getAsDouble(), up.getAsDouble()))
        : Optional.empty();
  }

  void node(ForeignGraph.Node node) throws FileError {
    if (nodes.size() == Topology.NODES_MAX) {
      throw new FileError(
          node.at(),
          "more than " + Topology.NODES_MAX + " nodes, the most that a topology may have",
          "");
    }
    ForeignGraph.Node before = nodes.putIfAbsent(node.id(), node);
    if (before != null) {
      throw new FileError(
          node.at(),
          "a second node " + Quoted.of(node.id()) + ", the first is at " + before.at(),
          "");
    }
  }

  /** Adds an edge with the attributes of graph files: length, delay, rate, loss. */
  void edge(String from, String to, boolean directed, Attributes attributes) throws FileError {
    attributes.pass("source", "target", "id", "key");
    OptionalDouble km = number(attributes.text("dist"));
    ForeignGraph.Values values =
        new ForeignGraph.Values(km, delay(attributes), rate(attributes), loss(attributes));
    edge(new ForeignGraph.Edge(from, to, attributes.at(), directed, values));
    attributes.noteUnread("edges", notes);
  }

  void edge(ForeignGraph.Edge edge) throws FileError {
    if (edges.size() == EDGES_MAX) {
      throw new FileError(
          edge.at(),
          "more than " + EDGES_MAX + " edges; a topology may have " + Topology.LINKS_MAX + " links",
          "");
    }
    edges.add(edge);
  }

  OptionalDouble delay(Attributes attributes) {
    for (String key : List.of("delay", "latency")) {
      Optional<String> text = attributes.text(key);
      if (text.isPresent()) {
        OptionalDouble nanos = Quantities.durationNanos(text.get(), rules.delayUnitNanos());
        if (nanos.isPresent()) {
          return nanos;
        }
        noteQuantity(attributes, key, text.get(), "--delay-unit ms says what a number counts");
      }
    }
    return OptionalDouble.empty();
  }

  /** Returns the rate in bit/s, of the most exact attribute that there is. */
  OptionalDouble rate(Attributes attributes) {
    OptionalDouble raw = number(attributes.text("linkspeedraw"));
    Optional<String> speed = attributes.text("linkspeed");
    Optional<String> units = attributes.text("linkspeedunits");
    Optional<String> label = attributes.text("linklabel");
    if (raw.isPresent()) {
      return raw;
    }
    if (speed.isPresent() && units.isPresent()) {
      OptionalDouble rate = Quantities.times(number(speed), Quantities.prefix(units.get()));
      if (rate.isPresent()) {
        return rate;
      }
    }
    if (label.isPresent()) {
      OptionalDouble rate = Quantities.rate(label.get(), OptionalDouble.empty());
      if (rate.isPresent()) {
        return rate;
      }
      noteQuantity(attributes, "linklabel", label.get(), "--rate sets one");
    }
    for (String key : List.of("capacity", "bandwidth", "rate", "bw")) {
      Optional<String> text = attributes.text(key);
      if (text.isPresent()) {
        OptionalDouble rate = Quantities.rate(text.get(), rules.rateUnit());
        if (rate.isPresent()) {
          return rate;
        }
        noteQuantity(attributes, key, text.get(), "--rate-unit Mbit/s says what a number counts");
      }
    }
    return OptionalDouble.empty();
  }

  private OptionalDouble loss(Attributes attributes) {
    Optional<String> text = attributes.text("packet_loss", "loss");
    if (text.isEmpty()) {
      return OptionalDouble.empty();
    }
    String written = text.get().strip();
    boolean percent = written.endsWith("%");
    OptionalDouble number =
        Quantities.number(percent ? written.substring(0, written.length() - 1) : written);
    double fraction = number.orElse(-1) / (percent ? 100 : 1);
    if (fraction < 0 || fraction > 1) {
      noteQuantity(attributes, "loss", written, "a loss is a fraction or has %");
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(fraction);
  }

  private void noteQuantity(Attributes attributes, String key, String text, String hint) {
    notes.add(
        attributes.at(key),
        "not read: a value of " + Quoted.of(attributes.written(key)),
        NO_UNIT + hint,
        text);
  }

  /** Returns what was read; fails if an edge leads to a node that there is not. */
  ForeignGraph graph(Location whole) throws FileError {
    if (nodes.isEmpty()) {
      throw new FileError(whole, "there is no node in it", "");
    }
    List<ForeignGraph.Edge> joined = new ArrayList<>(edges);
    if (mayCountNodes && areCounted()) {
      List<String> ids = List.copyOf(nodes.sequencedKeySet());
      joined.replaceAll(
          edge ->
              new ForeignGraph.Edge(
                  ids.get(Integer.parseInt(edge.from())),
                  ids.get(Integer.parseInt(edge.to())),
                  edge.at(),
                  edge.directed(),
                  edge.values()));
    }
    for (ForeignGraph.Edge edge : joined) {
      for (String end : List.of(edge.from(), edge.to())) {
        if (!nodes.containsKey(end)) {
          throw new FileError(
              edge.at(),
              "an edge leads to " + Quoted.of(end) + ", which is no node of the file",
              Nearest.to(end, nodes.sequencedKeySet())
                  .map(near -> "did you mean " + Quoted.of(near) + "?")
                  .orElse(""));
        }
      }
    }
    if (isDirected) {
      joined.replaceAll(ForeignGraph.Edge::oneWay);
    }
    return new ForeignGraph(name, origins, List.copyOf(nodes.sequencedValues()), joined);
  }

  /** Reports whether edges name no node, but all count nodes. */
  private boolean areCounted() {
    return edges.stream().anyMatch(edge -> !hasNode(edge.from()) || !hasNode(edge.to()))
        && edges.stream().allMatch(edge -> isIndex(edge.from()) && isIndex(edge.to()));
  }

  private boolean isIndex(String text) {
    return text.matches("\\d{1,6}") && Integer.parseInt(text) < nodes.size();
  }
}
