// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.verb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import rani.json.JsonObject;
import rani.world.Facts;

/** Facts that may be missing, and trees that are printed whatever is in them. */
class ShownTest {
  private record Inner(int frames, List<String> names) implements Facts {}

  private static JsonObject facts(Object... pairs) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      facts.put(String.valueOf(pairs[i]), pairs[i + 1]);
    }
    return JsonObject.of(facts);
  }

  private static List<String> told(JsonObject facts) {
    List<String> lines = new ArrayList<>();
    Shown.tell(facts, (name, value) -> lines.add(name + "|" + value));
    return lines;
  }

  @Test
  void whatIsMissingIsNothing() {
    JsonObject facts = facts("done", true, "sent", 3L, "rtt-seconds", 0.5);

    assertEquals(3, Shown.count(facts, "sent"));
    assertEquals(0, Shown.count(facts, "lost"));
    assertEquals(5e8, Shown.nanos(facts, "rtt-seconds"));
    assertNull(Shown.nanos(facts, "srtt-seconds"));
    assertTrue(Shown.holds(facts, "done"));
    assertFalse(Shown.holds(facts, "failed"));
    assertEquals("", Shown.cell(facts, "name"));
    assertTrue(Shown.object(facts, "sent").isEmpty(), "a number has no facts");
    assertTrue(Shown.objects(facts, "hops").isEmpty());
  }

  @Test
  void aRecordIsReadAsTheMapThatComesOutOfJson() {
    JsonObject record = facts("queue", new Inner(2, List.of("a", "b")));
    JsonObject map = facts("queue", Map.of("frames", 2L));

    assertEquals(2, Shown.count(Shown.object(record, "queue"), "frames"));
    assertEquals(2, Shown.count(Shown.object(map, "queue"), "frames"));
  }

  @Test
  void whatAFactIsMadeOfStandsBelowItIndented() {
    assertEquals(
        List.of("queue|", "  frames|2", "  names|a, b", "up|true"),
        told(facts("queue", new Inner(2, List.of("a", "b")), "up", true)));
    assertEquals(
        List.of("flows|2 entries", "  1|", "    to|n3", "  2|", "    to|n4"),
        told(facts("flows", List.of(Map.of("to", "n3"), Map.of("to", "n4")))));
    assertEquals(List.of("none|–", "empty|"), told(facts("none", Map.of(), "empty", List.of())));
  }
}
