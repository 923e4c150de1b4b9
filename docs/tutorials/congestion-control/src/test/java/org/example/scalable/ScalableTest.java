// SPDX-License-Identifier: Apache-2.0
package org.example.scalable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rani.model.file.FileError;
import rani.model.topology.Topology;
import rani.model.topology.TopologyFile;
import rani.rdp.congestion.CongestionControl;
import rani.testbed.Lab;

/** The control alone, and in a network in virtual time. */
class ScalableTest {
  private static final long SRTT_NANOS = 100_000_000;

  private static Topology network(String options) throws FileError {
    return TopologyFile.load(
        "network",
        """
        topology: scalable
        nodes:
          n1: {services: {source: {flows: [{to: n3, kind: bulk, packets: 2000, %s}]}}}
          n2: {}
          n3: {services: {sink: {}}}
        links:
          n1 -- n2: {delay: 20ms}
          n2 -- n3: {rate: 2Mbit/s, queue: {limit: 20packet}}
        """
            .formatted(options));
  }

  @Test
  void aLossTakesAnEighth() {
    CongestionControl control = new Scalable.Provider().create(100, 100);
    control.acknowledged(0, 10, SRTT_NANOS);
    assertEquals(100.1, control.cwnd(), 1e-9);
    control.lossDetected(0, 80);
    assertEquals(70, control.cwnd(), 1e-9);
  }

  @Test
  void allArrivesThroughABottleneck() throws Exception {
    try (Lab lab = Lab.virtual(network("congestion: scalable, scalable-gain: 0.02"), 7)) {
      lab.start();
      lab.go();
      lab.runFor(Duration.ofSeconds(60));
      Map<?, ?> flow = lab.tell("n1", "source", "show", List.of("0")).facts().byKey();

      assertEquals(true, flow.get("done"), flow::toString);
      assertEquals(2000L, flow.get("acknowledged"), flow::toString);
    }
  }

  @Test
  void anOptionThatIsWrongIsNamedWithItsPlace() {
    FileError error =
        assertThrows(FileError.class, () -> network("congestion: scalable, scalable-gain: much"));

    assertTrue(error.getMessage().contains("network:3:"), error::getMessage);
    assertTrue(error.getMessage().contains("scalable-gain"), error::getMessage);
  }
}
