// SPDX-License-Identifier: Apache-2.0
package rani.model.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * docs/files.md knows every key that a file may have; services' options have a page of their own.
 */
class FilesPageTest {
  private static final Path PAGE = Path.of("../..", "docs", "files.md");
  private static final Path SERVICES_PAGE = Path.of("../..", "docs", "services.md");
  private static final Path SCHEMAS = Path.of("../..", "config", "schema");

  @ParameterizedTest
  @ValueSource(strings = {"topology", "experiment"})
  void everyKeyOfTheSchemaIsOnAPage(String kind) throws Exception {
    String pages = Files.readString(PAGE) + Files.readString(SERVICES_PAGE);
    JsonNode schema = new JsonMapper().readTree(SCHEMAS.resolve(kind + ".schema.json").toFile());

    List<String> missing = keys(schema).stream().filter(key -> !pages.contains(key)).toList();

    assertEquals(List.of(), missing);
  }

  private static TreeSet<String> keys(JsonNode schema) {
    TreeSet<String> keys = new TreeSet<>();
    schema.findValues("properties").forEach(of -> keys.addAll(of.propertyNames()));
    return keys;
  }
}
