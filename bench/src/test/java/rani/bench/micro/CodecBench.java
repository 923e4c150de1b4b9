// SPDX-License-Identifier: Apache-2.0
package rani.bench.micro;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
import rani.bench.harness.PureNode;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.services.lgc.ActiveFilter;
import rani.wire.FlowKey;
import rani.wire.Frame;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;
import rani.world.DropReason;

/** What is written and read of packets: frames, service messages, segments of RDP. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBench {
  private static final int FRAME_BYTES = 256;
  private static final int DATA_BYTES = 1300;
  private static final int PORT = 7000;

  private final ServiceMessage message =
      new ActiveFilter(1, FlowKey.ofSource(PureNode.SOURCE), PureNode.SINK, 0);
  private final List<MessageFormat> known = List.of(message.format());
  private final Segment segment =
      new Segment(
          Segment.ACK,
          PORT,
          PORT,
          1,
          1,
          null,
          Segment.NO_EACKS,
          null,
          Unpooled.buffer(DATA_BYTES).writeZero(DATA_BYTES));
  private final ByteBuf frame = Packets.datagram(FRAME_BYTES);
  private final ByteBuf out = Unpooled.buffer(2 * DATA_BYTES);
  private final ByteBuf written = Unpooled.buffer(2 * DATA_BYTES);

  /** Writes the segment that is read. */
  @Setup
  public void setUp() {
    SegmentCodec.encode(segment, written, 0, PureNode.SOURCE, PureNode.SINK, true);
  }

  /** A frame's form, looked over. */
  @Benchmark
  public @Nullable DropReason checkFrame() {
    return Frame.check(frame);
  }

  /** A service message, written and read. */
  @Benchmark
  public @Nullable ServiceMessage serviceMessage() {
    MessageFormat.write(message, out, 0);
    return MessageFormat.read(known, out, 0, MessageFormat.length(message));
  }

  /** A full segment with its checksum, written. */
  @Benchmark
  public ByteBuf writeSegment() {
    SegmentCodec.encode(segment, out, 0, PureNode.SOURCE, PureNode.SINK, true);
    return out;
  }

  /** A full segment with its checksum, checked. */
  @Benchmark
  public @Nullable RefusalReason checkSegment() {
    return SegmentCodec.check(
        written, 0, SegmentCodec.length(segment), PureNode.SOURCE, PureNode.SINK, true);
  }

  /** The same, read. */
  @Benchmark
  public Segment readSegment() {
    return SegmentCodec.decode(written, 0, SegmentCodec.length(segment));
  }
}
