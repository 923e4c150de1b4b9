// SPDX-License-Identifier: Apache-2.0
package rani.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.nodehost.journey.WatchedFlow;
import rani.world.Facts;
import rani.world.Inline;
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
      "inners":[{"name":"a \\"b\\"","share-of-all":0.5}],"words":["x","ü"]}\
      """;

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
    assertEquals(1L << 60, Json.object(text).find("whole"));
    assertThrows(IllegalArgumentException.class, () -> Json.print(List.of(new Object())));
  }

  private record Rate(String rate, double loss) implements Facts {}

  private record Drops(String drop, long dropCount) implements Facts {}

  private record LinkShown(
      String neighbour,
      @Inline Rate rate,
      @Inline @Nullable Drops drops,
      @Nullable Long lastNanos,
      List<Rate> before,
      @Inline SequencedMap<String, Long> byReason)
      implements Facts {}

  private static final String SHOWN =
      """
      {"neighbour":"10.0.0.1","rate":"8Mbit/s","loss":0.5,"before":[{"rate":"1bit/s","loss":0.0}],\
      "expired":3}\
      """;

  @Test
  void factsLeaveOutWhatIsNotThereAndHoldWhatIsInline() {
    LinkShown shown = Json.read(SHOWN, LinkShown.class);
    assertEquals(new Rate("8Mbit/s", 0.5), shown.rate());
    assertNull(shown.drops());
    assertNull(shown.lastNanos());
    assertEquals(Map.of("expired", 3L), shown.byReason());
    assertEquals(SHOWN, Json.print(shown));
    String all =
        SHOWN.replace("\"before\"", "\"drop\":\"1\",\"drop-count\":2,\"last-nanos\":9,\"before\"");
    assertEquals(new Drops("1", 2), Json.read(all, LinkShown.class).drops());
    assertEquals(all, Json.print(Json.read(all, LinkShown.class)));
  }

  @Test
  void factsWithoutWhatMustBeThereAreRefused() {
    String nameless = SHOWN.replace("neighbour", "neighbor");
    JacksonException refused =
        assertThrows(JacksonException.class, () -> Json.read(nameless, LinkShown.class));
    assertEquals("`neighbour` is missing", refused.getOriginalMessage());
    String half = SHOWN.replace("\"before\"", "\"drop\":\"1\",\"before\"");
    refused = assertThrows(JacksonException.class, () -> Json.read(half, LinkShown.class));
    assertEquals("`drop-count` is missing", refused.getOriginalMessage());
  }

  @Test
  void anObjectOfUnknownKeysIsThatRecordToo() {
    JsonObject object = JsonObject.of(Json.read(SHOWN, LinkShown.class));
    assertEquals(SHOWN, Json.print(object));
    assertEquals(Json.read(SHOWN, LinkShown.class), Json.as(object, LinkShown.class));
    assertEquals("10.0.0.1", object.find("neighbour"));
    assertEquals(3, object.whole("expired"));
    JacksonException refused =
        assertThrows(JacksonException.class, () -> object.whole("neighbour"));
    assertEquals("`neighbour` is no Number: 10.0.0.1", refused.getOriginalMessage());
    refused = assertThrows(JacksonException.class, () -> object.object("rates"));
    assertEquals("`rates` is missing", refused.getOriginalMessage());
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
