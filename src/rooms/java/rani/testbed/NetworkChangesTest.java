// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.RedConfig;
import rani.ground.LabFailure;
import rani.link.ImpairmentConfig;
import rani.model.file.FileError;
import rani.model.file.Units;
import rani.model.topology.LinkEnd;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.model.topology.TopologyText;
import rani.nodehost.conversation.StatusQuery;
import rani.wire.Address;
import rani.world.Reply;

/** Nodes and links that come and go in a line of four nodes; the books are kept throughout. */
class NetworkChangesTest {
  @TempDir private Path folder;

  private Topology line() throws Exception {
    return load(
        """
        topology: line
        defaults: {link: {delay: 1ms, hello: 100ms}}
        nodes:
          n1: {services: {echo: {}}}
          n2: {}
          n3: {}
          n4: {services: {sink: {}}}
        links: {n1 -- n2: {}, n2 -- n3: {}, n3 -- n4: {rate: 1Mbit/s}}
        """);
  }

  private Topology load(String text) throws Exception {
    Path file = folder.resolve("network.yaml");
    Files.writeString(file, text);
    return TopologyFile.load(file);
  }

  private static Lab started(Topology topology) throws Exception {
    Lab lab = Lab.virtual(topology, 7);
    lab.start();
    lab.go();
    return lab;
  }

  private static long arrivals(Lab lab, String node) throws LabFailure {
    return lab.show(node, StatusQuery.COUNTERS).byKey().get("arrivals") instanceof Number arrivals
        ? arrivals.longValue()
        : 0;
  }

  private static long drops(Lab lab, String node, String reason) throws LabFailure {
    Object drops = lab.show(node, StatusQuery.COUNTERS).byKey().get("drops-by-reason");
    Object count = drops instanceof Map<?, ?> byReason ? byReason.get(reason) : null;
    return count instanceof Number number ? number.longValue() : 0;
  }

  private static void isDone(Map<String, Reply> replies) {
    replies.forEach((node, reply) -> assertTrue(reply.ok(), () -> node + ": " + reply.message()));
  }

  private static @Nullable Object link(Lab lab, String node, String link, String fact)
      throws LabFailure {
    return lab.show(node, StatusQuery.LINKS).byKey().get(link) instanceof Map<?, ?> facts
        ? facts.get(fact)
        : null;
  }

  @Test
  void anAddedLinkComesUpAndIsNamedLikeAnyOther() throws Exception {
    try (Lab lab = started(line())) {
      isDone(lab.operate("{add: {link: n1 -- n4, delay: 5ms, rate: 2Mbit/s, hello: 100ms}}"));
      lab.runFor(Duration.ofSeconds(1));

      assertEquals(true, link(lab, "n1", "link-1", "up"));
      assertEquals(true, link(lab, "n4", "link-1", "up"));
      assertEquals("n1 -- n4", lab.topology().links().getLast().name());
      isDone(lab.operate("{link: n4 -> n1, set: {delay: 9ms}}"));
      assertEquals(5_000_000L, link(lab, "n1", "link-1", "delay-nanos"));
      assertEquals(9_000_000L, link(lab, "n4", "link-1", "delay-nanos"));
    }
  }

  @Test
  void whatComesHasTheDefaultsOfTheFileAlsoWhenItWasPrintedBefore() throws Exception {
    Topology written =
        load(
            """
            topology: pair
            defaults:
              node: {queue: {discipline: red, limit: 40packet, min-th: 4packet, max-th: 12packet}}
              link:
                {rate: 2Mbit/s, delay: 20ms, jitter: 1ms, hello: 100ms, queue: {limit: 30packet}}
            nodes: {n1: {}, n2: {}, n3: {queue: {discipline: drop-tail}}}
            links: {n1 -- n2: {delay: 5ms}, n2 -- n3: {queue: {limit: 10packet}}}
            """);
    for (Topology topology : List.of(written, load(TopologyText.print(written)))) {
      assertEquals(written, topology);
      try (Lab lab = started(topology)) {
        isDone(lab.operate("{add: {link: n1 -- n3, loss: 1%}}"));
        isDone(lab.operate("{add: {node: n9, links: [n3]}}"));

        LinkEnd added = lab.topology().links().get(2).end("n1");
        assertEquals("2Mbit/s", Units.printRate(added.rate()));
        assertEquals(
            new ImpairmentConfig(20_000_000, 1_000_000, 0.01, 0, 0, 0), added.impairment());
        assertEquals(100_000_000, added.helloNanos());
        assertEquals(30, added.queue().limitFrames());
        assertEquals(4.0, requireNonNull(RedConfig.of(added.queue())).minThFrames(), "the node's");
        assertEquals(30, lab.topology().links().get(2).end("n3").queue().limitFrames());
        assertNull(lab.topology().links().get(2).end("n3").queue().aqm(), "the node's");
        assertEquals(
            lab.topology().node("n1").orElseThrow().queue(),
            lab.topology().node("n9").orElseThrow().queue());
        assertEquals(added.queue(), lab.topology().links().get(3).end("n9").queue());
        assertEquals(lab.topology(), load(TopologyText.print(lab.topology())));
        FileError refused =
            assertThrows(
                FileError.class, () -> lab.operate("{add: {link: n2 -- n9, delay: 500us}}"));
        assertTrue(
            refused.getMessage().contains("`jitter` (1ms) is more than `delay` (500us)"),
            refused.getMessage());
      }
    }
  }

  @Test
  void aRemovedLinkIsForgottenAndTheOthersKeepTheirNames() throws Exception {
    try (Lab lab = started(line())) {
      isDone(lab.operate("{remove: {link: n1 -- n2}}"));
      isDone(lab.operate("{link: n2 -> n3, set: {delay: 7ms}}"));

      assertEquals(Map.of(), lab.show("n1", StatusQuery.LINKS).byKey());
      assertEquals(7_000_000L, link(lab, "n2", "link-1", "delay-nanos"));
      FileError gone = assertThrows(FileError.class, () -> lab.operate("{cut: n1 -- n2}"));
      assertTrue(gone.getMessage().contains("unknown link `n1 -- n2`"), gone.getMessage());
      isDone(lab.operate("{add: {link: n2 -- n1, hello: 100ms}}"));
      lab.runFor(Duration.ofSeconds(1));
      assertEquals(true, link(lab, "n2", "link-2", "up"), "under a number that no link had");
    }
  }

  /** The neighbour that a node sends by to another. */
  private static String via(Lab lab, String node, String destination) throws LabFailure {
    Object via =
        lab.show(node, StatusQuery.ROUTES).byKey().get("routes") instanceof Map<?, ?> routes
                && routes.get(address(lab, destination)) instanceof Map<?, ?> route
            ? route.get("via")
            : "nobody";
    return lab.names().stream()
        .filter(name -> address(lab, name).equals(via))
        .findFirst()
        .orElse("nobody");
  }

  /** How much of what others said of nodes and links a node did not believe. */
  private static long refused(Lab lab, String node) throws LabFailure {
    long refused = 0;
    if (lab.show(node, StatusQuery.ROUTES).byKey().get("refused-by-link")
        instanceof Map<?, ?> byLink) {
      for (Object count : byLink.values()) {
        refused += count instanceof Number number ? number.longValue() : 0;
      }
    }
    return refused;
  }

  private static String address(Lab lab, String node) {
    return Address.text(lab.topology().node(node).orElseThrow().virtualAddress());
  }

  @Test
  void trafficTakesTheShorterWayWhileItIsThere() throws Exception {
    try (Lab lab = started(line())) {
      assertEquals("n2", via(lab, "n1", "n4"));
      isDone(lab.operate("{add: {link: n1 -- n4, hello: 100ms}}"));
      lab.runFor(Duration.ofSeconds(3));
      assertEquals("n4", via(lab, "n1", "n4"));
      assertEquals("n1", via(lab, "n2", "n4"), "of two ways of one length the first by name");
      long passed = arrivals(lab, "n3");
      isDone(lab.operate("{node: n1, inject: {to: n4, count: 100}}"));
      lab.runFor(Duration.ofSeconds(1));
      assertTrue(arrivals(lab, "n3") - passed < 100, "nothing of it comes by n3");

      isDone(lab.operate("{remove: {link: n1 -- n4}}"));
      lab.runFor(Duration.ofSeconds(3));
      assertEquals("n2", via(lab, "n1", "n4"));
      passed = arrivals(lab, "n3");
      isDone(lab.operate("{node: n1, inject: {to: n4, count: 100}}"));
      lab.runFor(Duration.ofSeconds(1));
      assertTrue(arrivals(lab, "n3") - passed >= 100, "it comes by n3 again");
    }
  }

  @Test
  void aNewNodeIsReachedFromEverywhereAndNotAfterItHasGone() throws Exception {
    try (Lab lab = started(line())) {
      isDone(lab.operate("{add: {node: n9, links: {n4: {hello: 100ms}}, services: {sink: {}}}}"));
      lab.runFor(Duration.ofSeconds(3));
      for (String node : List.of("n1", "n2", "n3")) {
        long before = arrivals(lab, "n9");
        isDone(lab.operate("{node: " + node + ", inject: {to: n9, count: 3}}"));
        lab.runFor(Duration.ofSeconds(1));
        assertTrue(arrivals(lab, "n9") >= before + 3, node);
      }
      assertEquals("n4", via(lab, "n9", "n1"));
      for (String node : lab.names()) {
        assertEquals(0, refused(lab, node), node);
      }

      isDone(lab.operate("{remove: {node: n9}}"));
      lab.runFor(Duration.ofSeconds(3));
      assertThrows(FileError.class, () -> lab.operate("{node: n1, inject: {to: n9}}"));
      assertEquals(3, size(lab.show("n1", StatusQuery.ROUTES).byKey().get("routes")), "n2, n3, n4");
    }
  }

  private static int size(@Nullable Object map) {
    return map instanceof Map<?, ?> entries ? entries.size() : -1;
  }

  @Test
  void aNodeComesGoesAndComesAgain() throws Exception {
    try (Lab lab = started(line())) {
      for (int time = 0; time < 2; time++) {
        isDone(
            lab.operate(
                "{add: {node: n9, services: {sink: {}}, links: {n1: {hello: 100ms}, n3: {}}}}"));
        lab.runFor(Duration.ofSeconds(3));
        assertEquals(List.of("n1", "n2", "n3", "n4", "n9"), lab.names());
        assertEquals("10.0.0.5", lab.show("n9", StatusQuery.STATUS).byKey().get("address"));
        assertEquals(true, lab.show("n9", StatusQuery.STATUS).byKey().get("up"));
        long before = arrivals(lab, "n9");
        isDone(lab.operate("{node: n1, inject: {to: n9, count: 5}}"));
        lab.runFor(Duration.ofSeconds(1));
        assertTrue(arrivals(lab, "n9") >= before + 5);

        isDone(lab.operate("{node: n1, inject: {to: n9, count: 5}}")); // some are on their way
        isDone(lab.operate("{remove: {node: n9}}"));
        lab.runFor(Duration.ofSeconds(1));
        assertEquals(List.of("n1", "n2", "n3", "n4"), lab.names());
        assertEquals(true, lab.show("n1", StatusQuery.STATUS).byKey().get("up"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {add: {link: n1 -- n44}} | leads to the unknown node `n44`; did you mean `n4`?
          {add: {link: n2 -- n1}}                 | link `n2 -- n1` is there already
          {add: {link: n1 -- n1}}                 | leads from a node to itself
          {add: {link: n1 -- n4, dealy: 5ms}}     | unknown key `dealy`
          {add: {link: n1 -- n4, delay: 5}}       | `5` needs a unit
          {add: {node: n2}}                       | node `n2` is there already
          {add: {node: 9n}}                       | `9n` cannot name a node
          {add: {node: n9, links: [n5]}}          | leads to the unknown node `n5`
          {add: {node: n9, services: {snik: {}}}} | unknown service `snik`
          {add: {node: n9, virtual-address: 10.0.0.2}} | is already that of node `n2`
          {add: {node: n9, link: n1}}             | says either `link` or `node`
          {add: {}}                               | says either `link` or `node`
          {remove: {link: n1 -- n4}}              | unknown link `n1 -- n4`
          {remove: {node: n5}}                    | unknown node `n5`
          {remove: {link: n1 -- n2, delay: 5ms}}  | what is removed is only named, without `delay`
          {remove: {node: n2}, add: {node: n7}}   | one thing is added or removed at a time
          """)
  void whatCannotBeIsRefusedAndNothingChanges(String entry, String why) throws Exception {
    try (Lab lab = started(line())) {
      Topology before = lab.topology();

      FileError refused = assertThrows(FileError.class, () -> lab.operate(entry));

      assertTrue(refused.getMessage().contains(why), refused.getMessage());
      assertEquals(before, lab.topology());
      assertFalse(refused.getMessage().contains("resolved topology"), refused.getMessage());
    }
  }

  /** A line whose schedule takes a link away, lets a node come on another, and leaves it alone. */
  private Topology scheduled() throws Exception {
    return load(
        """
        topology: line
        defaults: {link: {delay: 1ms, hello: 100ms}}
        nodes: {n1: {}, n2: {}, n3: {}}
        links: {n1 -- n2: {}, n2 -- n3: {}}
        schedule:
          - {at: 1700ms, node: n1, inject: {to: n9, count: 3}}
          - {at: 100ms, node: n1, inject: {to: n3}}
          - {at: 200ms, add: {node: n9, links: {n3: {delay: 2ms}}}}
          - {at: 300ms, remove: {link: n1 -- n2}}
          - {at: 300ms, add: {link: n1 -- n9}}
          - {at: 1600ms, link: n9 -> n1, set: {delay: 7ms}}
          - {at: 1600ms, node: n9, start: sink}
          - {at: 2s, remove: {node: n2}}
          - {at: 2s, add: {link: n1 -- n3}}
        """);
  }

  private static void isAsScheduled(Lab lab) throws Exception {
    assertTrue(lab.runUntilDone(Duration.ofSeconds(60)));
    lab.runFor(Duration.ofMillis(200));
    assertEquals(List.of("n1", "n3", "n9"), lab.names());
    assertEquals(
        List.of("n3 -- n9", "n1 -- n9", "n1 -- n3"),
        lab.topology().links().stream()
            .map(link -> link.name().replace("n9 -- n3", "n3 -- n9"))
            .toList());
    assertEquals(7_000_000L, link(lab, "n9", "link-1", "delay-nanos"));
    assertEquals(1_000_000L, link(lab, "n1", "link-1", "delay-nanos"), "the file's default");
    assertEquals(3, drops(lab, "n9", "no-listener"), "what was sent to it comes by the new link");
    assertTrue(lab.show("n9", StatusQuery.SERVICES).byKey().containsKey("sink"));
    assertEquals(List.of(), lab.topology().schedule(), "all of it is done");
  }

  @Test
  void aScheduleAddsAndRemovesAsAnOperatorDoes() throws Exception {
    Topology written = scheduled();
    assertEquals(written, load(TopologyText.print(written)));
    List<List<String>> traces = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      List<String> lines = new ArrayList<>();
      try (VirtualLab lab =
          new VirtualLab(
              written, 7, line -> lines.add(new String(line, StandardCharsets.US_ASCII)), "this")) {
        lab.start();
        lab.go();
        isAsScheduled(lab);
      }
      traces.add(lines);
    }
    assertEquals(traces.getFirst(), traces.getLast(), "the same seed, the same events");
  }

  @Test
  void aLiveLabDoesWhatTheScheduleWants() throws Exception {
    try (Lab lab = Lab.live(scheduled(), 7)) {
      lab.start();
      lab.go();
      isAsScheduled(lab);
    }
  }

  @Test
  void whatAnOperatorHasMadeImpossibleEndsTheRunWithItsPlaceInTheFile() throws Exception {
    try (Lab lab = started(scheduled())) {
      isDone(lab.operate("{add: {node: n9, links: [n1]}}"));

      LabFailure failure =
          assertThrows(LabFailure.class, () -> lab.runUntilDone(Duration.ofSeconds(60)));

      String said = String.valueOf(failure.getMessage());
      assertTrue(said.contains("network.yaml:8:"), said);
      assertTrue(said.contains("`n9` is there already"), said);
    }
  }

  @Test
  void whereNobodyStaysSuchAScheduleIsRefused() throws Exception {
    FileError refused = assertThrows(FileError.class, () -> scheduled().checkNeedsNoLab());

    assertTrue(refused.getMessage().contains("network.yaml:8:"), refused.getMessage());
    line().checkNeedsNoLab();
  }

  @Test
  void aNodeThatOthersNameStaysUntilTheyDoNot() throws Exception {
    Topology topology =
        load(
            """
            topology: pair
            nodes:
              n1: {services: {source: {flows: [{to: n2, kind: cbr, rate: 10packet/s, packets: 5}]}}}
              n2: {services: {sink: {}}}
            links: {n1 -- n2: {}}
            """);
    try (Lab lab = started(topology)) {
      FileError refused = assertThrows(FileError.class, () -> lab.operate("{remove: {node: n2}}"));
      assertTrue(
          refused.getMessage().contains("service `source` of node `n1` names it; stop that first"),
          refused.getMessage());

      isDone(lab.operate("{node: n1, stop: source}"));
      isDone(lab.operate("{remove: {node: n2}}"));

      assertEquals(List.of("n1"), lab.names());
      FileError last = assertThrows(FileError.class, () -> lab.operate("{remove: {node: n1}}"));
      assertTrue(last.getMessage().contains("has at least one node"), last.getMessage());
    }
  }

  @Test
  void whatIsSavedLoadsAgainAndMeansTheSame() throws Exception {
    try (Lab lab = started(line())) {
      isDone(lab.operate("{link: n1 -> n2, set: {delay: 30ms, loss: 1%, jitter: 2ms}}"));
      isDone(lab.operate("{link: n3 -- n4, set: {rate: 3packet/s, corrupt: 0.5%, drop: 9}}"));
      isDone(lab.operate("{cut: n2 -- n3}"));
      isDone(lab.operate("{node: n2, start: {lgc: {}}}".replace("lgc: {}", "sink: {}")));
      isDone(lab.operate("{node: n1, stop: echo}"));
      isDone(
          lab.operate(
              "{add: {link: n1 -- n2 #2, delay: 4ms}}".replace("n1 -- n2 #2", "\"n1 -- n2 #2\"")));
      isDone(lab.operate("{add: {node: n9, links: [n4], services: {echo: {}}}}"));
      lab.runFor(Duration.ofSeconds(2));
      String saved = lab.save();

      try (Lab again = started(load(saved))) {
        again.runFor(Duration.ofSeconds(5));

        assertEquals(saved, again.save());
        assertEquals(lab.names(), again.names());
        for (String node : lab.names()) {
          assertEquals(knobs(lab, node), knobs(again, node), node);
          assertEquals(running(lab, node), running(again, node), node);
        }
      }
    }
  }

  private static List<List<Object>> knobs(Lab lab, String node) throws LabFailure {
    return lab.show(node, StatusQuery.LINKS).byKey().values().stream()
        .map(
            facts ->
                List.<Object>copyOf(
                    List.of(
                            "neighbour",
                            "rate",
                            "delay-nanos",
                            "jitter-nanos",
                            "loss",
                            "corrupt",
                            "drop",
                            "cut")
                        .stream()
                        .map(key -> String.valueOf(((Map<?, ?>) facts).get(key)))
                        .toList()))
        .toList();
  }

  private static List<String> running(Lab lab, String node) throws LabFailure {
    return lab.show(node, StatusQuery.SERVICES).byKey().entrySet().stream()
        .filter(service -> !((Map<?, ?>) service.getValue()).containsKey("stopped"))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  @Test
  void liveNodesInOneJvmTakeLinksAndNodesAndLetGoOfThem() throws Exception {
    try (Lab lab = Lab.live(line(), 7)) {
      lab.start();
      lab.go();
      isDone(lab.operate("{add: {link: n1 -- n3, hello: 100ms}}"));
      isDone(lab.operate("{add: {node: n9, links: {n1: {hello: 100ms}}, services: {sink: {}}}}"));
      for (String node : lab.names()) {
        while (!Boolean.TRUE.equals(lab.show(node, StatusQuery.STATUS).byKey().get("up"))) {
          lab.runFor(Duration.ofMillis(10));
        }
      }
      while (!"n1".equals(via(lab, "n3", "n9"))) { // who has no link to it believes in it, too
        lab.runFor(Duration.ofMillis(10));
      }
      assertEquals(0, refused(lab, "n3"));
      assertEquals(3, lab.show("n1", StatusQuery.LINKS).byKey().size());
      isDone(lab.operate("{link: n1 -- n9, set: {delay: 2ms}}"));
      assertEquals(2_000_000L, link(lab, "n9", "link-0", "delay-nanos"));

      isDone(lab.operate("{remove: {node: n9}}"));
      isDone(lab.operate("{remove: {link: n1 -- n3}}"));

      assertEquals(1, lab.show("n1", StatusQuery.LINKS).byKey().size());
      assertEquals(List.of("n1", "n2", "n3", "n4"), lab.names());
      assertEquals(line().links(), lab.topology().links());
      var sockets = lab.node("n1").ask(StatusQuery.LIVE).world().onLoop().links().links();
      assertEquals(1, sockets.size(), "the others are closed");
      assertEquals(0, drops(lab, "n1", "prev-node-mismatch"));
    }
  }
}
