// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.json.Json;
import rani.json.JsonObject;
import rani.node.NodeFacts;
import rani.nodehost.conversation.LiveCounts;
import rani.nodehost.conversation.LiveCounts.OfWorld;
import rani.nodehost.conversation.LiveCounts.Paced;
import rani.nodehost.conversation.LiveWorldFacts;

class LiveTrustTest {
  private static List<String> reasons(String node, long paced, long late, OfWorld live) {
    return LiveTrust.reasons(node, counts(paced, late, 2_500_000L, live));
  }

  private static LiveCounts counts(long paced, long late, @Nullable Long max, OfWorld live) {
    SequencedMap<String, Paced> queues = new LinkedHashMap<>();
    queues.put("link-0", new Paced(paced, late, max));
    return new LiveCounts(queues, live);
  }

  /** As nodes tell it: all that is not named is 0. */
  private static OfWorld live(Map<String, Long> counts) {
    SequencedMap<String, Long> all = new LinkedHashMap<>();
    for (String name :
        List.of(
            "wire-departures",
            "wire-late-departures",
            "socket-full",
            "receive-overflow",
            "port-unreachable",
            "socket-errors",
            "delay-line-dropped",
            "failures",
            "trace-lines-lost",
            "stalls")) {
      all.put(name, 0L);
    }
    all.putAll(counts);
    return Json.as(JsonObject.of(all), OfWorld.class);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "50,1", "1000,10"})
  void upToOneInAHundredMayBeLate(long paced, long late) {
    assertEquals(List.of(), reasons("n1", paced, late, live(Map.of())));
  }

  @ParameterizedTest
  @CsvSource({"50,2", "1000,11"})
  void moreThanThatIsAReason(long paced, long late) {
    assertEquals(
        List.of(
            "n1: "
                + late
                + " of "
                + paced
                + " departures from queue link-0 were late, by up to"
                + " 2.5 ms"),
        reasons("n1", paced, late, live(Map.of())));
  }

  @Test
  void aWireThatIsLongerThanItSaysIsAReasonToo() {
    Map<String, Long> late =
        Map.of(
            "wire-departures", 50L, "wire-late-departures", 2L, "wire-late-max-nanos", 2_500_000L);
    assertEquals(
        List.of("n1: 2 of 50 departures from its wires were late, by up to 2.5 ms"),
        reasons("n1", 0, 0, live(late)));
    Map<String, Long> one = Map.of("wire-departures", 50L, "wire-late-departures", 1L);
    assertEquals(List.of(), reasons("n1", 0, 0, live(one)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "socket-full",
        "receive-overflow",
        "port-unreachable",
        "socket-errors",
        "delay-line-dropped",
        "failures",
        "trace-lines-lost",
        "stalls"
      })
  void everyLossIsAReasonThatNamesItsNode(String loss) {
    List<String> reasons = reasons("n7", 0, 0, live(Map.of(loss, 3L)));
    assertEquals(1, reasons.size());
    assertTrue(reasons.getFirst().startsWith("n7: "), reasons::toString);
    assertTrue(reasons.getFirst().contains("3"), reasons::toString);
    assertEquals(List.of(), reasons("n7", 0, 0, live(Map.of(loss, 0L))));
  }

  @Test
  void whatANodeShowsIsCountedUnderItsOwnNames() {
    LiveWorldFacts shown =
        Json.read(
            """
            {"transport": "nio", "socket-full": 1, "port-unreachable": 2, "socket-errors": 3,
             "refused-early": 0, "delay-line-frames": 0, "delay-line-dropped": 4,
             "wire-departures": 100, "wire-late-departures": 5, "wire-late-p99-nanos": 0,
             "wire-late-max-nanos": 1500000, "failures": 6, "last-failure": "", "links": {},
             "prepared-links": 0, "prepared-links-expired": 0, "stalls": 7,
             "stall-longest-nanos": 8000000, "blocked-longest-nanos": {"lgc": 1500000000},
             "receive-overflow": 9, "direct-memory-bytes": 0, "trace-lines-lost": 10,
             "trace-failure": "the disk is full", "unreachable-before-go": 0}
            """,
            LiveWorldFacts.class);
    assertEquals(
        List.of(
            "n1: 5 of 100 departures from its wires were late, by up to 1.5 ms",
            "n1: 1 frames dropped because a send socket was full",
            "n1: 9 frames dropped because a receive socket was full",
            "n1: 2 frames sent to a neighbour who was not there",
            "n1: 3 errors of sockets",
            "n1: 4 frames dropped because its wires were full",
            "n1: 6 failures of the node itself",
            "n1: 10 lines of its trace lost",
            "n1: stood still 7 times, for up to 8 ms",
            "n1: service lgc blocked for 1.5 s",
            "n1: the disk is full"),
        LiveTrust.reasons("n1", new NodeFacts.Queues(new LinkedHashMap<>()), shown));
  }

  @Test
  void whatWasLongAgoIsForgottenByTheRecentVerdict() {
    RecentCounts recent = new RecentCounts();
    long nowNanos = 0;
    recent.look(nowNanos, counts(0, 0, 0L, live(Map.of())));
    LiveCounts counts =
        counts(
            1000, 20, 2_500_000L, live(Map.of("stalls", 3L, "stall-longest-nanos", 900_000_000L)));
    for (int looks = 0; looks < 2 * RecentCounts.LOOKS_MAX; looks++) {
      nowNanos += RecentCounts.INTERVAL_NANOS;
      LiveWorldFacts.Recent told = requireNonNull(recent.since(nowNanos, counts));

      boolean forgotten = looks >= RecentCounts.LOOKS_MAX;
      assertEquals(
          forgotten
              ? List.of()
              : List.of(
                  "n1: 20 of 1000 departures from queue link-0 were late",
                  "n1: stood still 3 times"),
          LiveTrust.reasons("n1", told.counts()),
          "after " + looks);
      assertEquals(Math.min(looks + 1, RecentCounts.LOOKS_MAX) * 10, told.seconds());
      recent.look(nowNanos, counts);
    }
  }

  @Test
  void aKernelThatDoesNotTellIsNoReason() {
    assertEquals(List.of(), reasons("n7", 0, 0, live(Map.of("receive-overflow", -1L))));
  }
}
