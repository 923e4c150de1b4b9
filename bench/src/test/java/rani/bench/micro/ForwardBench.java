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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.bench.harness.PureNode;
import rani.node.Command;
import rani.queue.QueueConfig;
import rani.queue.Rate;
import rani.wire.Address;
import rani.wire.FlowIdentity;
import rani.wire.FlowKey;

/**
 * A packet's way through a node, from {@code Node.receive} to {@code World.send}, and the copy of
 * its headers that makes it new each time. With {@code red} it waits behind others, and one goes
 * out as one comes in.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ForwardBench {
  private static final int BYTES = 256;
  private static final int LIMIT_FRAMES = 400;
  private static final int WAITING = 10;

  /** One packet in so long, and one out. */
  private static final long GAP_NANOS = 2000;

  private static final long HOUR_NANOS = 3_600_000_000_000L;

  /** What stands before the link: nothing that waits, or a RED queue in which packets do. */
  @Param({"none", "red"})
  public String queue = "none";

  /** How many flows are filtered, none of them this packet's. */
  @Param({"0", "10", "1000"})
  public int filters;

  private PureNode middle = new PureNode(Rate.UNLIMITED, QueueConfig.dropTail(LIMIT_FRAMES));
  private final ByteBuf headers = Packets.datagram(BYTES);
  private final ByteBuf[] frames = new ByteBuf[2 * WAITING];
  private int next;

  /** Makes the node, its filters, and packets that wait. */
  @Setup
  public void setUp() {
    boolean red = queue.equals("red");
    middle =
        new PureNode(
            red ? Rate.bitsPerSecond(BYTES * 8 * 1e9 / GAP_NANOS) : Rate.UNLIMITED,
            red ? red() : QueueConfig.dropTail(LIMIT_FRAMES));
    for (int filter = 0; filter < filters; filter++) {
      var reply =
          middle
              .node()
              .handle(
                  0,
                  new Command.AddFilter(
                      PureNode.BY_SOURCE,
                      false,
                      FlowKey.ofSource(Address.parse("10.1.0.0") + filter),
                      HOUR_NANOS));
      if (!reply.ok()) {
        throw new IllegalStateException(reply.message());
      }
    }
    for (int i = 0; i < frames.length; i++) {
      frames[i] = Packets.datagram(BYTES);
    }
    for (int i = 0; red && i < WAITING; i++) {
      middle.receive(fresh());
    }
  }

  private static QueueConfig red() {
    return new QueueConfig(
        LIMIT_FRAMES,
        FlowIdentity.SOURCE_NODE,
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
            false));
  }

  private ByteBuf fresh() {
    ByteBuf frame = frames[next];
    next = next + 1 == frames.length ? 0 : next + 1;
    return frame.setBytes(0, headers, 0, PureNode.HEADER_BYTES).retain();
  }

  /** One packet in, one packet out. */
  @Benchmark
  public long forward() {
    middle.passTo(middle.nowNanos() + GAP_NANOS);
    middle.receive(fresh());
    return middle.sent();
  }

  /** The same without the node: what the benchmark itself takes of it. */
  @Benchmark
  public boolean nothing() {
    return fresh().release();
  }
}
