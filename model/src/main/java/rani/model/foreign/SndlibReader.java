// SPDX-License-Identifier: Apache-2.0
package rani.model.foreign;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.model.file.FileError;
import rani.model.file.Location;
import rani.model.file.Quoted;

/**
 * Reads a network of SNDlib in its native text format: sections of lines. Their coordinates are
 * taken as longitude and latitude if all fit, since the format does not say what they are.
 */
final class SndlibReader implements GraphReader {
  private static final String WORD = "([^\\s()]{1,200})";
  private static final Pattern SECTION = Pattern.compile("([A-Z_]{1,40})\\s*\\(");
  private static final Pattern NODE =
      Pattern.compile(WORD + "(?:\\s*\\(\\s*" + WORD + "\\s+" + WORD + "\\s*\\))?");
  private static final Pattern LINK =
      Pattern.compile(
          WORD + "\\s*\\(\\s*" + WORD + "\\s+" + WORD + "\\s*\\)(?:\\s*" + WORD + ")?.*");
  private static final Pattern NAME = Pattern.compile("#\\s*network\\s+(\\S{1,200})\\s*");
  private static final int LINE_CHARS_MAX = 10_000;

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
      Matcher name = NAME.matcher(line);
      if (name.matches()) {
        graph.name(name.group(1));
      }
      if (line.isEmpty() || line.startsWith("#") || line.startsWith("?")) {
        continue;
      }
      Matcher begins = SECTION.matcher(line);
      if (section.isEmpty()) {
        if (!begins.matches()) {
          throw new FileError(
              at, "expected a section such as `NODES (`, found " + Quoted.of(line), "");
        }
        section = begins.group(1);
      } else if (line.equals(")")) {
        section = "";
      } else {
        read(section, line, at, graph);
      }
    }
    if (!section.isEmpty()) {
      throw new FileError(
          new Location(source.file(), Math.max(1, number), 1),
          "the file ends within section " + Quoted.of(section),
          "");
    }
  }

  private static void read(String section, String line, Location at, GraphBuilder graph)
      throws FileError {
    switch (section) {
      case "NODES" -> node(matched(NODE, line, at, "a node"), at, graph);
      case "LINKS" -> {
        Matcher link = matched(LINK, line, at, "a link");
        Attributes attributes = new Attributes(at);
        Optional<String> capacity = Optional.ofNullable(link.group(4));
        capacity
            .filter(each -> Quantities.number(each).orElse(1) > 0) // 0: none is installed
            .ifPresent(each -> attributes.add("capacity", at, each));
        graph.edge(link.group(2), link.group(3), false, attributes);
      }
      case "META" -> {
        // of when and by whom the numbers were measured
      }
      default -> graph.notes().add(at, "not read: lines of section " + Quoted.of(section), "");
    }
  }

  private static Matcher matched(Pattern pattern, String line, Location at, String what)
      throws FileError {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw new FileError(at, "expected " + what + ", found " + Quoted.of(line), "");
    }
    return matcher;
  }

  private static void node(Matcher line, Location at, GraphBuilder graph) throws FileError {
    String id = line.group(1);
    OptionalDouble x = GraphBuilder.number(Optional.ofNullable(line.group(2)));
    OptionalDouble y = GraphBuilder.number(Optional.ofNullable(line.group(3)));
    boolean hasPlace = x.isPresent() && y.isPresent();
    boolean isGeographic =
        hasPlace && Math.abs(x.getAsDouble()) <= 180 && Math.abs(y.getAsDouble()) <= 90;
    graph.node(
        new ForeignGraph.Node(
            id,
            id,
            at,
            isGeographic
                ? Optional.of(new ForeignGraph.Coordinates(x.getAsDouble(), y.getAsDouble()))
                : Optional.empty(),
            hasPlace
                ? Optional.of(new ForeignGraph.Point(x.getAsDouble(), y.getAsDouble()))
                : Optional.empty()));
  }
}
