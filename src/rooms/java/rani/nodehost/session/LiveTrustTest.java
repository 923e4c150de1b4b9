// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiveTrustTest {
  private static SequencedMap<String, Object> queue(long paced, long late) {
    SequencedMap<String, Object> queues = new LinkedHashMap<>();
    queues.put(
        "link-0",
        Map.of("paced-departures", paced, "late-departures", late, "late-max-nanos", 2_500_000));
    return queues;
  }

  private static SequencedMap<String, Object> live(String name, Object value) {
    SequencedMap<String, Object> live = new LinkedHashMap<>();
    live.put(name, value);
    return live;
  }

  @ParameterizedTest
  @CsvSource({"0,0", "50,1", "1000,10"})
  void upToOneInAHundredMayBeLate(long paced, long late) {
    assertEquals(List.of(), LiveTrust.reasons("n1", queue(paced, late), new LinkedHashMap<>()));
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
        LiveTrust.reasons("n1", queue(paced, late), new LinkedHashMap<>()));
  }

  @Test
  void aWireThatIsLongerThanItSaysIsAReasonToo() {
    SequencedMap<String, Object> live = live("wire-departures", 50);
    live.put("wire-late-departures", 2);
    live.put("wire-late-max-nanos", 2_500_000);
    assertEquals(
        List.of("n1: 2 of 50 departures from its wires were late, by up to 2.5 ms"),
        LiveTrust.reasons("n1", queue(0, 0), live));
    live.put("wire-late-departures", 1);
    assertEquals(List.of(), LiveTrust.reasons("n1", queue(0, 0), live));
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
    List<String> reasons = LiveTrust.reasons("n7", queue(0, 0), live(loss, 3));
    assertEquals(1, reasons.size());
    assertTrue(reasons.getFirst().startsWith("n7: "), reasons::toString);
    assertTrue(reasons.getFirst().contains("3"), reasons::toString);
    assertEquals(List.of(), LiveTrust.reasons("n7", queue(0, 0), live(loss, 0)));
  }

  @Test
  void whatWasLongAgoIsForgottenByTheRecentVerdict() {
    RecentCounts recent = new RecentCounts();
    long nowNanos = 0;
    SequencedMap<String, Object> counts = live("stalls", 0L);
    recent.look(nowNanos, queue(0L, 0L), counts);
    for (int looks = 0; looks < 2 * RecentCounts.LOOKS_MAX; looks++) {
      nowNanos += RecentCounts.INTERVAL_NANOS;
      counts = live("stalls", 3L);
      counts.put("stall-longest-nanos", 900_000_000L);
      SequencedMap<String, Object> told = live("stalls", 3L);
      told.put(LiveTrust.RECENT, recent.since(nowNanos, queue(1000L, 20L), counts));

      boolean forgotten = looks >= RecentCounts.LOOKS_MAX;
      assertEquals(
          forgotten
              ? List.of()
              : List.of(
                  "n1: 20 of 1000 departures from queue link-0 were late",
                  "n1: stood still 3 times"),
          LiveTrust.recentReasons("n1", told),
          "after " + looks);
      assertEquals(Math.min(looks + 1, RecentCounts.LOOKS_MAX) * 10, LiveTrust.recentSeconds(told));
      recent.look(nowNanos, queue(1000L, 20L), counts);
    }
  }

  @Test
  void aKernelThatDoesNotTellIsNoReason() {
    assertEquals(List.of(), LiveTrust.reasons("n7", queue(0, 0), live("receive-overflow", -1)));
  }
}
