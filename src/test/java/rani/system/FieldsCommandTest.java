// SPDX-License-Identifier: Apache-2.0
package rani.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import rani.system.RaniCommand.Outcome;
import tools.jackson.databind.JsonNode;

/** {@code rani fields} against the tables of the documents, and against what a run has. */
@Execution(CONCURRENT)
class FieldsCommandTest {
  @TempDir private static Path folder;
  private static Path run;
  private static JsonNode result;

  /** Rows of a table of a document by the name in their first cell. */
  private static Map<String, List<String>> table(String document, String head) throws IOException {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    boolean inside = false;
    for (String line : Files.readAllLines(Checkout.root().resolve(document))) {
      inside = line.startsWith(head) || (inside && line.startsWith("|"));
      if (inside && line.startsWith("| `")) {
        List<String> cells =
            Arrays.stream(line.split("(?<!\\\\)\\|"))
                .map(cell -> cell.strip().replace("\\|", "|"))
                .toList();
        rows.put(cells.get(1).replace("`", ""), cells.subList(2, cells.size()));
      }
    }
    assertTrue(rows.size() > 5, () -> document + " has " + rows.size() + " rows");
    return rows;
  }

  private static Map<String, List<String>> metrics() throws IOException {
    return table("docs/metrics.md", "| metric |");
  }

  @BeforeAll
  static void run() {
    run = folder.resolve("hello");
    String file = Checkout.file("config/experiments/hello.yaml");
    result =
        RunResult.of(InThisJvm.rani("run", file, "--mode=virtual", "--out=" + run, "--json"))
            .expectPassed()
            .json();
  }

  private static JsonNode fields(String... arguments) {
    List<String> words = new ArrayList<>(List.of("fields", "--json"));
    words.addAll(List.of(arguments));
    return RunResult.of(InThisJvm.rani(words.toArray(String[]::new)).expectExit(0)).json();
  }

  private static List<String> names(JsonNode fields, String key) {
    return fields.valueStream().map(field -> field.get(key).asString()).toList();
  }

  @Test
  void withoutARunAllAreThereAsTheDocumentsHaveThem() throws IOException {
    JsonNode all = fields();
    Map<String, List<String>> documented = metrics();
    Map<String, List<String>> series = table("docs/plots.md", "| series |");

    assertEquals(List.copyOf(documented.keySet()), names(all.get("metrics"), "metric"));
    for (JsonNode field : all.get("metrics")) {
      List<String> cells = documented.getOrDefault(field.get("metric").asString(), List.of());
      assertEquals(cells.get(0), field.get("unit").asString(), field::toString);
      assertEquals(cells.get(2), field.get("meaning").asString(), field::toString);
      // A document says in the same cell how a sum over nodes is called.
      String computed = cells.get(3).replaceFirst("\\. Over nodes .*", "");
      assertEquals(computed, field.get("computed").asString(), field::toString);
    }
    assertEquals(List.copyOf(series.keySet()), names(all.get("series"), "series"));
    for (JsonNode field : all.get("series")) {
      List<String> cells = series.getOrDefault(field.get("series").asString(), List.of());
      assertEquals(cells.get(0), field.get("unit").asString(), field::toString);
    }
  }

  @Test
  void ofARunThoseThatItHasWithTheUnitsOfTheDocument() throws IOException {
    JsonNode own = fields(run.toString());
    Map<String, List<String>> documented = metrics();

    assertEquals(
        List.copyOf(result.get("metrics").propertyNames()), names(own.get("metrics"), "metric"));
    assertTrue(!own.has("series"), own::toString);
    for (JsonNode field : own.get("metrics")) {
      String name = field.get("metric").asString();
      List<String> units =
          documented.containsKey(name)
              ? List.of(documented.get(name).getFirst())
              : documented.entrySet().stream()
                  .filter(row -> isOf(row.getKey(), name))
                  .map(row -> row.getValue().getFirst())
                  .distinct()
                  .toList();
      assertEquals(units, List.of(field.get("unit").asString()), field::toString);
      assertTrue(!field.get("meaning").asString().isEmpty(), field::toString);
    }
  }

  /** Reports whether a name of this run is of a row with words in capitals. */
  private static boolean isOf(String pattern, String name) {
    String regex =
        Pattern.quote(pattern)
            .replaceAll("A->B", "\\\\En\\\\d->n\\\\d\\\\Q")
            .replaceAll("NODE|SOURCE", "\\\\En\\\\d\\\\Q");
    return name.matches(regex);
  }

  @Test
  void ofASweepThoseOfItsTrials() throws IOException {
    Path sweep = folder.resolve("sweep");
    String file = Checkout.file("config/experiments/hello.yaml");
    InThisJvm.rani("sweep", file, "--trials=2", "-j1", "--out=" + sweep).expectExit(0);
    List<String> columns =
        List.of(Files.readAllLines(sweep.resolve("trials.csv")).getFirst().split(","));

    List<String> names = names(fields(sweep.toString()).get("metrics"), "metric");

    assertEquals(List.copyOf(result.get("metrics").propertyNames()).size(), names.size());
    for (String name : names) {
      assertTrue(columns.stream().anyMatch(column -> column.startsWith(name)), name);
    }
  }

  @Test
  void peopleHaveATableOfNamesUnitsAndMeanings() throws IOException {
    Outcome outcome = InThisJvm.rani("fields").expectExit(0);
    List<String> lines = outcome.out().lines().toList();

    assertTrue(lines.getFirst().matches("name +unit +meaning *"), lines.getFirst());
    for (Map.Entry<String, List<String>> row : metrics().entrySet()) {
      assertTrue(
          lines.stream()
              .anyMatch(
                  line ->
                      line.matches(
                          Pattern.quote(row.getKey())
                              + " +"
                              + Pattern.quote(row.getValue().get(0))
                              + " +"
                              + Pattern.quote(row.getValue().get(2))
                              + " *")),
          row::toString);
    }
  }

  @Test
  void whatHoldsNoResultsIsRefused() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Path damaged = Files.createDirectories(folder.resolve("damaged"));
    Files.writeString(damaged.resolve("report.json"), "{\"format\":");

    Outcome none = InThisJvm.rani("fields", empty.toString()).expectExit(3);
    Outcome broken = InThisJvm.rani("fields", damaged.toString()).expectExit(3);
    Outcome missing = InThisJvm.rani("fields", folder.resolve("nowhere").toString()).expectExit(2);

    assertTrue(none.err().contains("report.json"), none::toString);
    assertTrue(broken.err().contains("is no report"), broken::toString);
    assertTrue(missing.err().contains("nowhere"), missing::toString);
    assertEquals("", none.out() + broken.out() + missing.out());
  }
}
