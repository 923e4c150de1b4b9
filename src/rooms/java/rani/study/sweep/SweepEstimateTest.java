// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.model.file.FileError;
import rani.model.file.Location;

class SweepEstimateTest {
  @TempDir private Path folder;

  /** Variants that take ten milliseconds to be refused: 12 trials, two of each. */
  @Test
  void someTrialsAreTriedAndTheLastTellsHowLongAllTake() {
    List<Long> tried = Collections.synchronizedList(new ArrayList<>());
    MadeUpSweep sweep =
        new MadeUpSweep(
            6,
            index -> {
              tried.add(index);
              long since = System.nanoTime();
              while (System.nanoTime() - since < TimeUnit.MILLISECONDS.toNanos(10)) {
                Thread.onSpinWait();
              }
              throw new FileError(Location.ofFile("made-up.yaml"), "makes no sense", "");
            });
    long begin = System.nanoTime();

    double one = SweepEstimate.seconds(sweep.plan(), 1).orElseThrow();

    // No trial took longer than all five.
    double most = (System.nanoTime() - begin) / 1e9;
    assertTrue(one >= 12 * 0.01 && one <= 12 * most, () -> one + " s of " + most);
    // The k-th of five is ⌊12k/5⌋: trials 0, 2, 4, 7 and 9.
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L), tried);
    long again = System.nanoTime();
    double four = SweepEstimate.seconds(sweep.plan(), 4).orElseThrow();
    double atMost = (System.nanoTime() - again) / 1e9;
    assertTrue(four >= 3 * 0.01 && four <= 3 * atMost, () -> four + " s of " + atMost);
  }

  @Test
  void whoIsInterruptedStopsWaiting() {
    CountDownLatch leave = new CountDownLatch(1);
    MadeUpSweep sweep =
        new MadeUpSweep(
            1,
            index -> {
              try {
                leave.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              throw new FileError(Location.ofFile("made-up.yaml"), "makes no sense", "");
            });
    Thread.currentThread().interrupt();

    assertEquals(Optional.empty(), SweepEstimate.seconds(sweep.plan(), 1));

    assertTrue(Thread.interrupted(), "still is");
    leave.countDown();
  }

  @Test
  void nothingIsWritten() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);

    assertTrue(SweepEstimate.seconds(sample.plan(Shard.WHOLE), 1).isPresent());

    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(sample.file()), files.toList());
    }
  }
}
