// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the section `capsule` of docs/services.md and the comment of the class to what it does. */
class CapsuleDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "services.md");
  private static final Path SOURCES = Path.of("src", "main", "java", "rani", "wasm", "capsule");
  private static final Path SOURCE = SOURCES.resolve("Capsule.java");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");
  private static final Pattern NOTE = Pattern.compile("nowNanos,\\s+\"([a-z-]+)\"");

  private static String section() throws IOException {
    String page = Files.readString(DOCUMENT);
    int from = page.indexOf("\n## capsule\n");
    return page.substring(from, page.indexOf("\n## ", from + 1));
  }

  /** The rows of the table whose first column has this head. */
  private static List<String> rows(String head) throws IOException {
    return section()
        .lines()
        .dropWhile(line -> !line.startsWith("| " + head + " |"))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .toList();
  }

  private static Set<String> names(String head) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String row : rows(head)) {
      NAME.matcher(row.split(" \\| ", 2)[0]).results().forEach(n -> names.add(n.group(1)));
    }
    return names;
  }

  private static Set<String> facts() {
    CapsuleNetwork network = new CapsuleNetwork(2).go();
    network.send();
    network.network().runUntilDone();
    Set<String> names = new TreeSet<>();
    Objects.requireNonNull(network.facts(2, "capsule")).keySet().forEach(n -> names.add("" + n));
    names.removeAll(List.of("suspended", "failures", "budgets"));
    return names;
  }

  private static Set<String> notes() throws IOException {
    Set<String> notes = new TreeSet<>();
    for (Path source : List.of(SOURCE, SOURCES.resolve("PendingCodes.java"))) {
      NOTE.matcher(Files.readString(source)).results().forEach(note -> notes.add(note.group(1)));
    }
    return notes;
  }

  @Test
  void theDocumentNamesEveryFact() throws IOException {
    assertEquals(facts(), names("fact"));
  }

  @Test
  void theDocumentNamesEveryNote() throws IOException {
    assertEquals(notes(), names("note"));
  }

  @Test
  void theDocumentHasTheTableOfVerbsAndTheNumber() throws IOException {
    Capsule.Provider provider = new Capsule.Provider();
    assertEquals(
        provider.verbs().stream()
            .map(verb -> "| `" + verb.synopsis() + "` | " + verb.meaning() + " |")
            .toList(),
        rows("verb"));
    String row = "| [`capsule`](#capsule) | " + provider.number() + " | ";
    assertTrue(Files.readString(DOCUMENT).contains("\n" + row));
  }

  @Test
  void theDocumentNamesEveryReason() throws IOException {
    String row =
        rows("fact").stream().filter(r -> r.startsWith("| `refused`")).findAny().orElse("");
    for (FetchFailure each : FetchFailure.values()) {
      assertTrue(row.contains("`" + each.text() + "`"), each::text);
    }
  }

  @Test
  void theCommentOfTheClassNamesTheSame() throws IOException {
    String source = Files.readString(SOURCE);
    String comment =
        source
            .substring(source.indexOf("/**"), source.indexOf("public final class"))
            .replaceAll("\\s*\\n \\*\\s*", " ");
    for (String fact : facts()) {
      assertTrue(comment.contains("{@code " + fact + "}"), fact);
    }
    for (String note : notes()) {
      assertTrue(comment.contains("{@code " + note + "}"), note);
    }
  }
}
