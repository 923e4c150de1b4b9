// SPDX-License-Identifier: Apache-2.0
package rani.study.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.study.experiment.SweepFile;

/** Rates are of the time that was measured, and of no other. */
class MeasuredSpanTest {
  @TempDir Path folder;

  @Test
  void transfersOneAfterTheOtherHaveNoMoreThanTheLinkCarries() throws Exception {
    Trial trial =
        run(
            """
            experiment: seq
            topology:
              topology: seq
              nodes: {a: {}, b: {}, r: {}, s: {}}
              links: {a -- r: {}, b -- r: {}, r -- s: {rate: 1Mbit/s, delay: 5ms}}
            traffic:
              - {from: a, to: s, kind: bulk, packets: 1000, size: 1000B}
              - {from: b, to: s, kind: bulk, packets: 1000, size: 1000B, start: 20s}
            run: {until: traffic-done, linger: 100ms, max: 60s}
            expect:
              - {metric: rdp.goodput.total, between: [900kbit/s, 1Mbit/s]}
            """);

    assertTrue(trial.passed(), () -> trial.expectations().toString());
  }

  @Test
  void aLinkIsAsBusyAsWhatPassesItThoughTheRunEndsBeforeTheSpan() throws Exception {
    Trial trial =
        run(
            """
            experiment: span
            topology:
              topology: span
              nodes: {a: {}, r: {}, s: {}}
              links: {a -- r: {}, r -- s: {rate: 1Mbit/s}}
            traffic:
              - {from: a, to: s, kind: cbr, rate: 120packet/s, packets: 600, size: 1000B}
            run: {until: traffic-done, linger: 100ms, max: 60s}
            measure: {queue: r -> s, from: 0s, until: 50s}
            expect:
              - {metric: link.utilisation.r->s, above: 90%}
              - {metric: throughput.a, above: 900000}
            """);

    assertTrue(trial.passed(), () -> trial.expectations().toString());
    assertEquals(
        trial.metrics().getOrDefault("throughput.a", 0.0) / 1e6,
        trial.metrics().getOrDefault("link.utilisation.r->s", 0.0),
        1e-12);
  }

  private Trial run(String experiment) throws Exception {
    Path file = Files.writeString(folder.resolve("experiment.yaml"), experiment);
    return VirtualTrial.run(
        SweepFile.load(file, List.of(), List.of()).variant(0).experiment(),
        1,
        Optional.empty(),
        "no command");
  }
}
