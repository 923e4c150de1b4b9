// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.fixture.Nanos.MILLI;
import static rani.fixture.Nanos.SECOND;
import static rani.services.ufc.Colour.GREEN;
import static rani.services.ufc.Colour.RED;
import static rani.services.ufc.Colour.YELLOW;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.world.Streams;

/**
 * The RFCs print rules and no numbers; these are their rules worked by hand, one packet at a time.
 * Packets have 1000 bytes, and a bucket of 1000 B/s gains one of them in a second.
 */
class MarkersTest {
  private static final int BYTES = 1000;

  /** What a marker says of green packets at these times. */
  private static List<Colour> colours(Marker marker, long... nanos) {
    return Arrays.stream(nanos).mapToObj(now -> marker.meter(now, BYTES, GREEN)).toList();
  }

  @Test
  void oneRateSpendsTheCommittedBurstThenTheExcess() {
    Marker marker = new SingleRateMarker(0, 1000, 2000, 1000, false);
    assertEquals(List.of(GREEN, GREEN, YELLOW, RED), colours(marker, 0, 0, 0, 0));
  }

  @Test
  void oneRateFillsTheCommittedBucketBeforeTheOther() {
    Marker marker = new SingleRateMarker(0, 1000, 2000, 1000, false);
    colours(marker, 0, 0, 0); // both are empty
    assertEquals(List.of(RED, GREEN, RED), colours(marker, 999 * MILLI, SECOND, SECOND));
    // Two seconds fill the first one, the third second the other; the fourth has no room.
    assertEquals(
        List.of(GREEN, GREEN, YELLOW, RED),
        colours(marker, 5 * SECOND, 5 * SECOND, 5 * SECOND, 5 * SECOND));
  }

  @Test
  void aRedPacketSpendsNothing() {
    Marker marker = new SingleRateMarker(0, 1000, 1500, 500, false);
    assertEquals(GREEN, marker.meter(0, 1000, GREEN));
    assertEquals(RED, marker.meter(0, 1000, GREEN), "500 are in each");
    assertEquals(GREEN, marker.meter(0, 500, GREEN));
    assertEquals(YELLOW, marker.meter(0, 500, GREEN));
  }

  @ParameterizedTest
  @CsvSource({"GREEN, GREEN", "YELLOW, YELLOW", "RED, RED"})
  void oneRateThatIsAwareNeverImprovesAColour(Colour before, Colour after) {
    assertEquals(after, new SingleRateMarker(0, 1000, 1000, 1000, true).meter(0, BYTES, before));
    assertEquals(GREEN, new SingleRateMarker(0, 1000, 1000, 1000, false).meter(0, BYTES, before));
  }

  @Test
  void oneRateThatIsAwareLeavesGreenTokensToGreenPackets() {
    Marker marker = new SingleRateMarker(0, 1000, 1000, 1000, true);
    assertEquals(YELLOW, marker.meter(0, BYTES, YELLOW));
    assertEquals(RED, marker.meter(0, BYTES, YELLOW), "although there are committed tokens");
    assertEquals(GREEN, marker.meter(0, BYTES, GREEN));
  }

  @Test
  void twoRatesAreRedBeyondThePeakAndYellowBeyondTheCommitted() {
    Marker marker = new TwoRateMarker(0, 2000, 3000, 1000, 1000, false);
    assertEquals(List.of(GREEN, YELLOW, YELLOW, RED), colours(marker, 0, 0, 0, 0));
    // Half a second earns the peak bucket a packet, the committed one half of one.
    assertEquals(List.of(YELLOW, RED), colours(marker, 500 * MILLI, 500 * MILLI));
    assertEquals(List.of(GREEN, RED), colours(marker, SECOND, SECOND));
  }

  @Test
  void twoRatesThatAreAwareNeverImproveAColour() {
    Marker marker = new TwoRateMarker(0, 2000, 2000, 1000, 1000, true);
    assertEquals(RED, marker.meter(0, BYTES, RED), "which spends nothing");
    assertEquals(YELLOW, marker.meter(0, BYTES, YELLOW), "which spends the peak's alone");
    assertEquals(GREEN, marker.meter(0, BYTES, GREEN));
    assertEquals(RED, marker.meter(0, BYTES, YELLOW));
  }

  @Test
  void theWindowFollowsItsFormula() {
    TimeSlidingWindow window = new TimeSlidingWindow(0, 1000, SECOND);
    assertEquals((1000 * 1.0 + 500) / (0.5 + 1.0), window.add(SECOND / 2, 500));
    assertEquals(1000.0 / 2.0, window.bytesPerSecond(SECOND / 2 + SECOND), "and fades");
    assertEquals(1000.0, window.bytesPerSecond(SECOND / 2), "to look changes nothing");
  }

  @Test
  void aConstantStreamIsFoundAtItsRate() {
    TimeSlidingWindow window = new TimeSlidingWindow(0, 0, SECOND);
    for (int packet = 1; packet <= 2000; packet++) {
      window.add(packet * 10 * MILLI, BYTES); // 100,000 B/s
    }
    assertEquals(100_000, window.bytesPerSecond(20 * SECOND), 1_000);
  }

  @ParameterizedTest
  @CsvSource({ // load of CTR 100,000 B/s and PTR 200,000 B/s: shares by RFC 2859 §4
    "1, 1.0, 0.0, 0.0",
    "1.5, 0.6667, 0.3333, 0.0",
    "2, 0.5, 0.5, 0.0",
    "4, 0.25, 0.25, 0.5"
  })
  void theSlidingWindowMarksInProportion(double load, double green, double yellow, double red) {
    Marker marker =
        new SlidingWindowMarker(0, 100_000, 200_000, SECOND, Streams.of(1, "n", "marker"));
    long[] counted = new long[3];
    int packets = 20_000;
    for (int packet = 1; packet <= packets; packet++) {
      long now = (long) (packet * (10 * MILLI / load));
      counted[marker.meter(now, BYTES, RED).ordinal()]++;
    }
    double[] shares = {green, yellow, red};
    for (int colour = 0; colour < 3; colour++) {
      assertEquals(shares[colour], counted[colour] / (double) packets, 0.03, "of " + colour);
    }
    assertTrue(counted[0] > 0);
  }

  @Test
  void aPacketComesWithTheColourOfItsCodePoint() {
    assertEquals(GREEN, Colour.of(10));
    assertEquals(YELLOW, Colour.of(20));
    assertEquals(RED, Colour.of(38));
    assertEquals(GREEN, Colour.of(0), "not marked yet");
    assertEquals(GREEN, Colour.of(46));
  }
}
