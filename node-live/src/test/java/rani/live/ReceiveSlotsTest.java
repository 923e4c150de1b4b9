// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReceiveSlotsTest {
  private static final int BYTES = 100;

  private ReceiveSlots slots;
  private UdpSocket receiver;
  private DatagramSocket sender;

  @BeforeEach
  void open() throws IOException {
    assumeTrue(Transport.MMSG.unavailable() == null);
    slots = new ReceiveSlots(ByteBufAllocator.DEFAULT, new DatagramCalls());
    receiver = UdpSocket.bound(new InetSocketAddress(TestNetwork.address("127.0.0.1"), 0), 1 << 20);
    sender = new DatagramSocket();
  }

  @AfterEach
  void close() {
    if (sender != null) {
      slots.close();
      sender.close();
      receiver.closeQuietly();
    }
  }

  private void send(int length, int fill) throws IOException {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) fill);
    sender.send(new DatagramPacket(bytes, length, receiver.localAddress()));
  }

  private int receive() {
    return slots.receive(receiver.intValue(), BYTES);
  }

  @Test
  void nothingThereIsSaid() {
    assertEquals(-DatagramCalls.EAGAIN, receive());
  }

  @Test
  void aBatchComesInOrderEmptyDatagramsAndCutOnesIncluded() throws IOException {
    int[] lengths = {10, 0, BYTES, BYTES + 1, 20};
    for (int i = 0; i < lengths.length; i++) {
      send(lengths[i], i);
    }
    assertEquals(lengths.length, receive());
    for (int i = 0; i < lengths.length; i++) {
      ByteBuf datagram = slots.lend(i);
      assertEquals(Math.min(lengths[i], BYTES), datagram.readableBytes());
      if (lengths[i] > 0) {
        assertEquals(i, datagram.getByte(datagram.writerIndex() - 1));
      }
      datagram.release();
      slots.back(i);
    }
  }

  @Test
  void aBufferServesAgainUnlessItsFrameIsKept() throws IOException {
    send(10, 1);
    assertEquals(1, receive());
    ByteBuf first = slots.lend(0);
    first.release();
    slots.back(0);

    send(10, 2);
    assertEquals(1, receive());
    ByteBuf kept = slots.lend(0);
    assertSame(first, kept);
    slots.back(0); // and nobody has released it

    send(10, 3);
    assertEquals(1, receive());
    ByteBuf third = slots.lend(0);
    assertNotSame(kept, third);
    assertEquals(2, kept.getByte(9), "what was kept stays what it was");
    assertEquals(3, third.getByte(9));
    third.release();
    slots.back(0);
    assertEquals(1, kept.refCnt());
    kept.release();
  }
}
