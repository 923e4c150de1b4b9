// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.ground.LabFailure;
import rani.ground.Version;
import rani.json.Json;
import tools.jackson.core.JacksonException;

class FileFormatTest {
  private static final Path PAGE = Path.of("../..", "docs", "compatibility.md");
  private static final Path FILE = Path.of("run.json");
  private static final boolean REWRITE = Boolean.getBoolean("rani.tables");
  private static final String BEGIN = "|---|---|---|\n";
  private static final String MARK = "<!-- The table is generated. -->\n";
  private static final String END = "<!-- End of the table. -->\n";

  @Test
  void thePageHasTheNumbers() throws Exception {
    String page = Files.readString(PAGE);
    int start = page.indexOf(BEGIN, page.indexOf(MARK)) + BEGIN.length();
    int end = page.indexOf(END);
    String made =
        Arrays.stream(FileFormat.values())
            .map(
                format ->
                    "| `%s` | %s | %s |\n"
                        .formatted(format.fileName(), format.number(), format.meaning()))
            .collect(Collectors.joining());
    if (REWRITE) {
      Files.writeString(PAGE, page.substring(0, start) + made + page.substring(end));
    } else {
      assertEquals(made, page.substring(start, end), "`-Drani.tables=true` writes it again");
    }
  }

  private record Row(String name, int count) {}

  @Test
  void whatIsWrittenIsReadAndBeginsWithItsFormat() throws Exception {
    String text = Json.print(FileFormat.RUN.headed(new Row("x", 2)));
    assertEquals(
        "{\"format\":1,\"rani\":\"" + Version.TEXT + "\",\"name\":\"x\",\"count\":2}", text);
    FileFormat.RUN.check(FILE, text);
    assertEquals(new Row("x", 2), Json.readTolerant(text, Row.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"format\":1}", "{\"a\":{\"format\":9},\"b\":[{\"format\":9}]}"})
  void aFileWithoutANumberHasTheFirst(String text) throws LabFailure {
    FileFormat.RUN.check(FILE, text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"a\":[1],\"format\":2,\"rani\":\"0.9.0\"} | 2 and was written by rani 0.9.0; rani ",
        "{\"rani\":\"1.0.0-rc.1\",\"format\":99999999999} | 99999999999 and was written by rani"
            + " 1.0.",
        "{\"format\":2} | 2 and was written by a later rani; rani ",
        "{\"format\":2,\"rani\":\"\\u001b[2J\"} | 2 and was written by a later rani; rani ",
        "{\"format\":2,\"rani\":7} | 2 and was written by a later rani; rani ",
      })
  void aNewerFormatIsRefusedWithBothVersions(String text, String expected) {
    String refused = refused(text);
    assertTrue(refused.startsWith("run.json has format " + expected.strip()), refused);
    assertTrue(refused.endsWith("rani " + Version.TEXT + " reads formats up to 1"), refused);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "1000000000000000000000", "\"1\"", "true", "{}", "[1]"})
  void aNumberThatIsNoneIsRefused(String number) {
    String refused = refused("{\"format\":" + number + "}");
    assertTrue(refused.startsWith("run.json has no valid `format`"), refused);
  }

  private static String refused(String text) {
    return String.valueOf(
        assertThrows(LabFailure.class, () -> FileFormat.RUN.check(FILE, text)).getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "7", "{", "{\"a\":1", "{\"a\":tru", "{\"format\":"})
  void whatIsNoJsonIsSaidToBeNone(String text) {
    assertThrows(JacksonException.class, () -> FileFormat.RUN.check(FILE, text));
  }
}
