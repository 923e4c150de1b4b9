// SPDX-License-Identifier: Apache-2.0
package rani.testbed.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.model.file.NamedFiles;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.JourneyWatch;
import rani.nodehost.conversation.StatusQuery;
import rani.nodehost.journey.WatchedFlow;
import rani.testbed.Lab;
import rani.testbed.VirtualLab;

/** The ways of injected packets in virtual time, where every nanosecond can be reckoned. */
class InjectionSimulation {
  private static final String LINE =
      """
      topology: line
      defaults: {link: {delay: 5ms, rate: 1Mbit/s}}
      nodes:
        n1: {}
        n2: {queue: {placement: node, rate: 40packet/s, discipline: drop-tail, limit: 3packet}}
        n3: {services: {echo: {}, lgc: {}, active-filter: {}}}
      links:
        n1 -- n2: {}
        n2 -- n3: {mtu: 600B}
      """;
  private static final long MS = 1_000_000;

  @TempDir private Path folder;

  private Topology read(String text) throws Exception {
    return TopologyFile.load(Files.writeString(folder.resolve("t.yaml"), text));
  }

  /** A network that is up, and what was asked of it. */
  private final class Asked implements AutoCloseable {
    private final Lab lab;

    Asked(String text) throws Exception {
      lab = Lab.virtual(read(text), 7);
      lab.start();
      lab.go();
    }

    InjectionReport inject(String words) throws Exception {
      return inject(words, false);
    }

    InjectionReport inject(String words, boolean force) throws Exception {
      List<String> all = new ArrayList<>(List.of(words.split(" ")));
      InjectOrder order =
          InjectOrder.read(lab, all.removeFirst(), all.removeFirst(), fields(all), NamedFiles.ANY);
      return Injection.execute(lab, order, force, Duration.ofSeconds(10));
    }

    void does(String entry) throws Exception {
      lab.operate(entry).forEach((node, reply) -> assertTrue(reply.ok(), () -> reply.message()));
    }

    @Override
    public void close() {
      lab.close();
    }
  }

  private static SequencedMap<String, String> fields(List<String> words) {
    SequencedMap<String, String> fields = new LinkedHashMap<>();
    words.forEach(word -> fields.put(word.split("=", 2)[0], word.split("=", 2)[1]));
    return fields;
  }

  @Test
  void aWayIsShownHopByHopWithTheTimeSpentAtEach() throws Exception {
    try (Asked asked = new Asked(LINE)) {
      InjectionReport report = asked.inject("n1 n3 port=7 size=100B payload=text:hello");

      assertTrue(report.isAllArrived());
      PacketPath way = report.packets().getFirst();
      assertEquals(List.of("n1", "n2", "n3"), way.hops().stream().map(Hop::node).toList());
      Hop first = way.hops().get(0);
      assertEquals(
          List.of(new Hop.QueueStay("link-0", "enqueue", 0, 0, 0, 800_000)), first.queues());
      assertEquals(new Hop.Departure(800_000, 0, "n2", 5 * MS), first.departure());
      Hop second = way.hops().get(1);
      assertEquals(5_800_000, second.arrivedNanos() - first.arrivedNanos());
      assertEquals(
          List.of(
              new Hop.QueueStay("node", "enqueue", 0, 0, 0, 25 * MS),
              new Hop.QueueStay("link-1", "enqueue", 0, 0, 0, 800_000)),
          second.queues());
      assertEquals(254, way.hops().get(2).ttl());
      assertEquals(36_600_000, way.totalNanos(), "0.8 + 5 + 25 + 0.8 + 5 ms");
      assertEquals("delivered to echo at n3", way.fate().told());

      PacketPath answer = report.answers().getFirst();
      assertEquals(1, answer.packet(), "the echo of packet 1");
      assertEquals(List.of("n3", "n2", "n1"), answer.hops().stream().map(Hop::node).toList());
      assertEquals("came to n1, where nothing listens at its port", answer.fate().told());
    }
  }

  @Test
  void packetsWaitForEachOtherAndTheLastFindTheQueueFull() throws Exception {
    try (Asked asked = new Asked(LINE)) {
      InjectionReport report = asked.inject("n1 n3 count=6 size=28B gap=1ms");

      assertEquals(6, report.sent());
      assertEquals(4, report.arrived(), "one in service, three wait");
      assertEquals(
          List.of(
              "came to n3, where nothing listens at its port", 4, "dropped at n2: queue-full", 2),
          report.ends().entrySet().stream()
              .flatMap(end -> List.<Object>of(end.getKey(), end.getValue()).stream())
              .toList());
      Hop fourth = report.packets().get(3).hops().get(1);
      assertEquals(2, fourth.queues().getFirst().queuedFrames());
      assertEquals(72 * MS, fourth.queues().getFirst().waitedNanos(), "3 × 25 ms less 3 × 1 ms");
      InjectionReport.Times times = report.times();
      assertEquals(72 * MS, times.maxNanos() - times.minNanos());
      assertEquals(times.maxNanos(), times.p99Nanos());
      assertEquals(0, report.overtaken());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n1 n3 ttl=1                                | dropped at n2: ttl-exceeded
          n1 n3 lifetime=6ms                         | dropped at n2: expired
          n1 n3 size=601B                            | dropped at n2: too-big
          n1 n3 service=77                           | dropped at n3: no-such-service
          n1 n3 service=echo                         | dropped at n3: bad-message
          n1 n3 service=0                            | dropped at n3: bad-message
          n1 n3 protocol=99                          | came to n3, where nothing listens at its port
          n1 n1                                      | came to n1, where nothing listens at its port
          n1 n1 lifetime=0s                          | came to n1, where nothing listens at its port
          """)
  void whereAPacketDiedIsSaidAndWhy(String words, String told) throws Exception {
    try (Asked asked = new Asked(LINE)) {
      InjectionReport report = asked.inject(words, true);

      assertEquals(told, report.packets().getFirst().fate().told());
      assertEquals(told.startsWith("came to"), report.isAllArrived());
    }
  }

  @Test
  void aFilterIsSeenCatchingThePacket() throws Exception {
    String filtering =
        """
        topology: filtered
        nodes: {n1: {}, n2: {services: {active-filter: {}}}, n3: {}}
        links: {n1 -- n2: {delay: 5ms}, n2 -- n3: {delay: 5ms}}
        """;
    try (Asked asked = new Asked(filtering)) {
      asked.inject("n1 n3"); // n3 has a say only in what comes to it
      // n3 asks n2 to filter n1: ActiveFilter, as docs/wire-format.md describes it.
      String request = "0102" + "%04x" + "00000001" + "0a00000100000000" + "0000000000000000";
      request += "0a00000300000000";
      int sum = 0;
      String zeroed = request.replace("%04x", "0000");
      for (int at = 0; at < zeroed.length(); at += 4) {
        sum += Integer.parseInt(zeroed.substring(at, at + 4), 16);
      }
      sum = (sum & 0xFFFF) + (sum >>> 16);
      asked.inject(
          "n3 n2 protocol=service service=2 dscp=cs6 payload=hex:"
              + request.formatted(~sum & 0xFFFF));

      InjectionReport report = asked.inject("n1 n3");

      assertEquals("caught by a filter at n2", report.packets().getFirst().fate().told());
    }
  }

  @Test
  void aPacketLostOnAWireLeftAndNeverCame() throws Exception {
    try (Asked asked = new Asked(LINE)) {
      asked.does("{link: n2 -> n3, set: {loss: 100%}}");

      InjectionReport report = asked.inject("n1 n3 count=2");

      assertEquals("left n2 for n3 and never came", report.packets().getFirst().fate().told());
      assertEquals(0, report.arrived());
    }
  }

  @Test
  void copiesThatAWireMadeHaveWaysOfTheirOwn() throws Exception {
    try (Asked asked = new Asked(LINE)) {
      asked.does("{link: n2 -> n3, set: {duplicate: 100%}}");

      InjectionReport report = asked.inject("n1 n3 count=2 gap=50ms");

      assertEquals(2, report.packets().size());
      assertEquals(2, report.copies());
      assertEquals(
          List.of("n3"),
          report.ways().get(1).hops().stream().map(Hop::node).toList(),
          "a copy's way begins where it appeared");
      assertTrue(report.isAllArrived());
    }
  }

  @Test
  void aPacketThatWaitsIsStillUnderWayWhenPatienceEnds() throws Exception {
    try (Asked asked = new Asked(LINE.replace("40packet/s", "0.01packet/s"))) {
      InjectionReport report = asked.inject("n1 n3");

      assertEquals("still waits at n2", report.packets().getFirst().fate().told());
      assertEquals(PacketOutcome.Kind.UNDER_WAY, report.packets().getFirst().fate().kind());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n1 n4                | there is no node n4; did you mean
          n1 n3 size=601B      | 601 B are too big for link n2 -> n3, mtu 600 B
          n1 n2 service=echo   | node n2 has no service echo on its menu; `n2 service start echo`
          n1 n3 service=eko    | unknown service `eko`, known:
          n1 n3 sise=3         | unknown key `sise`, did you mean `size`?
          n1 n3 payload=@/no   | cannot read /no
          n1 n3 rate=1packet   | `rate`
          """)
  void whatCannotArriveIsRefusedBeforeItIsSent(String words, String why) throws Exception {
    try (Asked asked = new Asked(LINE)) {
      InjectionRefused refused = assertThrows(InjectionRefused.class, () -> asked.inject(words));

      assertTrue(String.valueOf(refused.getMessage()).contains(why), refused::getMessage);
      for (String node : asked.lab.names()) {
        assertEquals(
            0L,
            asked.lab.show(node, StatusQuery.COUNTERS).byKey().get("drops"),
            "nothing was sent");
      }
    }
  }

  @Test
  void ofVeryManyPacketsTheFirstAreFollowed() throws Exception {
    String fast = LINE.replace("40packet/s", "unlimited").replace("1Mbit/s", "unlimited");
    try (Asked asked = new Asked(fast)) {
      InjectionReport report = asked.inject("n1 n3 count=3000 rate=10000packet/s");

      assertEquals(Injection.FOLLOWED_MAX, report.followed());
      assertEquals(Injection.FOLLOWED_MAX, report.arrived());
      assertEquals(10 * MS, report.times().meanNanos());
      assertTrue(report.isAllArrived());
    }
  }

  @Test
  void watchingPacketsDoesNotChangeWhatHappens() throws Exception {
    String traffic =
        LINE.replace(
            "n1: {}", "n1: {services: {source: {flows: [{to: n3, kind: cbr, packets: 20}]}}}");
    List<String> digests = new ArrayList<>();
    for (boolean watched : new boolean[] {false, true}) {
      try (VirtualLab lab = new VirtualLab(read(traffic), 7, line -> {}, "test")) {
        lab.start();
        if (watched) {
          for (String node : lab.names()) {
            lab.node(node)
                .require(
                    new JourneyWatch(
                        new WatchedFlow("all", 0x0A000001, 0x0A000003, 17, 9, 9, 1_000 * MS)));
          }
        }
        lab.go();
        lab.runFor(Duration.ofSeconds(5));
        digests.add(lab.digest());
      }
    }

    assertEquals(digests.get(0), digests.get(1));
  }
}
