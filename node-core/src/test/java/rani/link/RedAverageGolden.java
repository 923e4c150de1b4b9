// SPDX-License-Identifier: Apache-2.0
package rani.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.fixture.Bytes;
import rani.fixture.Packet;
import rani.fixture.TestPort;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;

/** The averages of {@code golden/red_average.py}, arrival by arrival, at a port that serves. */
class RedAverageGolden {
  private static final double RELATIVE = 1e-12;

  /** A line of {@code red_average.txt}. */
  private record Arrival(
      String scenario, long nanos, int length, int queued, double average, boolean taken) {
    static Arrival of(String line) {
      String[] word = line.split(" ", -1);
      return new Arrival(
          word[0],
          Long.parseLong(word[1]),
          Integer.parseInt(word[2]),
          Integer.parseInt(word[3]),
          Double.parseDouble(word[4]),
          word[5].equals("1"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "packets, 0.02, 1000, false, 1000",
    "small-buffer, 0.5, 8, false, 500",
    "bits, 0.002, 1000, false, 500",
    "bytes, 0.1, 1000, true, 500"
  })
  void theAverageFollowsTheScript(
      String scenario, double weight, int limit, boolean byteMode, int meanPacketBytes) {
    Rate rate =
        scenario.startsWith("b") ? Rate.bitsPerSecond(1_000_000) : Rate.packetsPerSecond(40);
    RedConfig red =
        new RedConfig(
            RedRules.OF_1993,
            weight,
            8,
            25,
            0.1,
            RedConfig.Action.NONE,
            false,
            RedConfig.Spacing.UNIFORM,
            byteMode,
            meanPacketBytes,
            false);
    List<Arrival> arrivals =
        Bytes.lines("/golden/red_average.txt").stream()
            .map(Arrival::of)
            .filter(arrival -> arrival.scenario().equals(scenario))
            .toList();
    assertEquals(400, arrivals.size());
    try (TestPort port = TestPort.of(rate, new QueueConfig(limit, FlowIdentity.SOURCE_NODE, red))) {
      for (Arrival arrival : arrivals) {
        port.runTo(arrival.nanos());
        assertEquals(arrival.queued(), port.port().queue().frames(), arrival::toString);
        long dropped = port.ledger().drops();
        port.arrives(Packet.datagram().length(arrival.length()));
        assertEquals(arrival.taken(), port.ledger().drops() == dropped, arrival::toString);
        assertEquals(
            arrival.average(),
            port.averages().getLast(),
            RELATIVE * arrival.average(),
            arrival::toString);
      }
    }
  }
}
