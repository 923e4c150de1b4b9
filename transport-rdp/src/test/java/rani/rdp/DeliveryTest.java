// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.fixture.Kind;

/** Messages arrive once and in order, whatever the wire does and anyone who controls the window. */
class DeliveryTest {
  /** Sends numbered messages as fast as it may, then closes. */
  static final class Numbers implements RdpApplication {
    private final TwoEnds ends;
    private final int count;
    private final int bytes;
    private int next;
    @Nullable CloseReason closed;

    Numbers(TwoEnds ends, int count, int bytes) {
      this.ends = ends;
      this.count = count;
      this.bytes = bytes;
    }

    @Override
    public void opened(long nowNanos, RdpConnection connection) {
      writable(nowNanos, connection);
    }

    @Override
    public void writable(long nowNanos, RdpConnection connection) {
      while (next < count) {
        ByteBuf message = ends.buffers().buffer(bytes).writeInt(next).writeZero(bytes - 4);
        if (!connection.send(nowNanos, message)) {
          message.release();
          return;
        }
        next++;
      }
      connection.close(nowNanos);
    }

    @Override
    public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
      throw new AssertionError("no one sends this way");
    }

    @Override
    public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
      closed = reason;
    }
  }

  /** Keeps the numbers that come. */
  static final class Kept implements RdpApplication {
    final List<Integer> numbers = new ArrayList<>();
    @Nullable CloseReason closed;

    @Override
    public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
      numbers.add(message.getInt(message.readerIndex()));
    }

    @Override
    public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
      closed = reason;
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void allArrivesOverACleanWire(Kind kind) {
    transfer(1, kind, TwoEnds.Wire.clean(10 * TwoEnds.MILLISECOND), 1000);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void allArrivesThroughABottleneck(Kind kind) {
    transfer(1, kind, TwoEnds.Wire.bottleneck(1_000_000, 20, 20 * TwoEnds.MILLISECOND), 1000);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void allArrivesOverABadWire(long seed) {
    TwoEnds.Wire wire =
        new TwoEnds.Wire(
            0, 0, 20 * TwoEnds.MILLISECOND, 0.05, 0.05, 0.2, 30 * TwoEnds.MILLISECOND, 0.02, 0);
    for (Kind kind : Kind.values()) {
      transfer(seed, kind, wire, 400);
    }
  }

  private static void transfer(long seed, Kind kind, TwoEnds.Wire wire, int messages) {
    TwoEnds ends = new TwoEnds(seed, wire);
    RdpConfig config = RdpConfig.DEFAULT.with(CongestionConfig.DEFAULT.with(kind.provider()));
    Kept kept = new Kept();
    ends.right().endpoint().listen(7000, config, (now, connection) -> kept);
    Numbers numbers = new Numbers(ends, messages, 1000);
    RdpConnection connection =
        ends.left().endpoint().connect(0, TwoEnds.RIGHT, 7000, config, numbers);
    ends.runUntil(600 * TwoEnds.SECOND);
    assertEquals(IntStream.range(0, messages).boxed().toList(), kept.numbers);
    assertEquals(CloseReason.CLOSED, numbers.closed);
    assertEquals(CloseReason.CLOSED_BY_PEER, kept.closed);
    assertEquals(0, ends.liveBytes());
  }
}
