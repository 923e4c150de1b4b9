// SPDX-License-Identifier: Apache-2.0
package rani.bench.micro;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import rani.aqm.Red;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.queue.MonitoredQueue;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.FlowIdentity;
import rani.world.Streams;
import rani.world.Verdict;

/** RED's verdict, and a queue that keeps books of its flows: one packet in, one out. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class QueueBench {
  private static final int BYTES = 256;
  private static final int LIMIT_FRAMES = 400;
  private static final int WAITING = 100;
  private static final long GAP_NANOS = 2000;
  private static final int EGRESS = 1;

  private final MonitoredQueue queue =
      new MonitoredQueue(LIMIT_FRAMES, FlowIdentity.SOURCE_NODE, QueueConfig.NO_LIMIT);
  private final ByteBuf frame = Packets.datagram(BYTES);
  private final Red red =
      new Red(
          new RedConfig(
              RedRules.OF_1993,
              0.002,
              50,
              150,
              0.1,
              RedConfig.Action.DROP,
              false,
              RedConfig.Spacing.UNIFORM,
              false,
              BYTES,
              false),
          Rate.packetsPerSecond(1e9 / GAP_NANOS),
          Streams.of(1, "n", "red"));
  private long nowNanos;

  /** Makes a queue between RED's thresholds. */
  @Setup
  public void setUp() {
    for (int i = 0; i < WAITING; i++) {
      int _ = queue.add(nowNanos, frame, EGRESS, nowNanos);
    }
  }

  /** The average, the draw, the verdict. */
  @Benchmark
  public Verdict red() {
    nowNanos += GAP_NANOS;
    return red.decide(nowNanos, queue, frame);
  }

  /** One in at the end, one out at the front. */
  @Benchmark
  public ByteBuf addAndRemove() {
    nowNanos += GAP_NANOS;
    int _ = queue.add(nowNanos, frame, EGRESS, nowNanos);
    return queue.remove(queue.head());
  }
}
