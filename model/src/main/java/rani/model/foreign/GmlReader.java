// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * Reads GML (Himsolt, GML: a portable graph file format, 1997) as the Topology Zoo and networkx
 * write it. Text may span lines, and has characters as entities, which are single: nothing unfolds.
 */
final class GmlReader implements GraphReader {
  private static final int DEPTH_MAX = 50;
  private static final int TEXT_CHARS_MAX = 100_000;
  private static final Pattern ENTITY =
      Pattern.compile("&(#\\d{1,7}|#x[0-9a-fA-F]{1,6}|\\w{1,8});");

  @Override
  public void read(Source source, GraphBuilder graph) throws FileError {
    new Parser(source.file(), source.text(graph.notes()), graph).file();
  }

  private static final class Parser {
    private final String file;
    private final String text;
    private final GraphBuilder graph;
    private int next;
    private int line = 1;
    private int lineBegan;

    Parser(String file, String text, GraphBuilder graph) {
      this.file = file;
      this.text = text;
      this.graph = graph;
    }

    void file() throws FileError {
      boolean found = false;
      while (!atEnd()) {
        Location at = here();
        String key = key();
        if (!isOpen()) {
          value();
        } else if (key.equalsIgnoreCase("graph") && !found) {
          found = true;
          graphBody(at);
        } else {
          graph.notes().add(at, "not read: " + Quoted.of(key) + " beside the graph", "");
          skip(1);
        }
      }
      if (!found) {
        throw error(here(), "there is no `graph [` in it");
      }
    }

    private void graphBody(Location at) throws FileError {
      Attributes own = new Attributes(at);
      open();
      while (!closes()) {
        Location place = here();
        String key = key();
        if (!isOpen()) {
          own.add(key, place, value());
        } else if (key.equalsIgnoreCase("node")) {
          Attributes node = body(place);
          graph.node(required(node, "id", "a node"), node);
        } else if (key.equalsIgnoreCase("edge")) {
          Attributes edge = body(place);
          String from = required(edge, "source", "an edge");
          graph.edge(from, required(edge, "target", "an edge"), false, edge);
        } else {
          own.addNested(key, place);
          skip(1);
        }
      }
      if (own.text("directed").filter(each -> each.equals("1")).isPresent()) {
        graph.setDirected();
      }
      graph.graph(own);
    }

    private String required(Attributes attributes, String key, String what) throws FileError {
      Optional<String> found = attributes.text(key);
      if (found.isEmpty()) {
        throw error(attributes.at(), what + " has no " + Quoted.of(key));
      }
      return found.get();
    }

    /** Reads the attributes of a node or an edge; those of its graphics count as its own. */
    private Attributes body(Location at) throws FileError {
      Attributes attributes = new Attributes(at);
      open();
      while (!closes()) {
        Location place = here();
        String key = key();
        if (!isOpen()) {
          attributes.add(key, place, value());
        } else if (key.equalsIgnoreCase("graphics")) {
          graphics(attributes);
        } else {
          attributes.addNested(key, place);
          skip(1);
        }
      }
      return attributes;
    }

    private void graphics(Attributes attributes) throws FileError {
      open();
      while (!closes()) {
        Location place = here();
        String key = key();
        if (isOpen()) {
          skip(1);
        } else {
          String value = value();
          if (key.equals("x") || key.equals("y")) {
            attributes.add(key, place, value);
          }
        }
      }
    }

    /** Passes over a list with whatever is in it. */
    private void skip(int depth) throws FileError {
      if (depth > DEPTH_MAX) {
        throw error(here(), "nested deeper than " + DEPTH_MAX + " levels");
      }
      open();
      while (!closes()) {
        key();
        if (isOpen()) {
          skip(depth + 1);
        } else {
          value();
        }
      }
    }

    private boolean atEnd() {
      blank();
      return next == text.length();
    }

    private boolean isOpen() {
      return !atEnd() && text.charAt(next) == '[';
    }

    private void open() {
      blank();
      next++;
    }

    /** Reports whether a list ends here, and passes its end. */
    private boolean closes() throws FileError {
      if (atEnd()) {
        throw error(here(), "the file ends within a list");
      }
      if (text.charAt(next) != ']') {
        return false;
      }
      next++;
      return true;
    }

    private void blank() {
      while (next < text.length()) {
        char c = text.charAt(next);
        if (c == '#') {
          while (next < text.length() && text.charAt(next) != '\n') {
            next++;
          }
        } else if (!Character.isWhitespace(c)) {
          return;
        } else {
          pass();
        }
      }
    }

    private void pass() {
      if (text.charAt(next) == '\n') {
        line++;
        lineBegan = next + 1;
      }
      next++;
    }

    private Location here() {
      blank();
      return new Location(file, line, next - lineBegan + 1);
    }

    private String key() throws FileError {
      Location at = here();
      String word = word();
      if (word.isEmpty() || (!Character.isLetter(word.charAt(0)) && word.charAt(0) != '_')) {
        throw error(at, "expected a key, found " + Quoted.of(word.isEmpty() ? rest() : word));
      }
      return word;
    }

    private String rest() {
      return text.substring(next, Math.min(text.length(), next + 10));
    }

    private String word() throws FileError {
      blank();
      int from = next;
      while (next < text.length() && isOfWord(text.charAt(next))) {
        next++;
      }
      checkLength(from);
      return text.substring(from, next);
    }

    private static boolean isOfWord(char c) {
      return !Character.isWhitespace(c) && c != '[' && c != ']' && c != '"' && c != '#';
    }

    private void checkLength(int from) throws FileError {
      if (next - from > TEXT_CHARS_MAX) {
        throw error(here(), "a text is longer than " + TEXT_CHARS_MAX + " characters");
      }
    }

    private String value() throws FileError {
      Location at = here();
      if (atEnd() || text.charAt(next) == ']') {
        throw error(at, "a key has no value");
      }
      if (text.charAt(next) != '"') {
        return word();
      }
      int from = ++next;
      while (next < text.length() && text.charAt(next) != '"') {
        pass();
      }
      if (next == text.length()) {
        throw error(at, "a text does not end");
      }
      checkLength(from);
      return withoutEntities(text.substring(from, next++));
    }

    private FileError error(Location at, String message) {
      return new FileError(at, message, "");
    }
  }

  private static String withoutEntities(String text) {
    return text.indexOf('&') < 0
        ? text
        : ENTITY
            .matcher(text)
            .replaceAll(each -> Matcher.quoteReplacement(character(each.group(1))));
  }

  private static String character(String entity) {
    if (entity.charAt(0) == '#') {
      int code =
          entity.charAt(1) == 'x'
              ? Integer.parseInt(entity.substring(2), 16)
              : Integer.parseInt(entity.substring(1));
      return Character.isValidCodePoint(code) ? Character.toString(code) : "?";
    }
    return switch (entity) {
      case "quot" -> "\"";
      case "amp" -> "&";
      case "lt" -> "<";
      case "gt" -> ">";
      case "apos" -> "'";
      default -> "&" + entity + ";";
    };
  }
}
