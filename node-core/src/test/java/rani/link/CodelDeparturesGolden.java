// SPDX-License-Identifier: Apache-2.0
package rani.link;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.CodelConfig;
import rani.aqm.FqCodelConfig;
import rani.fixture.Nanos;
import rani.fixture.QueueScript;
import rani.fixture.TestPort;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;

/** What {@code golden/codel_departures.py} lets go, marks and drops, at a port that serves. */
class CodelDeparturesGolden {
  private static final Rate RATE = Rate.bitsPerSecond(1_000_000);

  @ParameterizedTest
  @CsvSource({
    "codel, 1000, false, 0",
    "codel-limit, 30, false, 0",
    "codel-ecn, 1000, true, 0",
    "fq-codel, 1000, true, 1514",
    "fq-codel-limit, 40, false, 300"
  })
  void everyPacketFaresAsInTheScript(String scenario, int limit, boolean ecn, int quantumBytes) {
    CodelConfig codel = new CodelConfig(Nanos.ms(5), Nanos.ms(100), ecn);
    QueueConfig queue =
        new QueueConfig(
            limit,
            FlowIdentity.FIVE_TUPLE,
            quantumBytes == 0 ? codel : new FqCodelConfig(codel, 1024, quantumBytes));
    QueueScript script = QueueScript.of("/golden/codel_departures.txt", scenario);
    try (TestPort port = TestPort.of(RATE, queue)) {
      script.play(port, "departs", "mark", "drop", "full");
    }
  }
}
