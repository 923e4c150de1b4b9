// SPDX-License-Identifier: Apache-2.0
package rani.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.service.ServiceProvider;
import rani.wire.Address;

/** Holds docs/services.md and the classes' comments against what services do. */
class ServicesDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "services.md");
  private static final Path SOURCES = Path.of("src", "main", "java", "rani", "services");
  private static final Pattern ROW = Pattern.compile("\\| (`[^|]+`) \\| ([^|]+) \\|.*");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern NOTE =
      Pattern.compile("note\\(\\s*nowNanos,[^\"]*\"([a-z-]+)\"(?: : \"([a-z-]+)\")?");

  static Stream<ServiceProvider> providers() {
    return ProvidersTest.providers();
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theDocumentNamesEveryOptionWithItsDefault(ServiceProvider provider) throws IOException {
    Map<String, String> documented = new TreeMap<>();
    for (String row : rows(provider, "option")) {
      MatchResult cells = ROW.matcher(row).results().findFirst().orElseThrow();
      documented.put(cells.group(1).replace("`", ""), cells.group(2).replace("`", ""));
    }

    assertEquals(optionsAskedBy(provider), documented);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theDocumentNamesEveryFact(ServiceProvider provider) throws IOException {
    assertEquals(factsOf(provider), names(rows(provider, "fact")));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theDocumentNamesEveryNote(ServiceProvider provider) throws IOException {
    var written = new TreeSet<String>();
    NOTE.matcher(source(provider))
        .results()
        .flatMap(note -> Stream.of(note.group(1), note.group(2)))
        .filter(event -> event != null)
        .forEach(written::add);

    assertEquals(written, names(rows(provider, "note")));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theDocumentGivesTheNumber(ServiceProvider provider) throws IOException {
    String name = provider.name();
    String row = "| [`" + name + "`](#" + name + ") | " + provider.number() + " | ";

    assertTrue(Files.readAllLines(DOCUMENT).stream().anyMatch(line -> line.startsWith(row)), row);
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theClassCommentNamesTheSame(ServiceProvider provider) throws IOException {
    String source = source(provider);
    String comment = source.substring(source.indexOf("/**"), source.indexOf("public final class"));
    String flowing = comment.replaceAll("\\s*\\n \\*\\s*", " ");
    List<String> expected = new ArrayList<>(optionsAskedBy(provider).keySet());
    expected.addAll(factsOf(provider));
    expected.addAll(names(rows(provider, "note")));
    for (String name : expected) {
      assertTrue(flowing.contains("{@code " + name + "}"), () -> "no {@code " + name + "} there");
    }
  }

  /** Every option that a file may give, by making one flow of each kind. */
  private static Map<String, String> optionsAskedBy(ServiceProvider provider) {
    List<GivenOptions> flows =
        Stream.of("bursts", "cbr", "responsive").map(kind -> Menus.flow(1, kind)).toList();
    GivenOptions options = Menus.options("flows", flows);
    provider.create(options);
    Map<String, String> asked = new TreeMap<>(options.asked());
    if (asked.containsKey("flows")) {
      flows.forEach(flow -> asked.putAll(flow.asked()));
    }
    return asked;
  }

  /** Those of a service that has seen a packet of one source. */
  private static TreeSet<String> factsOf(ServiceProvider provider) {
    OneNode node =
        new OneNode("10.0.0.8")
            .neighbour("10.0.0.1")
            .menu(
                Menus.lgc(),
                Menus.activeFilter(),
                Menus.echo(),
                Menus.sink(),
                Menus.cbr(Address.parse("10.0.0.1")))
            .start();
    node.datagram("10.0.0.1", 1, Sink.PORT, new GeneratorHeader().of(GeneratorHeader.DATA, 0, 0));
    SequencedMap<String, Object> facts = node.facts(provider.name());
    var names = new TreeSet<String>();
    facts.keySet().forEach(name -> names.add(name.replace("10.0.0.1", "A")));
    names.removeAll(List.of("suspended", "failures"));
    return names;
  }

  /** The rows of the tables in the service's section whose first column has this head. */
  private static List<String> rows(ServiceProvider provider, String head) throws IOException {
    List<String> rows = new ArrayList<>();
    boolean inSection = false;
    boolean inTable = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("## ")) {
        inSection = line.equals("## " + provider.name());
      } else if (line.startsWith("| " + head + " |")) {
        inTable = inSection;
      } else if (line.isBlank()) {
        inTable = false;
      } else if (inTable && !line.startsWith("|---")) {
        rows.add(line);
      }
    }
    return rows;
  }

  /** The names in the first cells. */
  private static TreeSet<String> names(List<String> rows) {
    var names = new TreeSet<String>();
    for (String row : rows) {
      String cell = ROW.matcher(row).results().findFirst().map(m -> m.group(1)).orElse(row);
      NAME.matcher(cell).results().forEach(name -> names.add(name.group(1)));
    }
    return names;
  }

  private static String source(ServiceProvider provider) throws IOException {
    String name = provider.getClass().getEnclosingClass().getSimpleName();
    return Files.readString(SOURCES.resolve(name + ".java"));
  }
}
