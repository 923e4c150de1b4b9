// SPDX-License-Identifier: Apache-2.0
package rani.rdp.congestion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.Bytes;

/** The windows of {@code golden/cubic_curve.py}, event by event. */
class CubicGolden {
  private static final double RELATIVE = 1e-9;

  /** How far the window, which grows by acknowledgements, may be from the curve it follows. */
  private static final double FROM_THE_CURVE = 0.03;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "concave-then-convex",
        "as-reno",
        "fast-convergence",
        "after-timeout",
        "slow-start-without-loss"
      })
  void theWindowFollowsTheScript(String scenario) {
    List<List<String>> events =
        Bytes.lines("/golden/cubic_curve.txt").stream()
            .map(line -> List.of(line.split(" ")))
            .filter(words -> words.get(0).equals(scenario))
            .toList();
    assertFalse(events.isEmpty());
    List<String> start = events.getFirst();
    var cubic = new Cubic(Integer.parseInt(start.get(2)), Integer.parseInt(start.get(3)));
    for (List<String> event : events) {
      double expected = Double.parseDouble(event.getLast());
      double tolerance = expected * RELATIVE;
      switch (event.get(1)) {
        case "acks" -> acknowledge(cubic, event);
        case "loss" -> cubic.lossDetected(nanos(event, 2), (int) nanos(event, 3));
        case "timeout" -> cubic.timedOut(nanos(event, 2), (int) nanos(event, 3), false);
        case "curve" -> tolerance = expected * FROM_THE_CURVE;
        default -> assertEquals("start", event.get(1));
      }
      assertEquals(expected, cubic.cwnd(), tolerance, event::toString);
    }
  }

  private static void acknowledge(Cubic cubic, List<String> event) {
    for (int ack = 0; ack < nanos(event, 4); ack++) {
      long now = nanos(event, 2) + ack * nanos(event, 3);
      cubic.acknowledged(now, (int) nanos(event, 6), nanos(event, 5));
    }
  }

  private static long nanos(List<String> event, int word) {
    return Long.parseLong(event.get(word));
  }
}
