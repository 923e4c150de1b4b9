// SPDX-License-Identifier: Apache-2.0
package rani.rdp.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.rdp.RdpConfig;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.fixture.Kind;
import rani.service.OptionReader;

/** The options with their defaults, as the page of services and the class's text have them. */
class RdpOptionsTest {
  private static final long MS = 1_000_000;

  /** Reads from a map; what is not there has its default, and all has to be within its range. */
  private static RdpConfig read(Map<String, Object> said) {
    OptionReader options =
        (OptionReader)
            Proxy.newProxyInstance(
                OptionReader.class.getClassLoader(),
                new Class<?>[] {OptionReader.class},
                (_, method, values) -> {
                  if (method.getName().equals("providers")) {
                    return Stream.of(Kind.values()).map(Kind::provider).toList();
                  }
                  Object value = said.getOrDefault((String) values[0], values[1]);
                  if (method.getName().equals("count") || method.getName().equals("sizeBytes")) {
                    long number = (long) value;
                    assertTrue((long) values[2] <= number && number <= (long) values[3]);
                  } else if (method.getName().equals("oneOf")) {
                    assertTrue(((List<?>) values[2]).contains(value));
                  }
                  return value;
                });
    return RdpOptions.read(options);
  }

  @Test
  void theDefaultsAreThoseOfTheRfcs() {
    RdpConfig config = read(Map.of());
    assertEquals(Kind.NEW_RENO.config(4, 65_535, true, true, false), config.congestion());
    RdpConfig.Timers timers = config.timers();
    assertEquals(200 * MS, timers.ackDelayNanos());
    assertEquals(1000 * MS, timers.rtoInitialNanos());
    assertEquals(1000 * MS, timers.rtoMinNanos());
    assertEquals(60_000 * MS, timers.rtoMaxNanos());
    assertEquals(8, timers.retries());
    assertEquals(60_000 * MS, timers.keepAliveNanos());
    assertEquals(128, config.buffers().windowSegments());
    assertEquals(1_000_000, config.buffers().sendBytes());
    assertEquals(RdpConfig.Buffers.DEFAULT.aheadMessages(), config.buffers().aheadMessages());
    assertEquals(RdpConfig.Wire.DEFAULT, config.wire());
  }

  @Test
  void theProfileOfNs2HasDefaultsOfItsOwn() {
    RdpConfig config = read(Map.of("profile", "ns-2", "congestion", "sack", "send-ahead", 3L));
    CongestionConfig congestion = config.congestion();
    assertEquals(CongestionConfig.Profile.NS_2, congestion.profile());
    assertEquals(Kind.SACK.provider(), congestion.control());
    assertEquals(2, congestion.initialWindow());
    assertEquals(false, congestion.undoSpuriousTimeouts());
    assertEquals(true, congestion.limitedTransmit());
    assertEquals(3000 * MS, config.timers().rtoInitialNanos());
    assertEquals(200 * MS, config.timers().rtoMinNanos());
    assertEquals(3, config.buffers().aheadMessages());
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, false", "63, false", "64, true"})
  void aSegmentHasItsLeastSizeOrThatOfTheWay(long bytes, boolean isRight) {
    Map<String, Object> said = Map.of("segment", bytes);
    assertEquals(64, RdpOptions.SEGMENT_BYTES_MIN);
    if (isRight) {
      assertEquals(bytes, read(said).wire().segmentBytes());
    } else {
      assertThrows(IllegalArgumentException.class, () -> read(said));
    }
  }

  @Test
  void mediaNeedsWhatRoutersKnowItBy() {
    assertThrows(IllegalArgumentException.class, () -> read(Map.of("media", true)));
    RdpConfig.Wire wire = read(Map.of("media", true, "router-state", true)).wire();
    assertTrue(wire.media() && wire.routerState());
    assertTrue(read(Map.of("router-state", true)).wire().routerState());
  }
}
