// SPDX-License-Identifier: Apache-2.0
package rani.services.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.Nanos;
import rani.rdp.RdpConfig;
import rani.rdp.bind.RdpOptions;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.Cubic;
import rani.rdp.congestion.FixedWindow;
import rani.rdp.congestion.Sack;
import rani.services.GivenOptions;
import rani.services.probe.Menus;

/** What a file says of RDP, as services read it. */
class RdpOptionsTest {
  private static final long SECOND = Nanos.SECOND;

  private static RdpConfig read(Object... options) {
    return RdpOptions.read(Menus.options(options));
  }

  @Test
  void whatAFileDoesNotSayIsAsTheTransportHasIt() {
    RdpConfig usual = RdpConfig.DEFAULT;
    RdpConfig.Buffers buffers =
        new RdpConfig.Buffers(usual.buffers().windowSegments(), 1_000_000, true);

    assertEquals(usual.with(buffers), read());
  }

  @Test
  void everyOptionReachesItsPlace() {
    RdpConfig config =
        read(
            "congestion",
            "cubic",
            "initial-window",
            7,
            "ssthresh",
            33,
            "fixed-window",
            9,
            "limited-transmit",
            false,
            "undo-spurious-timeouts",
            false,
            "pacing",
            true,
            "window",
            17,
            "send-buffer",
            70_000,
            "ordered",
            false,
            "segment",
            700,
            "checksum",
            false,
            "router-state",
            true,
            "ecn",
            true,
            "delayed-ack",
            SECOND / 10,
            "rto-initial",
            3 * SECOND,
            "rto-min",
            2 * SECOND,
            "rto-max",
            5 * SECOND,
            "retries",
            4,
            "keep-alive",
            6 * SECOND);

    long closeWaitNanos = RdpConfig.DEFAULT.timers().closeWaitNanos();
    assertEquals(
        new RdpConfig(
            new RdpConfig.Buffers(17, 70_000, false),
            new RdpConfig.Wire(700, false, true, true),
            new RdpConfig.Timers(
                SECOND / 10, 3 * SECOND, 2 * SECOND, 5 * SECOND, 4, 6 * SECOND, closeWaitNanos),
            new CongestionConfig(new Cubic.Provider(), 7, 33, false, false, true)),
        config);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reno", "newreno", "sack", "cubic", "fixed"})
  void everyCongestionControlHasAName(String name) {
    assertEquals(name, read("congestion", name).congestion().control().name());
  }

  @Test
  void aFixedWindowHasItsSize() {
    CongestionConfig congestion = read("congestion", "fixed", "fixed-window", 9).congestion();
    assertEquals(new FixedWindow.Provider(9), congestion.control());
    assertEquals(9, congestion.newControl().cwnd());
  }

  @Test
  void theProfileOfNs2BringsItsDefaults() {
    RdpConfig config = read("profile", "ns-2", "congestion", "sack");
    RdpConfig.Timers usual = RdpConfig.DEFAULT.timers();
    assertEquals(
        new CongestionConfig(
            new Sack.Provider(),
            2,
            CongestionConfig.SSTHRESH_UNSET,
            true,
            false,
            false,
            CongestionConfig.Profile.NS_2),
        config.congestion());
    assertEquals(3 * SECOND, config.timers().rtoInitialNanos());
    assertEquals(SECOND / 5, config.timers().rtoMinNanos());
    assertEquals(usual.rtoMaxNanos(), config.timers().rtoMaxNanos());
    assertEquals(4, read("profile", "ns-2", "initial-window", 4).congestion().initialWindow());
  }

  @Test
  void whatNs2sAgentsDoNotHaveIsRefused() {
    String kinds = "profile ns-2 has reno, newreno and sack, not ";
    assertRefused(kinds + "cubic", "profile", "ns-2", "congestion", "cubic");
    assertRefused(kinds + "fixed", "profile", "ns-2", "congestion", "fixed");
    String neither = "profile ns-2 has neither undo-spurious-timeouts nor pacing";
    assertRefused(neither, "profile", "ns-2", "undo-spurious-timeouts", true);
    assertRefused(neither, "profile", "ns-2", "pacing", true);
  }

  @Test
  void aSegmentIsNotSmallerThanWhatCarriesData() {
    assertEquals(64, read("segment", 64).wire().segmentBytes());
    assertRefused("segment is at least 64B, or 0B for what the way takes", "segment", 63);
  }

  @ParameterizedTest
  @CsvSource({"delayed-ack, 200000001", "rto-min, 999999", "rto-max, 1", "rto-initial, 1"})
  void timesThatContradictEachOtherAreRefused(String name, long nanos) {
    assertThrows(IllegalArgumentException.class, () -> read(name, nanos));
  }

  /** A file's reader takes what was not asked for as unknown: a refusal must come last. */
  @Test
  void everyOptionIsAskedForBeforeAnythingIsRefused() {
    GivenOptions wrong = Menus.options("segment", 1, "rto-max", 1L);
    GivenOptions right = Menus.options();
    assertThrows(IllegalArgumentException.class, () -> RdpOptions.read(wrong));
    RdpOptions.read(right);

    assertEquals(right.asked(), wrong.asked());
    for (String kind : FlowReader.KINDS) {
      Object[] needed = {"arrivals", "0 100", "arrival-rate", "20/s"};
      GivenOptions usual = Menus.flow(1, kind, needed);
      GivenOptions flow =
          Menus.flow(
              1,
              kind,
              Stream.of(needed, new Object[] {"rto-min", 1L}).flatMap(Stream::of).toArray());
      FlowReader.read(0, usual);
      if (usual.asked().contains("rto-min")) {
        assertThrows(IllegalArgumentException.class, () -> FlowReader.read(0, flow), kind);
        assertEquals(usual.asked(), flow.asked(), kind);
      }
    }
  }

  private static void assertRefused(String why, Object... options) {
    Exception refused = assertThrows(IllegalArgumentException.class, () -> read(options));
    assertTrue(String.valueOf(refused.getMessage()).contains(why), refused::getMessage);
  }
}
