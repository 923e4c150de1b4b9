// SPDX-License-Identifier: Apache-2.0
package rani.lab.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.lab.journey.WatchedFlow;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class JsonTest {
  private enum Colour {
    RED,
    GREEN
  }

  private record Inner(String name, double shareOfAll) {}

  private record Outer(
      int number, long atNanos, boolean isOn, Colour colour, List<Inner> inners, String[] words) {}

  private static final String TEXT =
      """
      {"number":1,"at-nanos":9000000000,"is-on":true,"colour":"GREEN",\
      "inners":[{"name":"a \\"b\\"","share-of-all":0.5}],"words":["x","ü"]}""";

  @Test
  void aRecordComesBackAsItWent() {
    Outer read = Json.read(TEXT, Outer.class);
    assertEquals(Colour.GREEN, read.colour());
    assertEquals(List.of(new Inner("a \"b\"", 0.5)), read.inners());
    assertArrayEquals(new String[] {"x", "ü"}, read.words());
    assertEquals(TEXT, Json.print(read));
  }

  @Test
  void recordsOfOtherPackagesComeBackToo() {
    WatchedFlow flow = new WatchedFlow("a-1", 1, 2, 17, 5, 6, 7);
    assertEquals(flow, Json.read(Json.print(flow), WatchedFlow.class));
  }

  @Test
  void factsAreWrittenAsOthersReadThem() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("whole", 1L << 60);
    facts.put("part", 0.1);
    facts.put("never", Double.NaN);
    facts.put("none", null);
    facts.put("list", Arrays.asList(1, "two", null, List.of(), Map.of("k", true)));
    facts.put("text", "a\tb\u0001</script>\uD83D\uDE00");
    String text = Json.print(facts);
    assertEquals(new JsonMapper().writeValueAsString(facts), text);
    assertEquals(new JsonMapper().readValue(text, Map.class).get("text"), facts.get("text"));
    assertEquals(1L << 60, Json.object(text).get("whole"));
    assertThrows(IllegalArgumentException.class, () -> Json.print(List.of(new Object())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "{\"name\":\"a\"}                         | `share-of-all` is missing",
        "{\"name\":null,\"share-of-all\":1}       | `name` is missing",
        "{\"name\":1,\"share-of-all\":1}          | `name` is to be a string: 1",
        "{\"name\":\"a\",\"share-of-all\":\"b\"}  | `share-of-all` is to be a double: b",
        "{\"name\":\"a\",\"share\":1,\"share-of-all\":1} | no `share`: [name, share-of-all]",
        "{\"name\":\"a\",\"name\":\"b\"}          | `name` is there twice",
        "{\"name\":\"a\",\"share-of-all\":1} {}   | more follows after the end",
        "[]                                       | it is to be an object: []",
        "{\"name\":\"a\"                          | end-of-input",
        "''                                       | Unexpected character"
      })
  void whatIsNotSuchARecordIsRefused(String text, String message) {
    JacksonException refused =
        assertThrows(JacksonException.class, () -> Json.read(text, Inner.class));
    assertTrue(String.valueOf(refused.getMessage()).contains(message), refused.getMessage());
  }

  @Test
  void numbersThatDoNotFitAreRefused() {
    String large = TEXT.replace("\"number\":1", "\"number\":2147483648");
    assertThrows(JacksonException.class, () -> Json.read(large, Outer.class));
    String huge = TEXT.replace("9000000000", "90000000000000000000");
    assertThrows(JacksonException.class, () -> Json.read(huge, Outer.class));
    String blue = TEXT.replace("GREEN", "BLUE");
    assertThrows(JacksonException.class, () -> Json.read(blue, Outer.class));
    assertThrows(JacksonException.class, () -> Json.object("[1]"));
    assertThrows(JacksonException.class, () -> Json.object(""));
    assertThrows(JacksonException.class, () -> Json.object("[".repeat(100_000)));
  }

  @Test
  void whatARecordItselfRefusesIsRefused() {
    String flow = Json.print(new WatchedFlow("a-1", 1, 2, 17, 5, 6, 7)).replace("a-1", "no name");
    assertThrows(JacksonException.class, () -> Json.read(flow, WatchedFlow.class));
  }
}
