// SPDX-License-Identifier: Apache-2.0
package rani.tools.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import rani.json.Json;
import rani.parts.RealPart;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The description of a network's interface, and docs/api/lab-openapi.json, which is made of it. */
class OpenApiTest {
  private static final Path FILE = Path.of("..", "docs", "api", "lab-openapi.json");
  private static final Path PAGE = Path.of("..", "docs", "lab-api.md");
  private static final boolean REWRITE = Boolean.getBoolean("rani.schemas");
  private static final JsonMapper PRETTY =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Test
  void theFileIsWhatTheRoutesSay() throws IOException {
    JsonNode made = PRETTY.readTree(Json.print(OpenApi.document()));
    if (REWRITE) {
      Files.writeString(FILE, PRETTY.writeValueAsString(made) + "\n");
    }
    assertEquals(
        made,
        PRETTY.readTree(Files.readString(FILE)),
        "if this is meant, run this test with -Drani.schemas=true");
  }

  /** The table of docs/lab-api.md has every route. */
  @Test
  void thePageHasEveryRoute() throws IOException {
    StringBuilder made = new StringBuilder("| route | what |\n|---|---|\n");
    for (LabRoute route : LabApi.ROUTES) {
      String parameters =
          route.parameters().isEmpty()
              ? ""
              : "[?" + String.join("&", route.parameters().sequencedKeySet()) + "=…]";
      made.append("| `%s%s` | %s |\n".formatted(route.called(), parameters, route.summary()));
    }
    String page = Files.readString(PAGE);
    Matcher found = Pattern.compile("(?s)(<!-- routes -->\n)(.*?)(<!-- end -->\n)").matcher(page);
    assertTrue(found.find(), "a block of routes");
    if (Boolean.getBoolean("rani.tables")) {
      Files.writeString(
          PAGE, page.substring(0, found.start(2)) + made + page.substring(found.end(2)));
    } else {
      assertEquals(
          made.toString(), found.group(2), "if this is meant, repeat it with -Drani.tables=true");
    }
  }

  @Test
  void everyOperationHasANameOfItsOwn() {
    List<String> names = LabApi.ROUTES.stream().map(LabRoute::name).toList();
    assertEquals(names.stream().distinct().toList(), names);
  }

  @Test
  void itIsValidByTheSpecification() throws Exception {
    RealPart.pythonModule("openapi_spec_validator");
    Process validator =
        new ProcessBuilder("python3", "-m", "openapi_spec_validator", FILE.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(validator.getInputStream().readAllBytes());
    assertEquals(0, validator.waitFor(), said);
  }
}
