// SPDX-License-Identifier: Apache-2.0
package rani.sim;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The heap of virtual time, of a size that stays: the first event off, another on. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EventHeapBench {
  private static final int SPREAD_NANOS = 1_000_000;

  /** How many wires and nodes wait for something. */
  @Param({"10", "1000", "100000"})
  public int events;

  private final EventHeap heap = new EventHeap();
  private final SplittableRandom random = new SplittableRandom(1);
  private long nowNanos;

  /** Fills it. */
  @Setup
  public void setUp() {
    for (int i = 0; i < events; i++) {
      EventHeap.Event _ = heap.add(random.nextInt(SPREAD_NANOS));
    }
  }

  /** What one event takes of it. */
  @Benchmark
  public long next() {
    EventHeap.Event first = heap.remove();
    nowNanos = first.atNanos;
    heap.recycle(first);
    return heap.add(nowNanos + random.nextInt(SPREAD_NANOS)).sequence;
  }
}
