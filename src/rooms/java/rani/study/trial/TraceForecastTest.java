// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.study.experiment.Experiment;
import rani.study.experiment.SweepFile;

/** What the beginning tells of all, beside the trace of all. */
class TraceForecastTest {
  private static final String STEADY =
      """
      experiment: steady
      topology:
        topology: t
        nodes: {n1: {}, n2: {}, n3: {}}
        links: {n1 -- n2: {delay: 1ms}, n2 -- n3: {delay: 1ms}}
      traffic:
        - {from: n1, to: n3, kind: cbr, packets: 1000000, rate: 400packet/s}
        - {from: n1, to: n2, kind: cbr, packets: 1000000, rate: 100packet/s}
      run: {until: 60s, max: 2min}
      """;

  @TempDir private Path folder;

  @Test
  void aLongRunComesToWhatItsTraceHas() throws Exception {
    Experiment experiment = read(STEADY);

    TraceForecast forecast = TraceForecast.of(experiment, 1).orElseThrow();

    Map<String, Long> bytes = traced(experiment);
    long all = bytes.values().stream().mapToLong(Long::longValue).sum();
    assertEquals(all, forecast.bytes(), 0.05 * all);
    long most = Collections.max(bytes.values());
    assertEquals(most, forecast.busiestBytes(), 0.05 * most);
    assertEquals(62_000_000_000L, forecast.spanNanos());
    assertFalse(forecast.isUpperEnd());
  }

  @Test
  void aShortRunIsKnownWhole() throws Exception {
    Experiment experiment =
        read(
            STEADY.replace("packets: 1000000", "packets: 500").replace("until: 60s", "linger: 0s"));

    TraceForecast forecast = TraceForecast.of(experiment, 1).orElseThrow();

    long all = traced(experiment).values().stream().mapToLong(Long::longValue).sum();
    assertEquals(all, forecast.bytes(), 0.01 * all);
    assertTrue(forecast.spanNanos() < 6_000_000_000L, forecast::toString);
    assertFalse(forecast.isUpperEnd());
  }

  @Test
  void ofTrafficWhoseEndIsNotSeenItIsTheMost() throws Exception {
    TraceForecast forecast =
        TraceForecast.of(read(STEADY.replace("until: 60s, ", "")), 1).orElseThrow();

    assertEquals(120_000_000_000L, forecast.spanNanos());
    assertTrue(forecast.isUpperEnd());
  }

  @Test
  void whereRealProgramsSendThereIsNone() throws Exception {
    String forwards =
        "  forwards: [{tcp: \"127.0.0.1:18080\", from: n1, to: n3, target: \"127.0.0.1:9\"}]\n"
            + "traffic:";
    assertEquals(Optional.empty(), TraceForecast.of(read(STEADY.replace("traffic:", forwards)), 1));
  }

  private Experiment read(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("e.yaml"), text);
    return SweepFile.load(file, List.of(), List.of()).variant(0).experiment();
  }

  /** The bytes of each node's lines in a run's trace. */
  private Map<String, Long> traced(Experiment experiment) throws Exception {
    Path file = folder.resolve("trace");
    VirtualTrial.run(experiment, 1, Optional.of(file), "");
    Map<String, Long> bytes = new LinkedHashMap<>();
    try (var lines = Files.lines(file)) {
      lines.forEach(line -> bytes.merge(line.split(" ", 3)[1], line.length() + 1L, Long::sum));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes;
  }
}
