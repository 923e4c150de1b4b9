// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import rani.fixture.Bytes;
import rani.fixture.Packet;

class FrameTest {
  private static final UnpooledByteBufAllocator BUFFERS = UnpooledByteBufAllocator.DEFAULT;

  @Test
  void theLargestPacketIsTaken() {
    ByteBuf frame = Packet.datagram().length(Ipv4Header.TOTAL_LENGTH_MAX).frame();
    assertNull(Frame.check(frame));
    assertEquals(65_535, Frame.length(frame));
    assertTrue(frame.readableBytes() < Frame.LENGTH_MAX);
  }

  @Test
  void controlIsWhatNodesSayAndWhatIsSmall() {
    assertTrue(Frame.isControl(Packet.datagram().length(64).control().frame()));
    assertFalse(Frame.isControl(Packet.datagram().length(65).control().frame()), "data");
    assertTrue(Frame.isControl(Packet.datagram().length(1500).act(7).control().frame()));
    assertTrue(Frame.isControl(Packet.datagram().protocol(253, new byte[1000]).control().frame()));
    assertFalse(Frame.isControl(Packet.datagram().protocol(27, new byte[1000]).control().frame()));
    for (int dscp = 0; dscp < 64; dscp++) {
      Packet packet = Packet.datagram().protocol(253, new byte[8]).act(0).dscp(dscp);
      assertEquals(dscp == 48, Frame.isControl(packet.frame()), "CS6 and no other");
    }
  }

  @Test
  void aNewFrameHasRoomForATrailer() {
    ByteBuf frame = Frame.allocate(BUFFERS, 100);
    assertEquals(136, frame.readableBytes());
    assertTrue(frame.maxWritableBytes() >= KeyedTrailer.LENGTH);
    frame.release();
  }

  @Test
  void whoeverElseHoldsTheSliceReadsItAsBefore() {
    ByteBuf large = Unpooled.buffer(65_536).writeBytes(Packet.datagram().frame());
    ByteBuf slice = large.retainedSlice(0, 44).retain();
    ByteBuf own = Frame.settled(BUFFERS, slice);
    assertEquals(Bytes.hex(own), Bytes.hex(slice));
    slice.release();
    own.release();
    large.release();
  }
}
