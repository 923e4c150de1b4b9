// SPDX-License-Identifier: Apache-2.0
package rani.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class MicroBenchmarksTest {
  /** Each once or a few times, in this JVM: whether they run, not how fast. */
  @Test
  void everyBenchmarkRuns() throws Exception {
    System.setProperty("jmh.ignoreLock", "true"); // which would stay in the temporary folder
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include("rani\\..*Bench\\..*")
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(1))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    List<String> names =
        results.stream().map(each -> each.getParams().getBenchmark()).distinct().sorted().toList();
    assertEquals(
        List.of(
            "rani.bench.micro.CodecBench.checkFrame",
            "rani.bench.micro.CodecBench.checkSegment",
            "rani.bench.micro.CodecBench.readSegment",
            "rani.bench.micro.CodecBench.serviceMessage",
            "rani.bench.micro.CodecBench.writeSegment",
            "rani.bench.micro.ForwardBench.forward",
            "rani.bench.micro.ForwardBench.nothing",
            "rani.bench.micro.QueueBench.addAndRemove",
            "rani.bench.micro.QueueBench.red",
            "rani.sim.EventHeapBench.next"),
        names);
    results.forEach(each -> assertTrue(each.getPrimaryResult().getScore() > 0, each::toString));
  }

  @Test
  void aNodeSendsWhatItReceives() {
    ForwardBench bench = new ForwardBench();
    bench.queue = "red";
    bench.filters = 10;
    bench.setUp();
    long before = bench.forward();
    for (int packet = 1; packet <= 100; packet++) {
      assertEquals(before + packet, bench.forward());
    }
  }
}
