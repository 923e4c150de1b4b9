// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.node.NodeFacts;
import rani.node.RouteFacts;
import rani.nodehost.conversation.NodeOverview;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a page is told of nodes that are looked at again and again. */
class LiveRecorderTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private LiveRecorder recorder;

  @BeforeEach
  void begin() throws FileError {
    recorder =
        new LiveRecorder(
            new NetworkModel(
                TopologyFile.load(Path.of("../../config/topologies/bottleneck.yaml"))));
  }

  /** A look at n2, some seconds after go. */
  private static String n2(int seconds, int packetsOut, int waiting, String filters) {
    String queue =
        """
        "rate": "1000000bit/s", "queued-frames": %d, "queued-bytes": 0, "flows": 1,
        "limit-frames": 60, "average-frames": 1.5, "control-beside": 0, "control-queued": 0,
        "paced-departures": 0, "late-departures": 0, "late-p50-nanos": 0, "late-p99-nanos": 0,
        "late-max-nanos": 0\
        """
            .formatted(waiting);
    return """
    {"status": {"name": "n2", "address": "10.0.0.2", "now-nanos": %d, "go-nanos": 1000000000,
       "up": true, "busy": false, "inside": 0, "neighbours-missing": []},
     "counters": {"arrivals": 0, "origins": 0, "departures": 0, "deliveries": 0, "drops": 0,
       "inside": 0, "drops-by-reason": {"queue-full": %d}},
     "links": {"link-1": {"neighbour": "10.0.0.3", "up": true, "mtu-bytes": 1500, "cut": false,
       "delay-nanos": 20000000, "jitter-nanos": 0, "loss": 0, "duplicate": 0, "reorder": 0,
       "corrupt": 0, "packets-in": 0, "bytes-in": 0, "packets-out": %d, "bytes-out": %d, %s}},
     "queues": {"link-1": {%s}},
     "flows": {"link-1": [{"flow": "10.0.0.1", "frames": %d}]},
     "filters": {%s}, "connections": {}, "traffic": {}, "programs": {"programs": []},
     "code": {"codes": []}}
    """
        .formatted(
            (seconds + 1) * 1_000_000_000L,
            packetsOut / 10,
            packetsOut,
            packetsOut * 1000,
            queue,
            queue,
            waiting,
            filters);
  }

  private JsonNode take(String look) {
    SequencedMap<String, NodeOverview> looks = new LinkedHashMap<>();
    if (!look.isEmpty()) {
      looks.put("n2", Json.read(look, NodeOverview.class));
    }
    return taken(looks, List.of());
  }

  private JsonNode taken(SequencedMap<String, NodeOverview> looks, List<JsonObject> events) {
    SequencedMap<String, NodeFacts.Links> links = new LinkedHashMap<>();
    looks.forEach((node, look) -> links.put(node, look.links()));
    return JSON.readTree(Json.print(recorder.take(looks, links, events, null, List.of())));
  }

  @Test
  void whatPassedAndWasDroppedIsTheDifferenceOfTwoLooks() {
    assertTrue(take(n2(1, 100, 3, "")).get("step").path("d").isMissingNode());
    JsonNode step = take(n2(2, 150, 7, "")).get("step");
    int direction = recorder.recording().network().direction("n2", "link-1");
    int queue = recorder.recording().network().queue("n2", "link-1");
    assertEquals("[50,50000,0]", step.get("d").get("" + direction).toString());
    assertEquals("[7,7,1.5,0,7]", step.get("q").get("" + queue).toString());
    assertEquals(1, step.get("x").size());
    assertEquals(2, step.get("t").asInt());
  }

  @Test
  void dropsAreToldAsCountsOfReasons() {
    take(n2(1, 0, 0, ""));
    String event =
        """
        {"node": "n2", "kind": "drops", "at-nanos": 2000000000,
         "reasons": {"red-early": 2, "queue-full": 1}}
        """;
    JsonNode marks = taken(new LinkedHashMap<>(), List.of(Json.object(event))).get("marks");
    assertEquals(
        List.of("dropped: 2 early by RED, 1 queue full"),
        marks
            .valueStream()
            .filter(mark -> mark.get("kind").asString().equals("drop"))
            .map(mark -> mark.get("text").asString())
            .toList());
  }

  /**
   * A module may write 10,000 notes in a second; they are no reason to leave out those of others.
   */
  @Test
  void eachNoteOfAModuleIsAMarkUntilThereAreTwoHundred() {
    take(n2(1, 0, 0, ""));
    List<JsonObject> notes = new ArrayList<>();
    for (String service : List.of("talkers", "talkers@c007b496")) {
      for (int i = 0; i < 250; i++) {
        notes.add(
            Json.object(
                """
                {"node": "n2", "kind": "note", "at-nanos": 2000000000, "service": "%s",
                 "event": "talker", "detail": "flow=10.0.0.1 packets=%d"}
                """
                    .formatted(service, i)));
      }
    }
    JsonNode told = taken(new LinkedHashMap<>(), notes);
    List<String> texts =
        told.get("marks")
            .valueStream()
            .filter(mark -> mark.get("kind").asString().equals("note"))
            .map(mark -> mark.get("text").asString())
            .toList();
    assertEquals(400, texts.size());
    assertEquals("talkers: talker, flow n1, packets 0", texts.getFirst());
    assertEquals("talkers@c007b496: talker, flow n1, packets 199", texts.getLast());
    assertEquals(100, told.get("leftOut").get("notes of services that wrote many").asInt());
  }

  @Test
  void anEdgeIsToldAsLongAsTheNodeHasIt() {
    assertEquals("{}", take(n2(1, 0, 0, "")).get("edges").toString());
    JsonNode told = take(n2(2, 0, 0, "").replace("\"traffic\": {}", edge(2, 3, 400)));
    assertEquals(20, told.get("edges").get("1").get("packets-in").asInt());
    assertEquals(5, told.get("edges").get("1").get("refused").get("ipv6").asInt());
    JsonNode flow = told.get("edges").get("1").get("latest-flows").get(0);
    assertEquals("10.0.0.2:43210>10.0.0.3:80/6", flow.get("flow").asString());
    assertEquals(0.25, flow.get("sent").get("rtt-seconds").asDouble());
    assertEquals("{}", take(n2(3, 0, 0, "")).get("edges").toString());
  }

  /** Of 40 codes 32 are listed: what a neighbour has a node keep is no reason for long news. */
  @Test
  void theFirstCodesOfANodeAreToldAndHowManyMoreItHas() {
    assertEquals("{}", take(n2(1, 0, 0, "")).get("code").toString());
    String code =
        """
        {"name": "talkers@%08x", "sha256": "%08x", "bytes": 124, "origin": "capsule, from 10.0.0.1",
         "state": "suspended", "packets": 3, "calls": 4, "fuel-used": 500, "traps": 3,
         "failures": 3, "last-failure": "fuel: it used up its 100000"}
        """;
    String codes =
        IntStream.range(0, 40).mapToObj(k -> code.formatted(k, k)).collect(Collectors.joining(","));
    JsonNode told =
        take(n2(2, 0, 0, "").replace("{\"codes\": []}", "{\"codes\": [" + codes + "]}"))
            .get("code")
            .get("1");
    assertEquals(32, told.get("codes").size());
    assertEquals(8, told.get("more").asInt());
    JsonNode first = told.get("codes").get(0);
    assertEquals("talkers@00000000", first.get("name").asString());
    assertEquals(500, first.get("fuel-used").asLong());
    assertEquals("fuel: it used up its 100000", first.get("last-failure").asString());
  }

  /** An edge at n2, with a flow to n3 that has received so much of it. */
  private static String edge(int seconds, int packets, int bytes) {
    String half =
        """
        {"packets": %d, "bytes": 0, "ce": 0, "good-bytes": %d, "goodput-bits-per-second": 8.0,
         "rtt-seconds": 0.25}
        """;
    String sums =
        """
        {"packets": 0, "bytes": 0, "ce": 0, "ece": 0, "acknowledged-bytes": 0,
         "retransmissions": 0, "round-trips": 0, "round-trips-sum-seconds": 0.0}
        """;
    return """
    "traffic": {}, "edge": {"packets-in": %d, "packets-out": 0, "full": 0, "open": true,
      "refused": {"ipv6": 5, "options": 0, "foreign-source": 0, "malformed": 0},
      "flows": 1, "evicted": 0, "without-ports": 0, "sent": %s, "received": %s,
      "latest-flows": [{"flow": "10.0.0.2:43210>10.0.0.3:80/6", "state": "open",
        "first-nanos": 5, "last-nanos": %d, "sent": %s, "received": %s}],
      "largest-others": []}
    """
        .formatted(
            10 * seconds,
            sums,
            sums,
            seconds,
            half.formatted(0, 0),
            half.formatted(packets, bytes));
  }

  @Test
  void whatEdgesSendAndReceiveBelongsToFlows() {
    assertTrue(take(n2(1, 0, 0, "")).get("step").path("f").isMissingNode());
    JsonNode first = take(n2(6, 0, 0, "").replace("\"traffic\": {}", edge(6, 3, 400)));
    assertEquals("[0,0,60]", first.get("step").get("f").get("1").toString());
    assertEquals("[3,400,0]", first.get("step").get("f").get("2").toString());
    JsonNode second = take(n2(7, 0, 0, "").replace("\"traffic\": {}", edge(7, 5, 1400)));
    assertEquals("[0,0,10]", second.get("step").get("f").get("1").toString());
    assertEquals("[2,1000,0]", second.get("step").get("f").get("2").toString());
  }

  @Test
  void programsAreToldWithTheirState() {
    String program =
        """
        {"program": "web", "node": "n2", "state": "ended", "pid": 7, "exit-code": 3,
         "seconds": 1.5, "last-lines": ["no such file"]}
        """;
    JsonNode told =
        take(n2(1, 0, 0, "").replace("\"programs\": []}", "\"programs\": [" + program + "]}"))
            .get("programs");
    assertEquals("ended", told.get(0).get("state").asString());
    assertEquals(3, told.get(0).get("exit-code").asInt());
  }

  @Test
  void aFilterIsToldWhileItStandsAndWhenItHasGone() {
    String rule =
        "\"link-0\": [{\"flow\": \"10.0.0.1\", \"kind\": \"filter\", \"until-nanos\": 0,"
            + " \"remaining-nanos\": 5000000000, \"caught\": 4}]";
    JsonNode standing = take(n2(1, 0, 0, rule)).get("filters").get(0);
    assertEquals(-1, standing.get("end").asInt());
    assertEquals(4, standing.get("caught").asInt());
    assertEquals(6, standing.get("until").asInt());
    assertEquals(2, take(n2(2, 0, 0, "")).get("filters").get(0).get("end").asInt());
  }

  @Test
  void aFilterStandsFromTheMomentThatItsEventTellsToThatOfItsEnd() {
    take(n2(1, 0, 0, ""));
    taken(new LinkedHashMap<>(), List.of(filter("install", 1.25)));
    String rule =
        "\"link-0\": [{\"flow\": \"10.0.0.1\", \"kind\": \"filter\", \"until-nanos\": 0,"
            + " \"remaining-nanos\": 5000000000, \"caught\": 4}]";
    JsonNode standing = take(n2(2, 0, 0, rule)).get("filters");
    assertEquals(1, standing.size());
    assertEquals(1.25, standing.get(0).get("from").asDouble());
    take(n2(4, 0, 0, ""));
    JsonNode gone = taken(new LinkedHashMap<>(), List.of(filter("expire", 3.5))).get("filters");
    assertEquals(1, gone.size());
    assertEquals(3.5, gone.get(0).get("end").asDouble());
  }

  @Test
  void whatALinkDropsByNumberIsToldWhenItIsTurnedAndWhenThatIsOver() {
    int direction = recorder.recording().network().direction("n2", "link-1");
    JsonNode before = take(n2(1, 0, 0, "")).get("knobs").get("" + direction);
    assertEquals("none", before.get("drop").asString());
    String drops =
        "\"drop\": \"14,28..30\", \"drop-flow\": \"10.0.0.1:*>*:*/*\", \"drop-count\": \"data\"";
    JsonNode turned =
        take(n2(2, 0, 0, "").replace("\"cut\": false", "\"cut\": false, " + drops))
            .get("knobs")
            .get("" + direction);
    assertEquals("14,28..30", turned.get("drop").asString());
    assertEquals("10.0.0.1:*>*:*/*", turned.get("drop-flow").asString());
    assertEquals("data", turned.get("drop-count").asString());
    JsonNode after = take(n2(3, 0, 0, "")).get("knobs").get("" + direction);
    assertEquals("none", after.get("drop").asString());
  }

  private static JsonObject filter(String change, double seconds) {
    SequencedMap<String, Object> event = new LinkedHashMap<>();
    event.put("node", "n2");
    event.put("kind", "filter");
    event.put("at-nanos", 1_000_000_000L + (long) (seconds * 1e9));
    event.put("change", change);
    event.put("link", 0L);
    event.put("flow", "10.0.0.1");
    event.put("until-nanos", 9_000_000_000L);
    event.put("caught", 4L);
    return JsonObject.of(event);
  }

  @Test
  void whatSinksTookOfASourceIsItsGoodputAndItsWayIsWhatTablesSay() {
    take(
        n2(1, 0, 0, "")
            .replace("\"traffic\": {", "\"traffic\": {\"received\": {\"10.0.0.1\": [5, 500]}"));
    JsonNode step =
        take(n2(2, 0, 0, "")
                .replace("\"traffic\": {", "\"traffic\": {\"received\": {\"10.0.0.1\": [8, 900]}"))
            .get("step");
    NetworkModel network = recorder.recording().network();
    assertEquals("[3,400,0]", step.get("f").get("" + network.node("n1")).toString());

    assertTrue(recorder.ways().areDue());
    int direction = network.direction("n1", "link-0");
    assertEquals("n2", network.name(network.end(direction)));
    var ways =
        recorder
            .ways()
            .ask(
                node -> {
                  SequencedMap<String, RouteFacts.Route> table = new LinkedHashMap<>();
                  if (node.equals("n1")) {
                    table.put(
                        "10.0.0.2", new RouteFacts.Route("link-0", "10.0.0.2", null, 1, 1500));
                  }
                  return table;
                });
    assertEquals("{" + network.node("n1") + "={" + direction + "}}", ways.toString());
    assertTrue(!recorder.ways().areDue(), "until a link changes, or a flow is new");
  }

  /** It shows no table of routes, and never counts as gone. */
  @Test
  void aWayThroughAForeignNodeGoesOnByTheFile() throws FileError {
    Topology topology =
        TopologyFile.load(
            "three",
            """
            topology: three
            nodes:
              n1: {ports: {p: {receive: 1001, send: 1002}}}
              p:
                foreign: true
                ports: {n1: {receive: 1003, send: 1004}, n2: {receive: 1005, send: 1006}}
              n2: {ports: {p: {receive: 1007, send: 1008}}}
            links: {n1 -- p: {}, p -- n2: {}}
            """);
    NetworkModel network = new NetworkModel(topology);
    LiveRoutes ways = new LiveRoutes(network);
    assertTrue(ways.sends(network.node("n1"), network.node("n2")));

    var found =
        ways.ask(
            node -> {
              assertEquals("n1", node);
              SequencedMap<String, RouteFacts.Route> table = new LinkedHashMap<>();
              table.put("10.0.0.3", new RouteFacts.Route("link-0", "10.0.0.2", null, 2, 1500));
              return table;
            });

    BitSet both = found.getOrDefault(network.node("n1"), new BitSet());
    assertEquals(2, both.cardinality());
    assertTrue(both.get(network.direction("p", "link-1")), found::toString);
    recorder = new LiveRecorder(network);
    assertTrue(!take("").get("nodes").has("" + network.node("p")));
  }

  @Test
  void aNodeThatDoesNotAnswerAnyMoreIsTold() {
    JsonNode first = take(n2(1, 0, 0, ""));
    int n2 = recorder.recording().network().node("n2");
    assertEquals("up", first.get("nodes").get("" + n2).asString());
    JsonNode then = take("");
    assertEquals("gone", then.get("nodes").get("" + n2).asString());
    assertEquals("fault", then.get("marks").get(0).get("kind").asString());
  }
}
