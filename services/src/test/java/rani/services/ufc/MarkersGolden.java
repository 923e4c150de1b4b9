// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.Nanos;
import rani.world.Streams;

/** The colours that {@code golden/marker_colours.py} gives. */
class MarkersGolden {
  private static final long WINDOW_NANOS = Nanos.SECOND / 4;

  @ParameterizedTest
  @ValueSource(strings = {"srtcm-blind", "srtcm-aware", "trtcm-blind", "trtcm-aware", "tsw3cm"})
  void everyPacketHasTheColourOfTheScript(String scenario) throws IOException {
    Marker marker = marker(scenario);
    List<String> lines = lines(scenario);
    assertFalse(lines.isEmpty());
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      Colour before = Colour.values()[Integer.parseInt(words[3])];
      Colour after = marker.meter(Long.parseLong(words[1]), Integer.parseInt(words[2]), before);
      assertEquals(Integer.parseInt(words[4]), after.ordinal(), line);
    }
  }

  private static Marker marker(String scenario) {
    return switch (scenario) {
      case "srtcm-blind" -> new SingleRateMarker(0, 125_000, 6000, 9000, false);
      case "srtcm-aware" -> new SingleRateMarker(0, 125_000, 6000, 9000, true);
      case "trtcm-blind" -> new TwoRateMarker(0, 187_500, 4000, 125_000, 3000, false);
      case "trtcm-aware" -> new TwoRateMarker(0, 187_500, 4000, 125_000, 3000, true);
      default ->
          new SlidingWindowMarker(0, 125_000, 187_500, WINDOW_NANOS, Streams.of(7, "n", "marker"));
    };
  }

  private static List<String> lines(String scenario) throws IOException {
    try (InputStream in =
        requireNonNull(MarkersGolden.class.getResourceAsStream("/golden/marker_colours.txt"))) {
      String all = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return all.lines().filter(line -> line.startsWith(scenario + " ")).toList();
    }
  }
}
