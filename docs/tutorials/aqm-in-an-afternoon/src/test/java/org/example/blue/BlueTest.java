// SPDX-License-Identifier: Apache-2.0
package org.example.blue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.nodehost.conversation.StatusQuery;
import rani.testbed.Lab;

/** The discipline in a network in virtual time: the same packets on every run. */
class BlueTest {
  private static Topology network(String queue) throws FileError {
    return TopologyFile.load(
        "network",
        """
        topology: blue
        nodes:
          n1: {services: {source: {flows: [{to: n3, kind: cbr, rate: 90packet/s, packets: 3600}]}}}
          n2: {}
          n3: {services: {sink: {}}}
        links:
          n1 -- n2: {}
          n2 -- n3: {rate: 60packet/s, queue: {limit: 20packet, %s}}
        """
            .formatted(queue));
  }

  /** Drops at the bottleneck by reason, of 3600 packets in 40 s. */
  private static Map<?, ?> drops(String queue) throws Exception {
    try (Lab lab = Lab.virtual(network(queue), 7)) {
      lab.start();
      lab.go();
      lab.runFor(Duration.ofSeconds(50));
      return (Map<?, ?>) lab.show("n2", StatusQuery.COUNTERS).byKey().get("drops-by-reason");
    }
  }

  @Test
  void itDropsByChanceWhatElseWouldOverflow() throws Exception {
    long overflows = (long) drops("discipline: drop-tail").get("queue-full");
    Map<?, ?> drops = drops("discipline: blue, freeze: 10ms");

    assertTrue((long) drops.get("aqm") > 500, drops::toString);
    assertTrue((long) drops.get("queue-full") < overflows / 2, () -> drops + " of " + overflows);
  }

  @Test
  void theSameSeedGivesTheSamePackets() throws Exception {
    assertEquals(drops("discipline: blue"), drops("discipline: blue"));
  }

  @Test
  void aSettingThatIsWrongIsNamedWithItsPlace() {
    FileError error = assertThrows(FileError.class, () -> network("discipline: blue, freeze: 3"));

    assertTrue(error.getMessage().contains("network:8:"), error::getMessage);
    assertTrue(error.getMessage().contains("freeze"), error::getMessage);
  }
}
