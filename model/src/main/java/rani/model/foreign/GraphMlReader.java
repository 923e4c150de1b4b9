// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamConstants;
import org.jspecify.annotations.Nullable;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * Reads GraphML (Brandes et al., GraphML progress report, 2002), as the Topology Zoo, networkx and
 * yEd write it.
 */
final class GraphMlReader implements GraphReader {
  private static final int KEYS_MAX = 10_000;
  private static final int TEXT_CHARS_MAX = 100_000;

  @Override
  public void read(Source source, GraphBuilder graph) throws FileError {
    new Document(new XmlEvents(source, graph.notes()), graph).read(source.whole());
  }

  /** An element that has data: the graph, a node or an edge. */
  private record Owner(
      String element, String id, String to, Optional<Boolean> directed, Attributes attributes) {}

  private static final class Document {
    private final XmlEvents xml;
    private final GraphBuilder graph;
    private final Map<String, String> names = new HashMap<>();
    private final Deque<Owner> owners = new ArrayDeque<>();
    private @Nullable String key;
    private Location keyAt = Location.ofFile("");
    private boolean isNested;
    private final StringBuilder text = new StringBuilder();
    private int graphs;

    Document(XmlEvents xml, GraphBuilder graph) {
      this.xml = xml;
      this.graph = graph;
    }

    void read(Location whole) throws FileError {
      int event = xml.next();
      while (event != XMLStreamConstants.END_DOCUMENT) {
        switch (event) {
          case XMLStreamConstants.START_ELEMENT -> start();
          case XMLStreamConstants.END_ELEMENT -> end();
          default -> characters();
        }
        event = xml.next();
      }
      if (graphs == 0) {
        throw new FileError(whole, "there is no `graph` in it", "");
      }
    }

    private void start() throws FileError {
      if (key != null) {
        isNested = true;
        text.setLength(0);
        return;
      }
      switch (xml.element()) {
        case "key" -> {
          if (names.size() == KEYS_MAX) {
            throw new FileError(xml.here(), "more than " + KEYS_MAX + " keys", "");
          }
          names.put(xml.required("id"), xml.attribute("attr.name").orElse(xml.required("id")));
        }
        case "graph" -> {
          graphs++;
          if (graphs > 1) {
            graph.notes().add(xml.here(), "a graph within or beside the first: joined with it", "");
          }
          if (xml.attribute("edgedefault").filter(each -> each.equals("directed")).isPresent()) {
            graph.setDirected();
          }
          owners.push(owner("graph", "", ""));
        }
        case "node" -> owners.push(owner("node", xml.required("id"), ""));
        case "edge" -> owners.push(owner("edge", xml.required("source"), xml.required("target")));
        case "hyperedge" -> graph.notes().add(xml.here(), "left out: a `hyperedge` of GraphML", "");
        case "data" -> {
          key = xml.required("key");
          keyAt = xml.here();
          isNested = false;
          text.setLength(0);
        }
        default -> {
          // ports, descriptions and defaults say nothing of the network
        }
      }
    }

    private Owner owner(String element, String id, String to) {
      return new Owner(
          element,
          id,
          to,
          xml.attribute("directed").map(each -> each.equals("true")),
          new Attributes(xml.here()));
    }

    private void characters() throws FileError {
      if (key != null) {
        text.append(xml.text());
        if (text.length() > TEXT_CHARS_MAX) {
          throw new FileError(
              xml.here(), "a text is longer than " + TEXT_CHARS_MAX + " characters", "");
        }
      }
    }

    private void end() throws FileError {
      String element = xml.element();
      Owner owner = owners.peek();
      if (element.equals("data") && key != null) {
        if (owner != null) {
          data(owner.attributes, names.getOrDefault(key, key));
        }
        key = null;
      } else if (key != null) {
        // yEd draws: the label of a node is inside its shape.
        if (element.equals("NodeLabel") && owner != null && !text.toString().isBlank()) {
          owner.attributes.add("label", keyAt, text.toString().strip());
        }
        text.setLength(0);
      } else if (owner != null && element.equals(owner.element)) {
        owners.pop();
        finish(owner);
      }
    }

    private void data(Attributes attributes, String name) {
      if (isNested) {
        attributes.addNested("data " + Quoted.plain(name, 40), keyAt);
      } else {
        attributes.add(name, keyAt, text.toString());
      }
    }

    private void finish(Owner owner) throws FileError {
      switch (owner.element) {
        case "node" -> graph.node(owner.id, owner.attributes);
        case "edge" ->
            graph.edge(owner.id, owner.to, owner.directed.orElse(false), owner.attributes);
        default -> graph.graph(owner.attributes);
      }
    }
  }
}
