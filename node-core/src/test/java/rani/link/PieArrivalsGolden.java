// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.Bytes;
import rani.fixture.Packet;
import rani.fixture.TestPort;
import rani.queue.PieConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;
import rani.world.DropReason;

/** What {@code golden/pie_arrivals.py} lets in, marks and drops, at a port that serves. */
class PieArrivalsGolden {
  private static final int ECT_0 = 2;

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
    List<String[]> lines =
        Bytes.lines("/golden/pie_arrivals.txt").stream()
            .map(line -> line.split(" ", -1))
            .filter(words -> words[0].equals(scenario))
            .toList();
    assertFalse(lines.isEmpty());
    try (TestPort port = TestPort.of(Rate.bitsPerSecond(bitsPerSecond), queue)) {
      for (String[] line : lines) {
        if (line[1].equals("arrives")) {
          port.runTo(Long.parseLong(line[2]));
          port.arrives(
              Packet.datagram()
                  .lifetimeMicros(60_000_000)
                  .id(Integer.parseInt(line[3]))
                  .ports(5000 + Integer.parseInt(line[4]), 7)
                  .length(Integer.parseInt(line[5]))
                  .ecn(line[6].equals("1") ? ECT_0 : 0));
        }
      }
      for (String kind : List.of("departs", "mark", "early", "full")) {
        String expected =
            lines.stream()
                .filter(line -> line[1].equals(kind))
                .map(line -> line[2] + " " + line[3])
                .collect(Collectors.joining("\n"));
        assertEquals(expected, String.join("\n", port.fates(kind)), kind);
      }
      assertTrue(port.ledger().drops(DropReason.PIE) > 0, "the counter of its own reason");
    }
  }
}
