// SPDX-License-Identifier: Apache-2.0
package rani.tools.console.look;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.tools.console.FakeTestbed;
import rani.tools.console.VerbResult;
import rani.tools.console.VirtualConsole;

/** Verbs that look: what nodes show, as people read it. The third node has ended. */
class LookVerbsTest {
  private FakeTestbed testbed;
  private VirtualConsole console;

  @BeforeEach
  void start() throws Exception {
    testbed =
        new FakeTestbed(
            """
            topology: look
            nodes:
              n1: {virtual-address: 10.0.0.1}
              n2: {virtual-address: 10.0.0.2}
              n3: {virtual-address: 10.0.0.3}
            links: {n1 -- n2: {}, n2 -- n3: {}}
            """);
    console = VirtualConsole.of(testbed);
    testbed.shows("n1", "/links", facts("link-0", facts("neighbour", "10.0.0.2", "up", true)));
    testbed.shows("n2", "/links", facts("link-0", facts("neighbour", "10.0.0.1", "up", false)));
  }

  private static SequencedMap<String, Object> facts(Object... pairs) {
    SequencedMap<String, Object> facts = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      facts.put(String.valueOf(pairs[i]), pairs[i + 1]);
    }
    return facts;
  }

  /** What is told of the nodes that answer, although one does not. */
  private VerbResult execute(String line) {
    VerbResult said = console.execute(line).expectExit(3);
    assertEquals("rani: n3: node n3 has ended\n", said.err());
    return said;
  }

  @Test
  void nodesAreUpUnlessTheyMissANeighbour() {
    testbed.shows("n1", "/status", facts("name", "n1", "address", "10.0.0.1", "inside", 1L));
    testbed.shows(
        "n2",
        "/status",
        facts("address", "10.0.0.2", "inside", 0L, "neighbours-missing", List.of("10.0.0.3")));

    VerbResult nodes = execute("nodes");

    assertEquals(List.of("n1", "10.0.0.1", "up", "1 packet"), nodes.row("n1"));
    assertEquals("does not hear n3", nodes.row("n2").get(2));
    console.execute("n1").expectExit(0).expectNo("n2");
    console
        .execute("nodes n1 --json")
        .expectExit(0)
        .expect("{\"n1\":{\"name\":\"n1\",\"address\":\"10.0.0.1\"");
    execute("nodes").expectNo("{");
    console
        .execute("nodes --json")
        .expectExit(3)
        .expect("\"n3\":{\"error\":\"node n3 has ended\"}");
  }

  @Test
  void linksHaveTheirStateAndKnobsAndAreAskedOnce() {
    testbed.shows(
        "n1",
        "/links",
        facts(
            "link-0",
            facts(
                "neighbour",
                "10.0.0.2",
                "up",
                true,
                "cut",
                true,
                "rate",
                "10000000bit/s",
                "delay-nanos",
                5_000_000L,
                "jitter-nanos",
                0L,
                "loss",
                0.01)));

    VerbResult links = execute("links");

    List<String> first = links.row("n1->n2");
    assertEquals(List.of("n1->n2", "cut", "10Mbit/s", "5 ms", "0 s", "1%"), first.subList(0, 6));
    assertEquals("down", links.row("n2->n1").get(1));
    assertEquals(List.of("n1 /links", "n2 /links", "n3 /links"), testbed.asked);
    console.execute("links n1 --json").expectExit(0).expect("{\"n1\":{\"n1->n2\":{\"neighbour\"");
  }

  @Test
  void queuesAreCalledAsTheirNodeOrLink() {
    testbed.shows(
        "n1",
        "/queues",
        facts(
            "node",
            facts("queued-frames", 2L, "limit-frames", 50L, "queued-bytes", 300L, "flows", 1L),
            "link-0",
            facts("queued-bytes", 0L, "paced-departures", 3L, "late-p50-nanos", 1000L)));
    testbed.shows("n2", "/queues", facts());

    VerbResult queues = execute("queue");

    assertEquals(
        List.of("n1", "2 packets", "50 packets", "300 B", "1"), queues.row("n1").subList(0, 5));
    assertTrue(queues.row("n1->n2").contains("1 µs"), queues::toString);
  }

  @Test
  void flowsHaveTheirShareOfWhatWaits() {
    testbed.shows(
        "n1",
        "/flows",
        facts(
            "link-0",
            List.of(
                Map.of("flow", "10.0.0.1:5000->10.0.0.3:7/udp", "frames", 3L),
                Map.of("flow", "10.0.0.2:5000->10.0.0.3:7/udp", "frames", 1L))));
    testbed.shows("n2", "/flows", facts());

    execute("flows").expect("n1->n2 n1:5000->n3:7/udp 3 packets 75%").expect("1 packet 25%");
    testbed.shows("n1", "/flows", facts());
    console.execute("flows n1 n2").expectExit(0).expect("nothing waits");
  }

  @Test
  void filtersTellWhomTheyCatchAndFromWhere() {
    testbed.shows(
        "n1",
        "/filters",
        facts(
            "link-0",
            List.of(
                facts(
                    "flow",
                    "10.0.0.2",
                    "kind",
                    "filter",
                    "remaining-nanos",
                    2_000_000_000L,
                    "caught",
                    1L)),
            "own",
            List.of(facts("flow", "10.0.0.1", "destination", "10.0.0.3", "kind", "filter"))));
    testbed.shows("n2", "/filters", facts());

    VerbResult filters = execute("filters");

    filters.expect("n1 n2 n2 filter 2 s 1 packet").expect("n1 itself n1 to n3 filter");
    console.execute("filters n2").expectExit(0).expect("no filters");
  }

  @Test
  void countersAreTheBooksAndWhyPacketsWereDropped() {
    SequencedMap<String, Object> books = facts("arrivals", 5L, "origins", 4L, "departures", 3L);
    books.putAll(facts("deliveries", 2L, "drops", 1L, "inside", 3L));
    books.put("drops-by-reason", facts("queue-full", 1L, "no-route", 0L));
    testbed.shows("n1", "/counters", books);

    VerbResult counters = console.execute("counters n1").expectExit(0);

    assertEquals(
        List.of("n1", "5", "4", "3", "2", "1", "3", "queue-full 1, no-route 0"),
        counters.row("n1"));
  }

  @Test
  void routesAreASquareOrAListAndTellWhatIsNotBelieved() {
    SequencedMap<String, Object> routes = facts("10.0.0.2", facts("link", "link-0", "hops", 1L));
    SequencedMap<String, Object> shown = facts("routes", routes);
    shown.put("refused-by-link", facts("link-0", 2L));
    shown.put("last-refused", facts("reason", "no-evidence", "origin", "10.0.0.9"));
    shown.put("counters", facts("contested", 4L));
    testbed.shows("n1", "/routes", shown);
    testbed.shows("n2", "/routes", facts("routes", facts()));

    VerbResult square = execute("routes");
    VerbResult list = console.execute("n1 routes").expectExit(0);

    assertEquals(List.of("n1", "·", "n2", "–"), square.row("n1"));
    assertEquals(List.of("n2", "–", "·", "–"), square.row("n2"));
    assertEquals(List.of("n1", "n2", "n2", "1 hop"), list.row("n1"));
    list.expect("the last: no-evidence of 10.0.0.9").expect("in its name, 4 times so far");
  }

  @Test
  void connectionsHaveNamesAndNoTimesBeforeTheFirstRoundTrip() {
    SequencedMap<String, Object> open = facts("service", "source", "phase", "slow-start");
    open.putAll(facts("cwnd-packets", 2.5, "ssthresh-packets", 8.0));
    open.putAll(facts("srtt-seconds", 0.0, "rto-seconds", 1.0));
    testbed.shows("n1", "/connections", facts("10.0.0.1:49152-10.0.0.3:7000", open));
    testbed.shows("n2", "/connections", facts());

    execute("connections").expect("n1:49152->n3:7000 source slow-start 2.5 8 – 1 s");
    console.execute("connections n2").expectExit(0).expect("no connection is open");
  }

  @Test
  void flowsOfEdgesHaveWhatTheirTcpShows() {
    SequencedMap<String, Object> flow = facts("flow", "10.0.0.1:4000>10.0.0.3:5201/6");
    SequencedMap<String, Object> sent = facts("goodput-bits-per-second", 9_570_000.0);
    sent.putAll(facts("rtt-seconds", 0.0412, "rtt-min-seconds", 0.0201));
    sent.putAll(facts("retransmissions", 7L, "ece", 0L));
    flow.putAll(facts("state", "open", "sent", sent));
    flow.put("received", facts("goodput-bits-per-second", 0.0, "ce", 5L, "ece", 3L));
    testbed.shows("n1", "/services", facts("edge", facts("latest-flows", List.of(flow))));
    testbed.shows("n2", "/services", facts("edge", facts("latest-flows", List.of())));

    execute("edge-flows")
        .expect("n1 n1:4000->n3:5201/tcp open 9.57 Mbit/s 0 bit/s 41.2 ms 20.1 ms 7 5 3");
    console.execute("edge-flows n2").expectExit(0).expect("no program of an edge has sent");
  }

  @Test
  void theMenuTellsWhatRunsAndOneServiceTellsAll() {
    testbed.shows(
        "n1",
        "/services",
        facts(
            "ping",
            facts("failures", 0L, "running", 1L),
            "echo",
            facts("suspended", true, "failures", 3L),
            "sink",
            facts("stopped", true)));
    testbed.shows("n2", "/services", facts());

    VerbResult menu = execute("menu");

    assertTrue(menu.out().replaceAll(" +", " ").contains("n1 ping running 0"), menu::toString);
    menu.expect("n1 echo suspended 3").expect("n1 sink stopped 0");
    execute("menu --service ping").expect("n1 running 1").expectNo("echo");
    console.execute("n1 menu --service pong").expectExit(2).expect("did you mean `ping`?");
    console.execute("menu --manual ping").expectExit(0).expect("ping");
  }

  @Test
  void onlyALiveNetworkIsFollowedOrCaptured() {
    console.execute("events").expectExit(3).expect("only the nodes of a live network");
    console.execute("capture n1:n2").expectExit(3).expect("a capture is of a live network");
  }
}
