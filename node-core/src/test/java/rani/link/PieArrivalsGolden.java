// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.PieConfig;
import rani.fixture.QueueScript;
import rani.fixture.TestPort;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;
import rani.world.DropReason;

/** What {@code golden/pie_arrivals.py} lets in, marks and drops, at a port that serves. */
class PieArrivalsGolden {
  @ParameterizedTest
  @CsvSource({
    "pie, 1000, false, 2500000",
    "pie-limit, 30, false, 2500000",
    "pie-ecn, 1000, true, 2500000",
    "pie-slow, 1000, false, 100000"
  })
  void everyPacketFaresAsInTheScript(String scenario, int limit, boolean ecn, long bitsPerSecond) {
    PieConfig unsaid = PieConfig.DEFAULT;
    QueueConfig queue =
        new QueueConfig(
            limit,
            FlowIdentity.FIVE_TUPLE,
            new PieConfig(unsaid.targetNanos(), unsaid.updateNanos(), unsaid.burstNanos(), ecn));
    QueueScript script = QueueScript.of("/golden/pie_arrivals.txt", scenario);
    try (TestPort port = TestPort.of(Rate.bitsPerSecond(bitsPerSecond), queue)) {
      script.play(port, "departs", "mark", "early", "full");
      assertTrue(port.ledger().drops(DropReason.PIE) > 0, "the counter of its own reason");
    }
  }
}
