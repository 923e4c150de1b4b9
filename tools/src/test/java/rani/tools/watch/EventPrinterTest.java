// SPDX-License-Identifier: Apache-2.0
package rani.tools.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.topology.LinkNumbers;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.study.observe.EventWords;

/** The lines of `rani events`, and their order. */
class EventPrinterTest {
  private static final long COMES_NANOS = 5_000_000_000L;

  private static String line(String event) throws FileError {
    Topology network =
        TopologyFile.load(
            "pair.yaml", "topology: pair\nnodes: {a: {}, b: {}}\nlinks: {a -- b: {}}");
    JsonObject read = Json.object(event);
    String sentence =
        EventSentences.sentence(new EventWords(network, LinkNumbers.of(network)::at), read);
    return EventPrinter.line(OptionalLong.of(1_000_000_000), sentence, read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"kind\":\"link\",\"link\":0,\"state\":\"down\"|link a -- b is down",
        "\"kind\":\"note\",\"service\":\"node\",\"event\":\"link-state\","
            + "\"detail\":\"sequence=2 part=0 neighbours=2\"|link state 2 says 2 neighbours",
        "\"kind\":\"drops\",\"reasons\":{\"red-early\":2,\"odd\":1}"
            + "|dropped: 2 early by RED, 1 odd",
        "\"kind\":\"filter\",\"change\":\"install\",\"link\":\"own\",\"flow\":\"10.0.0.2\","
            + "\"until-nanos\":9,\"caught\":0|filter against b",
        "\"kind\":\"congestion\",\"queue\":\"node\",\"congestion\":\"above-max\",\"average\":15.02"
            + "|queue of the node: average above max_th",
        "\"kind\":\"blocked\",\"service\":\"x\",\"blocked-nanos\":2500000000"
            + "|service x has blocked its node for 2.500 s",
        "\"kind\":\"odd\"|odd",
      })
  void anEventIsASentenceAfterItsTimeAndNode(String event, String sentence) throws FileError {
    assertEquals(
        "    1.500000 s  a          " + sentence,
        line("{\"id\":1,\"node\":\"a\",\"at-nanos\":2500000000," + event + "}"));
  }

  @Test
  void anEventWithoutATimeHasNone() throws FileError {
    assertEquals(
        "                a          has ended", line("{\"kind\":\"gone\",\"node\":\"a\"}"));
  }

  private static JsonObject event(long atNanos) {
    return Json.object("{\"kind\":\"odd\",\"at-nanos\":" + atNanos + "}");
  }

  private static List<String> times(List<JsonObject> events) {
    return events.stream().map(event -> String.valueOf(event.find("at-nanos"))).toList();
  }

  @Test
  void eventsOfSeveralNodesAreInOrderOfTime() {
    EventOrder order = new EventOrder();
    order.add(event(119_902), COMES_NANOS);
    order.add(event(119_891), COMES_NANOS + 1);
    assertEquals(List.of(), order.due(COMES_NANOS + 2), "an earlier one may still come");
    assertEquals(
        List.of("119891", "119902"), times(order.due(COMES_NANOS + 1 + EventOrder.HELD_NANOS)));
    assertTrue(order.isEmpty());
  }

  @Test
  void whatHasNoTimeStaysBehindWhatCameBefore() {
    EventOrder order = new EventOrder();
    order.add(event(7), COMES_NANOS);
    order.add(Json.object("{\"kind\":\"gone\"}"), COMES_NANOS);
    order.add(event(5), COMES_NANOS);
    assertEquals(List.of("5", "7", "null"), times(order.all()));
  }
}
