// SPDX-License-Identifier: Apache-2.0
package rani.link;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.fixture.QueueScript;
import rani.fixture.TestPort;
import rani.queue.QueueConfig;

/** When packets leave a link that follows a trace, by {@code golden/link_traces.py}. */
class LinkTracesGolden {
  private static final long MILLISECOND_NANOS = 1_000_000;
  private static final long LAST_NANOS = 4_000_000_000_000_000L;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant",
        "small",
        "bursts",
        "on-the-tick",
        "started",
        "once",
        "idle",
        "steps",
        "steps-once",
        "steps-fast",
        "steps-slow"
      })
  void everyPacketLeavesAsInTheScript(String scenario) {
    QueueScript script = QueueScript.of("/golden/link_traces.txt.gz", scenario);
    try (TestPort port = TestPort.of(trace(scenario, script), QueueConfig.dropTail(5000))) {
      port.port().go(0, 0);
      script.arrive(port);
      port.runTo(LAST_NANOS);
      script.compare(port, "departs");
    }
  }

  private static TracedLink trace(String scenario, QueueScript script) {
    String[] words = script.first();
    String[] values = words[5].split(",");
    LinkTrace trace =
        words[1].equals("trace")
            ? new DeliveryTrace(
                Arrays.stream(values).mapToInt(Integer::parseInt).toArray(), MILLISECOND_NANOS)
            : new StepTrace(numbers(values, 0), numbers(values, 1), new long[0], new double[0]);
    return new TracedLink(
        scenario,
        trace,
        words[2].equals("loop"),
        Long.parseLong(words[3]),
        Long.parseLong(words[4]));
  }

  private static long[] numbers(String[] pairs, int which) {
    return Arrays.stream(pairs).mapToLong(pair -> Long.parseLong(pair.split(":")[which])).toArray();
  }
}
