// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.List;
import java.util.Optional;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads node-link JSON: networkx' {@code node_link_data} with edges below {@code edges} or {@code
 * links}, TopoHub's files, and D3's, whose links count nodes.
 */
final class NodeLinkReader implements GraphReader {
  private static final int DEPTH_MAX = 100;
  private static final int MESSAGE_LENGTH_MAX = 200;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // Python writes NaN
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
          .build();

  @Override
  public void read(Source source, GraphBuilder graph) throws FileError {
    try (JsonParser in =
        FACTORY.createParser(ObjectReadContext.empty(), source.text(graph.notes()))) {
      new Document(source, in, graph).read();
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw new FileError(
          at == null || at.getLineNr() < 1
              ? source.whole()
              : new Location(source.file(), at.getLineNr(), Math.max(1, at.getColumnNr())),
          "not JSON: " + Quoted.plain(e.getOriginalMessage(), MESSAGE_LENGTH_MAX),
          "");
    }
  }

  private record Document(Source source, JsonParser in, GraphBuilder graph) {
    void read() throws FileError {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw error("expected an object");
      }
      boolean hasNodes = false;
      for (String key = in.nextName(); key != null; key = in.nextName()) {
        Location at = here();
        JsonToken value = in.nextToken();
        switch (key) {
          case "directed" -> {
            if (value == JsonToken.VALUE_TRUE) {
              graph.setDirected();
            }
          }
          case "graph" -> graphAttributes(at);
          case "nodes" -> {
            hasNodes = true;
            nodes();
          }
          case "edges", "links" -> edges();
          case "multigraph" -> in.skipChildren();
          case "name" -> graph.name(in.getValueAsString(""));
          default -> {
            graph.notes().add(at, "not read: " + Quoted.of(key) + " beside the graph", "");
            in.skipChildren();
          }
        }
      }
      if (in.nextToken() != null) {
        throw error("more follows after the end");
      }
      if (!hasNodes) {
        throw error("there is no `nodes` in it");
      }
    }

    private void graphAttributes(Location at) throws FileError {
      if (in.currentToken() == JsonToken.START_OBJECT) {
        graph.graph(attributes(at));
      } else {
        in.skipChildren();
      }
    }

    private void nodes() throws FileError {
      int index = 0;
      list("nodes");
      while (in.nextToken() != JsonToken.END_ARRAY) {
        Location at = here();
        if (in.currentToken() == JsonToken.START_OBJECT) {
          Attributes node = attributes(at);
          Optional<String> id = joined(node, "id").or(() -> joined(node, "name"));
          graph.node(id.orElse(Integer.toString(index)), node);
        } else {
          graph.node(scalar(), new Attributes(at));
        }
        index++;
      }
    }

    private void edges() throws FileError {
      list("edges");
      while (in.nextToken() != JsonToken.END_ARRAY) {
        Location at = here();
        if (in.currentToken() != JsonToken.START_OBJECT) {
          throw error("an edge is an object with `source` and `target`");
        }
        Attributes edge = attributes(at);
        Optional<String> from = joined(edge, "source");
        Optional<String> to = joined(edge, "target");
        if (from.isEmpty() || to.isEmpty()) {
          throw new FileError(at, "an edge lacks `source` or `target`", "");
        }
        graph.edge(from.get(), to.get(), false, edge);
      }
      graph.mayCountNodes();
    }

    private void list(String what) throws FileError {
      if (in.currentToken() != JsonToken.START_ARRAY) {
        throw error("expected a list of " + what);
      }
    }

    /** Returns an identifier; networkx writes tuples as lists. */
    private static Optional<String> joined(Attributes attributes, String key) {
      List<String> parts = attributes.list(key);
      return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("_", parts));
    }

    private Attributes attributes(Location at) {
      Attributes attributes = new Attributes(at);
      for (String key = in.nextName(); key != null; key = in.nextName()) {
        Location place = here();
        JsonToken value = in.nextToken();
        if (value == JsonToken.START_ARRAY) {
          attributes.addNested(key, place);
          values(attributes, key, place);
        } else if (value == JsonToken.START_OBJECT) {
          attributes.addNested(key, place);
          in.skipChildren();
        } else if (value != JsonToken.VALUE_NULL) {
          attributes.add(key, place, scalar());
        }
      }
      return attributes;
    }

    private void values(Attributes attributes, String key, Location place) {
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (in.currentToken().isScalarValue()) {
          attributes.add(key, place, scalar());
        } else {
          in.skipChildren();
        }
      }
    }

    private String scalar() {
      return String.valueOf(in.getString());
    }

    private Location here() {
      TokenStreamLocation at = in.currentTokenLocation();
      return new Location(
          source.file(), Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    private FileError error(String message) {
      return new FileError(here(), message, "");
    }
  }
}
