// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.fixture.Bytes;
import rani.fixture.Nanos;
import rani.fixture.Packet;
import rani.fixture.TestPort;
import rani.queue.CodelConfig;
import rani.queue.FqCodelConfig;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;

/** What {@code golden/codel_departures.py} lets go, marks and drops, at a port that serves. */
class CodelDeparturesGolden {
  private static final Rate RATE = Rate.bitsPerSecond(1_000_000);
  private static final int ECT_0 = 2;

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
    List<String[]> lines =
        Bytes.lines("/golden/codel_departures.txt").stream()
            .map(line -> line.split(" ", -1))
            .filter(words -> words[0].equals(scenario))
            .toList();
    assertFalse(lines.isEmpty());
    try (TestPort port = TestPort.of(RATE, queue)) {
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
      for (String kind : List.of("departs", "mark", "drop", "full")) {
        String expected =
            lines.stream()
                .filter(line -> line[1].equals(kind))
                .map(line -> line[2] + " " + line[3])
                .collect(Collectors.joining("\n"));
        assertEquals(expected, String.join("\n", port.fates(kind)), kind);
      }
    }
  }
}
