// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rani.world.LinkEnd;
import rani.world.LinkId;
import rani.world.Wire;

class DelayLineTest {
  private static final UnpooledByteBufAllocator BUFFERS = UnpooledByteBufAllocator.DEFAULT;

  private final List<Integer> written = new ArrayList<>();
  private final Keeping end = new Keeping();

  /** Keeps its frames itself. */
  private final class Keeping implements LinkEnd {
    private int cleared;

    @Override
    public LinkId id() {
      return new LinkId(0);
    }

    @Override
    public int carry(long nowNanos, ByteBuf frame, Wire by) {
      throw new AssertionError("a line carries nothing");
    }

    @Override
    public void serve(long dueNanos) {
      written.add((int) -dueNanos);
    }

    @Override
    public void clear() {
      cleared++;
    }

    @Override
    public ByteBuf seal(ByteBuf frame) {
      throw new AssertionError("a line seals nothing");
    }
  }

  /** Writes down what is delivered. */
  private final Wire wire =
      new Wire() {
        @Override
        public void deliver(LinkEnd from, long dueNanos, ByteBuf frame) {
          assertSame(end, from);
          written.add(frame.getInt(0));
          frame.release();
        }

        @Override
        public boolean serveAt(LinkEnd from, long dueNanos, int lengthBytes) {
          throw new AssertionError("a line delivers");
        }
      };

  private static ByteBuf frame(int number) {
    return BUFFERS.buffer(100).writeInt(number).writeZero(96);
  }

  @Test
  void releasesByDueTimeAndAmongEqualsInTheOrderTheyCame() {
    DelayLine line = new DelayLine(BUFFERS);
    line.add(30, end, wire, frame(3));
    line.add(10, end, wire, frame(1));
    line.add(20, end, wire, frame(20));
    line.add(20, end, wire, frame(21));
    line.add(20, end, wire, frame(22));
    assertEquals(10, line.nextDueNanos());
    line.release(9);
    assertEquals(List.of(), written);
    line.release(20);
    assertEquals(List.of(1, 20, 21, 22), written);
    assertEquals(30, line.nextDueNanos());
    line.release(1000);
    assertEquals(List.of(1, 20, 21, 22, 3), written);
    assertTrue(line.isEmpty());
  }

  @Test
  void servesWhoKeepsItsFramesAmongThemAndWithinTheSameRoom() {
    DelayLine line = new DelayLine(BUFFERS, 3, 250);
    assertTrue(line.serveAt(20, end, wire, 100));
    line.add(20, end, wire, frame(5));
    assertFalse(line.serveAt(10, end, wire, 100), "no room for its bytes");
    assertTrue(line.serveAt(10, end, wire, 50));
    assertFalse(line.serveAt(10, end, wire, 0), "no room for one more");
    assertEquals(2, line.dropped());
    line.release(20);
    assertEquals(List.of(-10, -20, 5), written);
    assertTrue(line.serveAt(30, end, wire, 250), "what has left makes room");
    line.clear();
    assertEquals(1, end.cleared);
  }

  @Test
  void howLateFramesAreIsCountedAnewFromGo() {
    DelayLine line = new DelayLine(BUFFERS);
    line.add(10, end, wire, frame(1));
    line.add(20, end, wire, frame(2));
    line.release(5_000_010);
    assertEquals(2, line.lateness().late());
    assertEquals(5_000_000, line.lateness().maxNanos());
    line.measure();
    line.add(6_000_000, end, wire, frame(3));
    line.release(6_000_000);
    assertEquals(1, line.lateness().departures());
    assertEquals(0, line.lateness().late());
  }

  @Test
  void aFullLineDropsAndCounts() {
    DelayLine line = new DelayLine(BUFFERS, 2, 1000);
    ByteBuf tooMany = frame(3);
    line.add(10, end, wire, frame(1));
    line.add(10, end, wire, frame(2));
    line.add(5, end, wire, tooMany);
    assertEquals(1, line.dropped());
    assertEquals(0, tooMany.refCnt());
    line.release(10);
    assertEquals(List.of(1, 2), written);
  }

  @Test
  void itsBytesAreBoundedToo() {
    DelayLine line = new DelayLine(BUFFERS, 1000, 250);
    for (int i = 0; i < 3; i++) {
      line.add(10, end, wire, frame(i));
    }
    assertEquals(1, line.dropped());
    line.release(10);
    line.add(20, end, wire, frame(7));
    assertEquals(1, line.dropped(), "what has left makes room");
    line.clear();
  }

  @Test
  void doesNotKeepALargeReceiveBufferAlive() {
    DelayLine line = new DelayLine(BUFFERS);
    ByteBuf large = BUFFERS.buffer(26_000).writeInt(5).writeZero(25_996);
    line.add(10, end, wire, large.retainedSlice(0, 100));
    assertEquals(1, large.refCnt());
    line.release(10);
    assertEquals(List.of(5), written);
    large.release();
  }

  @Test
  void letsGoOfEverythingWhenItIsCleared() {
    DelayLine line = new DelayLine(BUFFERS);
    ByteBuf held = frame(1);
    line.add(10, end, wire, held);
    line.clear();
    assertEquals(0, held.refCnt());
    assertEquals(0, line.frames());
  }
}
