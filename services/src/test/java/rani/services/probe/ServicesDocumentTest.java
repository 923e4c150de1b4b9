// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Nanos;
import rani.service.ServiceProvider;
import rani.services.ProvidersTest;
import rani.services.traffic.GeneratorHeader;
import rani.services.traffic.OneNode;
import rani.services.traffic.Sink;
import rani.wire.Address;

/** Holds docs/services.md and the classes' comments against what services do. */
class ServicesDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "services.md");
  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final Path RDP_BIND =
      Path.of("..", "transport-rdp", "src", "main", "java", "rani", "rdp", "bind");
  private static final int HERE = Address.parse("10.0.0.8");
  private static final Pattern ROW = Pattern.compile("\\| (`[^|]+`) \\| ([^|]+) \\|.*");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern NOTE =
      Pattern.compile("note\\(\\s*nowNanos,[^\"]*\"([a-z-]+)\"(?: : \"([a-z-]+)\")?");

  private static final Pattern CONSTANT =
      Pattern.compile("static final String (\\w+) = \"([a-z-]+)\";");

  static Stream<ServiceProvider> providers() {
    return ProvidersTest.providers();
  }

  @Test
  void theDocumentNamesEveryNoteOfRdp() throws IOException {
    String source = Files.readString(RDP_BIND.resolve("RdpNotes.java"));
    var written = new TreeSet<String>();
    NOTE.matcher(source).results().forEach(note -> written.add(note.group(1)));

    assertEquals(written, names(rows("RDP", "note")));
  }

  @Test
  void theDocumentShowsWhatPingCarries() throws IOException {
    int asker = Address.parse("10.0.0.1");
    ByteBuf header = new PingHeader().of(PingHeader.ASKS, 0x7f3a91c4, 2, asker);
    assertEquals(hex("ping"), ByteBufUtil.hexDump(header));
  }

  @Test
  void theDocumentShowsWhatTracerouteCarries() throws IOException {
    int asker = Address.parse("10.0.0.1");
    HopRecords.Hop own =
        new HopRecords.Hop(asker, 255, false, false, 0, -1, 0, 3, 2500, 10_000_000, 0, 1000);
    HopRecords.Trace trace =
        new HopRecords.Trace(HopRecords.THERE, 0x7f3a91c4, asker, 2, 0, List.of(own));
    assertEquals(hex("trace"), ByteBufUtil.hexDump(HopRecords.write(trace)));
  }

  /** A block of hex, by the word behind its fence. */
  private static String hex(String block) throws IOException {
    MatchResult found =
        Pattern.compile("\n```hex " + block + "\n([0-9a-f \n]+)```\n")
            .matcher(Files.readString(DOCUMENT))
            .results()
            .findFirst()
            .orElseThrow();
    return found.group(1).replaceAll("[ \n]", "");
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theDocumentNamesEveryFact(ServiceProvider provider) throws IOException {
    assertEquals(factsOf(provider), names(rows(provider.name(), "fact")));
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

    assertEquals(written, names(rows(provider.name(), "note")));
  }

  @ParameterizedTest
  @MethodSource("providers")
  void theDocumentHasTheTableOfVerbs(ServiceProvider provider) throws IOException {
    List<String> table =
        provider.verbs().stream()
            .map(verb -> "| `" + verb.synopsis() + "` | " + verb.meaning() + " |")
            .toList();

    assertEquals(table, rows(provider.name(), "verb"));
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
    String comment = comment(source(provider));
    TreeSet<String> expected = factsOf(provider);
    expected.addAll(names(rows(provider.name(), "note")));
    for (String name : expected) {
      assertTrue(comment.contains("{@code " + name + "}"), () -> "no {@code " + name + "} there");
    }
  }

  /** The comment of a class, as flowing text. */
  private static String comment(String source) {
    String comment = source.substring(source.indexOf("/**"), source.indexOf("public final class"));
    return comment.replaceAll("\\s*\\n \\*\\s*", " ");
  }

  /** Those of a service that has seen a datagram and a message of one source. */
  private static TreeSet<String> factsOf(ServiceProvider provider) {
    OneNode node =
        new OneNode("10.0.0.8")
            .neighbour("10.0.0.1")
            .menu(
                Menus.lgc(),
                Menus.activeFilter(),
                Menus.echo(),
                Menus.sink(),
                Menus.ping(),
                Menus.traceroute(),
                Menus.flakeway(),
                Menus.accMonitor(),
                Menus.accFilter(),
                Menus.ufcCore(),
                Menus.ufcEdge(),
                Menus.abcdMonitor(),
                Menus.abcdSplitter(),
                Menus.source(
                    Menus.flow(HERE, "bulk"),
                    Menus.flow(HERE, "cbr"),
                    Menus.flow(HERE, "transfers", "arrival-rate", "20/s")))
            .start();
    node.go();
    node.pass(Nanos.SECOND);
    node.datagram("10.0.0.1", 1, Sink.PORT, new GeneratorHeader().of(GeneratorHeader.DATA, 0, 0));
    SequencedMap<String, Object> facts = node.facts(provider.name());
    var names = new TreeSet<String>();
    facts.keySet().forEach(name -> names.add(name.replaceFirst("10\\.0\\.0\\.\\d", "A")));
    names.removeAll(List.of("suspended", "failures", "budgets"));
    return names;
  }

  /** The rows of the tables in the service's section whose first column has this head. */
  private static List<String> rows(String section, String head) throws IOException {
    List<String> rows = new ArrayList<>();
    boolean inSection = false;
    boolean inTable = false;
    for (String line : Files.readAllLines(DOCUMENT)) {
      if (line.startsWith("## ")) {
        inSection = line.equals("## " + section);
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

  /** The service's class, and behind it, if it has any, its flows'. */
  private static String source(ServiceProvider provider) throws IOException {
    Class<?> service = provider.getClass().getEnclosingClass();
    Path file = SOURCES.resolve(service.getName().replace('.', '/') + ".java");
    String parts =
        switch (service.getSimpleName()) {
          case "Source" -> "*Flow.java";
          case "Sink" -> "RdpSink.java";
          default -> "";
        };
    StringBuilder all = new StringBuilder(Files.readString(file));
    try (DirectoryStream<Path> others = Files.newDirectoryStream(file.getParent(), parts)) {
      for (Path other : others) {
        all.append(Files.readString(other));
      }
    }
    return withoutConstants(all.toString());
  }

  /** Puts texts in the place of the names of their constants. */
  private static String withoutConstants(String source) {
    String plain = source;
    for (MatchResult constant : CONSTANT.matcher(source).results().toList()) {
      plain =
          plain.replaceAll(
              "\\b" + constant.group(1) + "\\b(?!\\s=)", "\"" + constant.group(2) + "\"");
    }
    return plain;
  }
}
