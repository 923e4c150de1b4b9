// SPDX-License-Identifier: Apache-2.0
package rani.bench.edge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import rani.bench.harness.Workspace;
import rani.ground.LabFailure;
import tools.jackson.databind.json.JsonMapper;

/** What {@code rani bench edge} makes of iperf3's answer; its keys are those of iperf3(1). */
class TcpLoadTest {
  private static final double NONE = 1e-9;

  private record IdlePath(String name) implements EdgePath {
    @Override
    public List<String> atSource() {
      return List.of();
    }

    @Override
    public List<String> atSink() {
      return List.of();
    }

    @Override
    public String sinkAddress() {
      return "192.0.2.1";
    }

    @Override
    public long cpuNanos() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private static double[] figures(String answer, long pathNanos, Set<String> congestionControls)
      throws Exception {
    try (Workspace workshop = new Workspace()) {
      return new TcpLoad(new IdlePath("path"), workshop, congestionControls)
          .figures(new JsonMapper().readTree(answer), pathNanos);
    }
  }

  /**
   * Segments of 1448 bytes fill packets of 1500, so that 144.8 Mbit/s of data are 150 of IPv4. Two
   * seconds at half a processor and three of the path are 4 s for 20 MB.
   */
  @Test
  void packetsCountWithTheirHeadersAndTimeOfAllIntervals() throws Exception {
    Set<String> congestionControls = new TreeSet<>();
    double[] figures =
        figures(
            """
            {"start": {"tcp_mss_default": 1448},
             "intervals": [{"sum": {"bytes": 5000000, "seconds": 1, "omitted": true}},
                           {"sum": {"bytes": 15000000, "seconds": 1, "omitted": false}}],
             "end": {"sum_received": {"bytes": 18100000, "seconds": 1, "bits_per_second": 144.8e6},
                     "cpu_utilization_percent": {"host_total": 30, "remote_total": 20},
                     "sender_tcp_congestion": "cubic"}}
            """,
            3_000_000_000L,
            congestionControls);
    assertArrayEquals(new double[] {150, 200_000_000}, figures, NONE);
    assertEquals(Set.of("cubic"), congestionControls);
  }

  @Test
  void theReasonOfAConnectionThatFailedIsTold() {
    LabFailure failure =
        assertThrows(
            LabFailure.class,
            () -> figures("{\"error\": \"unable to connect\"}", 0, new TreeSet<>()));
    assertEquals("path: unable to connect", failure.getMessage());
  }
}
