// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.PortUnreachableException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rani.fixture.FakeWorld;
import rani.link.ImpairmentConfig;
import rani.link.LinkSeal;
import rani.link.WireImpairment;
import rani.world.LinkId;

class UdpLinkTest {
  /** A socket whose buffer in the kernel can be full. */
  private static final class StubbornChannel extends EmbeddedChannel {
    private boolean full;

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws Exception {
      if (!full) {
        super.doWrite(in);
      }
    }
  }

  private final StubbornChannel socket = new StubbornChannel();
  private final DelayLine delayLine = new DelayLine(socket.alloc());
  private long nowNanos;
  private final LoopClock clock = new LoopClock(() -> nowNanos, 0);
  private final WireImpairment wire =
      new WireImpairment(
          new LinkId(0), ImpairmentConfig.NONE, new LinkSeal(null), new FakeWorld(1));
  private final ChannelPair sockets = new ChannelPair(new EmbeddedChannel(), socket);
  private final UdpLink link = new UdpLink(new LinkId(0), sockets, clock, delayLine);

  private void carry(ByteBuf frame) {
    int _ = wire.carry(clock.turn(), frame, link);
  }

  /** What is due in so many nanoseconds leaves. */
  private void pass(long nanos) {
    clock.endTurn();
    nowNanos += nanos;
    delayLine.release(clock.turn());
  }

  private static ByteBuf frame() {
    return Unpooled.buffer(100).writeZero(100);
  }

  private int taken() {
    int count = 0;
    for (Object message = socket.readOutbound(); message != null; message = socket.readOutbound()) {
      ((ByteBuf) message).release();
      count++;
    }
    return count;
  }

  @Test
  void aTurnsFramesAreFlushedAtItsEnd() {
    carry(frame());
    carry(frame());
    assertEquals(0, taken());
    sockets.flush();
    assertEquals(2, taken());
  }

  @Test
  void aLongTurnIsFlushedOnTheWay() {
    for (int i = 0; i < ChannelPair.FLUSH_FRAMES + 1; i++) {
      carry(frame());
    }
    assertEquals(ChannelPair.FLUSH_FRAMES, taken());
    sockets.flush();
    assertEquals(1, taken());
  }

  @Test
  void aFullSocketDropsWhatComesAfterTheTurnThatFilledIt() {
    socket.full = true;
    carry(frame());
    carry(frame());
    sockets.flush();
    List<ByteBuf> late = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      late.add(frame());
      carry(late.getLast());
    }
    assertEquals(10, link.socketErrors().socketFull());
    late.forEach(frame -> assertEquals(0, frame.refCnt()));

    socket.full = false;
    socket.flush(); // as the event loop does when the socket has room again
    carry(frame());
    sockets.flush();
    assertEquals(3, taken());
    assertEquals(10, link.socketErrors().socketFull());
  }

  @Test
  void aRefusedDatagramIsNotAnyError() {
    link.socketFailed(new PortUnreachableException());
    link.socketFailed(new IOException("no buffer space"));
    assertEquals(1, link.socketErrors().portUnreachable());
    assertEquals(1, link.socketErrors().socketErrors());
  }

  @Test
  void framesWhoseDelaysVaryLeaveInOrderAtTheTimesDrawn() {
    wire.configure(new ImpairmentConfig(20, 20, 0, 0, 0, 0));
    for (int number = 0; number < 100; number++) {
      carry(frame().setInt(0, number));
    }
    assertEquals(100, wire.waiting());
    pass(20);
    sockets.flush();
    List<Integer> came = new ArrayList<>();
    for (Object sent = socket.readOutbound(); sent != null; sent = socket.readOutbound()) {
      came.add(((ByteBuf) sent).getInt(0));
      ((ByteBuf) sent).release();
    }
    assertEquals(IntStream.range(0, came.size()).boxed().toList(), came);
    assertEquals(100 - came.size(), wire.waiting());
    assertTrue(came.size() > 30 && came.size() < 70, "half of the times have come");
  }

  @Test
  void framesThatWaitAreLetGoWithTheLineOrTheLink() {
    wire.configure(new ImpairmentConfig(20, 20, 0, 0, 0, 0));
    List<ByteBuf> frames = new ArrayList<>();
    for (int number = 0; number < 20; number++) {
      frames.add(frame());
      carry(frames.getLast());
    }
    link.close();
    pass(20);
    long left = frames.stream().filter(frame -> frame.refCnt() > 0).count();
    assertEquals(wire.waiting(), left);
    assertTrue(left > 0);
    delayLine.clear();
    frames.forEach(frame -> assertEquals(0, frame.refCnt()));
    assertTrue(delayLine.isEmpty());
  }
}
