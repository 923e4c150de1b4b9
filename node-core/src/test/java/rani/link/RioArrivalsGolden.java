// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.RedRules;
import rani.aqm.RioConfig;
import rani.aqm.RioConfig.Coupling;
import rani.aqm.RioConfig.Thresholds;
import rani.fixture.QueueScript;
import rani.fixture.TestPort;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;

/** What {@code golden/rio_arrivals.py} lets in and drops, at a port that serves. */
class RioArrivalsGolden {
  private static final List<Thresholds> NARROW =
      List.of(new Thresholds(6, 12, 0.05), new Thresholds(4, 9, 0.1), new Thresholds(1, 5, 0.5));

  @ParameterizedTest
  @CsvSource({
    "rio-c, RIO_C, false",
    "rio-c-narrow, RIO_C, true",
    "rio-d, RIO_D, false",
    "rio-d-narrow, RIO_D, true",
    "wred, WRED, false",
    "wred-narrow, WRED, true"
  })
  void everyPacketFaresAsInTheScript(String scenario, Coupling coupling, boolean narrow) {
    List<Thresholds> table = narrow ? NARROW : RioConfig.DEFAULT.precedences();
    RioConfig rio = new RioConfig(RedRules.OF_1993, coupling, narrow ? 0.1 : 0.02, 1000, table);
    QueueConfig queue = new QueueConfig(narrow ? 20 : 100, FlowIdentity.FIVE_TUPLE, rio);
    QueueScript script = QueueScript.of("/golden/rio_arrivals.txt", scenario);
    try (TestPort port = TestPort.of(Rate.bitsPerSecond(2_500_000), queue)) {
      script.play(port, "departs", "early", "forced", "full");
    }
  }
}
