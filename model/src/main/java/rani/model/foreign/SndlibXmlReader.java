// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.stream.XMLStreamConstants;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * Reads a network of SNDlib in XML (Orlowski et al., SNDlib 1.0, Networks 55, 2010). Of capacities
 * that which is installed is read; demands, costs and modules to be chosen are not.
 */
final class SndlibXmlReader implements GraphReader {
  private static final int TEXT_CHARS_MAX = 1_000;

  @Override
  public void read(Source source, GraphBuilder graph) throws FileError {
    new Document(new XmlEvents(source, graph.notes()), graph).read(source.whole());
  }

  private static final class Document {
    private final XmlEvents xml;
    private final GraphBuilder graph;
    private final Deque<String> path = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private boolean isGeographic;
    private Location at = Location.ofFile("");
    private Attributes attributes = new Attributes(at);
    private String id = "";

    Document(XmlEvents xml, GraphBuilder graph) {
      this.xml = xml;
      this.graph = graph;
    }

    void read(Location whole) throws FileError {
      boolean isNetwork = false;
      for (int event = xml.next(); event != XMLStreamConstants.END_DOCUMENT; event = xml.next()) {
        switch (event) {
          case XMLStreamConstants.START_ELEMENT -> {
            path.push(xml.element());
            text.setLength(0);
            isNetwork |= path.size() == 1 && xml.element().equals("network");
            start();
          }
          case XMLStreamConstants.END_ELEMENT -> {
            end();
            path.pop();
            text.setLength(0);
          }
          default -> text.append(xml.text(), 0, Math.min(xml.text().length(), room()));
        }
      }
      if (!isNetwork) {
        throw new FileError(whole, "there is no `network` in it", "");
      }
    }

    private int room() {
      return TEXT_CHARS_MAX - text.length();
    }

    private void start() throws FileError {
      switch (xml.element()) {
        case "nodes" ->
            isGeographic =
                xml.attribute("coordinatesType")
                    .filter(each -> each.equals("geographical"))
                    .isPresent();
        case "node", "link" -> {
          at = xml.here();
          id = xml.required("id");
          attributes = new Attributes(at);
        }
        case "demand" -> graph.notes().add(xml.here(), "not read: demands", "");
        case "addModule" ->
            graph.notes().add(xml.here(), "not read: modules of capacity to be chosen", "");
        default -> {
          // the ends of elements tell the rest
        }
      }
    }

    private void end() throws FileError {
      String value = text.toString().strip();
      switch (xml.element()) {
        case "x", "y", "source", "target" -> attributes.add(xml.element(), xml.here(), value);
        case "capacity" -> {
          if (path.contains("preInstalledModule")) {
            attributes.add("capacity", xml.here(), value);
          }
        }
        case "node" -> {
          if (path.contains("nodes")) {
            addNode();
          }
        }
        case "link" -> {
          if (path.contains("links")) {
            addLink();
          }
        }
        default -> {
          // costs say nothing of the network
        }
      }
    }

    private void addNode() throws FileError {
      Optional<String> x = attributes.text("x");
      Optional<String> y = attributes.text("y");
      OptionalDouble right = GraphBuilder.number(x);
      OptionalDouble up = GraphBuilder.number(y);
      graph.node(
          new ForeignGraph.Node(
              id,
              id,
              at,
              isGeographic ? graph.coordinates(attributes, x, y) : Optional.empty(),
              !isGeographic && right.isPresent() && up.isPresent()
                  ? Optional.of(new ForeignGraph.Point(right.getAsDouble(), -up.getAsDouble()))
                  : Optional.empty()));
    }

    private void addLink() throws FileError {
      Optional<String> from = attributes.text("source");
      Optional<String> to = attributes.text("target");
      if (from.isEmpty() || to.isEmpty()) {
        throw new FileError(at, "link " + Quoted.of(id) + " lacks `source` or `target`", "");
      }
      graph.edge(from.get(), to.get(), false, attributes);
    }
  }
}
