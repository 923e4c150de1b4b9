// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Packet;
import rani.fixture.TestMessage;
import rani.world.Congestion;
import rani.world.DropReason;
import rani.world.FilterChange;
import rani.world.LinkId;
import rani.world.NodeTrace;
import rani.world.Note;
import rani.world.Verdict;

/** Holds docs/trace-format.md against the lines that nodes write. */
class TraceFormatDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "trace-format.md");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern WORD = Pattern.compile("`([a-z-]+)`");
  private static final LinkId LINK = new LinkId(3);
  private static final long NOW = 4_166_000_000L;

  /** Everything that a node can tell. */
  static Stream<String> kinds() {
    return Stream.of(NodeTrace.class.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .map(Method::getName)
        .sorted();
  }

  @Test
  void everyKindHasASectionAndNoOther() throws IOException {
    var documented = new TreeSet<>(sections().keySet());
    documented.remove("Lines");

    assertEquals(kinds().collect(Collectors.toCollection(TreeSet::new)), documented);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theFieldsAreThoseWrittenInTheirOrder(String kind) throws IOException {
    List<String> documented = new ArrayList<>();
    for (String row : fieldRows(kind)) {
      documented.addAll(row.contains("*packet*") ? packetFields() : names(row));
    }

    assertEquals(documented, List.copyOf(fieldsOf(written(kind))));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theExamplesAreOfTheirKindAndHaveItsFields(String kind) throws IOException {
    List<String> examples = examples(kind);

    assertTrue(!examples.isEmpty(), "no example");
    SequencedSet<String> fields = fieldsOf(written(kind));
    for (String example : examples) {
      assertTrue(example.matches("\\d+\\.\\d{9} n\\d " + kind + " .*"), example);
      List<String> inOrder = new ArrayList<>(fields);
      List<String> given = new ArrayList<>(fieldsOf(List.of(example)));
      if (!kind.equals("note")) {
        inOrder.retainAll(given);
        given.remove("frame");
        inOrder.remove("frame");
        assertEquals(inOrder, given, example);
      }
    }
  }

  @Test
  void theWordsOfVerdictsAndChangesAreAllThere() throws IOException {
    assertTrue(
        words("verdict").containsAll(Stream.of(Verdict.values()).map(Verdict::text).toList()));
    assertTrue(
        words("filter")
            .containsAll(Stream.of(FilterChange.values()).map(FilterChange::text).toList()));
  }

  /**
   * What a node writes of this kind: a datagram, a service's message, and where it can, no packet.
   */
  private static List<String> written(String kind) {
    List<String> lines = new ArrayList<>();
    TraceLines trace =
        new TraceLines(
            "n7", line -> lines.add(new String(line, StandardCharsets.US_ASCII).strip()));
    ByteBuf datagram = Packet.datagram().frame();
    ByteBuf message = Packet.message(2, new TestMessage(1)).frame();
    for (ByteBuf frame : List.of(datagram, message)) {
      switch (kind) {
        case "origin" -> trace.origin(NOW, frame);
        case "arrival" -> trace.arrival(NOW, LINK, frame);
        case "verdict" -> trace.verdict(NOW, "node", frame, Verdict.ENQUEUE, 11, 1.5);
        case "head" -> trace.head(NOW, "link-1", frame, false, 148_000_000);
        case "departure" -> trace.departure(NOW, LINK, frame, 0);
        case "delivery" -> trace.delivery(NOW, "sink", frame);
        case "drop" -> trace.drop(NOW, DropReason.FILTERED, LINK, frame);
        case "filter" -> trace.filter(NOW, FilterChange.INSTALL, LINK, "10.0.0.1", NOW, 0);
        case "congestion" -> trace.congestion(NOW, "node", Congestion.ABOVE_MAX, 25.5);
        case "link" -> trace.link(NOW, LINK, true);
        case "note" -> trace.note(NOW, "lgc", "trigger", Note.NOTHING);
        default -> throw new IllegalArgumentException("write a line of kind " + kind + " here");
      }
    }
    return lines;
  }

  /** The keys of the lines, in the order in which they come. */
  private static SequencedSet<String> fieldsOf(List<String> lines) {
    SequencedMap<String, Boolean> fields = new LinkedHashMap<>();
    for (String line : lines) {
      Stream.of(line.split(" ")).skip(3).forEach(f -> fields.put(f.replaceFirst("=.*", ""), true));
    }
    return new LinkedHashSet<>(fields.keySet());
  }

  private static List<String> packetFields() throws IOException {
    return sections().getOrDefault("Lines", List.of()).stream()
        .dropWhile(line -> !line.equals("### Packets"))
        .filter(line -> line.startsWith("| `"))
        .flatMap(row -> names(row).stream())
        .toList();
  }

  private static List<String> fieldRows(String kind) throws IOException {
    return sections().getOrDefault(kind, List.of()).stream()
        .filter(line -> line.startsWith("| `") || line.startsWith("| *packet*"))
        .toList();
  }

  /** The names in a row's first cell. */
  private static List<String> names(String row) {
    String cell = row.substring(0, row.indexOf('|', 1));
    return NAME.matcher(cell).results().map(name -> name.group(1)).toList();
  }

  private static TreeSet<String> words(String kind) throws IOException {
    return fieldRows(kind).stream()
        .flatMap(row -> WORD.matcher(row).results())
        .map(word -> word.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> examples(String kind) throws IOException {
    List<String> section = sections().getOrDefault(kind, List.of());
    int begin = section.indexOf("```trace") + 1;
    return section.subList(begin, begin + section.subList(begin, section.size()).indexOf("```"));
  }

  /** The document's sections by their titles. */
  private static SequencedMap<String, List<String>> sections() throws IOException {
    SequencedMap<String, List<String>> sections = new LinkedHashMap<>();
    List<String> section = new ArrayList<>();
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("## ")) {
        section = new ArrayList<>();
        sections.put(line.substring(3), section);
      } else {
        section.add(line);
      }
    }
    return sections;
  }
}
