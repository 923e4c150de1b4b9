// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendBatchTest {
  private static final int PATIENCE_MILLIS = 20_000;

  private DatagramSocket receiver;
  private UdpSocket sender;

  @BeforeEach
  void open() throws IOException {
    TestNetwork.needMmsg();
    receiver = new DatagramSocket(new InetSocketAddress(TestNetwork.address("127.0.0.1"), 0));
    receiver.setReceiveBufferSize(1 << 20);
    receiver.setSoTimeout(PATIENCE_MILLIS);
    sender = UdpSocket.bound(new InetSocketAddress(TestNetwork.address("127.0.0.1"), 0), 1 << 20);
    sender.connect(receiver.getLocalSocketAddress());
  }

  @AfterEach
  void close() {
    if (receiver != null) {
      receiver.close();
      sender.closeQuietly();
    }
  }

  private static SendBatch batch(boolean trains) {
    return new SendBatch(new DatagramCalls(0), trains);
  }

  /** A frame that says which it is. */
  private static ByteBuf frame(int number, int length) {
    ByteBuf frame = Unpooled.directBuffer().writeZero(7).skipBytes(7);
    for (int i = 0; i < length; i++) {
      frame.writeByte(number + i);
    }
    return frame;
  }

  private void add(SendBatch batch, int number, int length) {
    assertTrue(batch.fits(length));
    ByteBuf frame = frame(number, length);
    batch.add(frame, SendBatch.COPY);
    frame.release();
  }

  private void expect(List<Integer> lengths) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int number = 0; number < lengths.size(); number++) {
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      receiver.receive(packet);
      ByteBuf sent = frame(number, lengths.get(number));
      assertEquals(
          sent, Unpooled.wrappedBuffer(Arrays.copyOf(buffer, packet.getLength())), "" + number);
      sent.release();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyFrameIsADatagramInOrderWhateverGoesTogether(boolean trains) throws IOException {
    SendBatch batch = batch(trains);
    List<Integer> lengths =
        List.of(100, 100, 100, 40, 100, 100, 101, 101, 101, 101, 8, 8, 1500, 0, 1500, 1500, 36);
    for (int number = 0; number < lengths.size(); number++) {
      add(batch, number, lengths.get(number));
    }
    assertEquals(0, batch.send(sender));
    assertTrue(batch.isEmpty());
    expect(lengths);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBatchIsFullAfterSoManyFramesOrBytesAndServesAgain(boolean trains) throws IOException {
    SendBatch batch = batch(trains);
    for (int length : List.of(64, 9000)) {
      List<Integer> lengths = new ArrayList<>();
      while (batch.fits(length)) {
        add(batch, lengths.size(), length);
        lengths.add(length);
      }
      assertEquals(Math.min(SendBatch.FRAMES_MAX, SendBatch.BYTES_MAX / length), lengths.size());
      assertEquals(0, batch.send(sender));
      expect(lengths);
    }
  }

  @Test
  void aTrainThatCannotGoIsSentFrameByFrame() throws IOException {
    SendBatch batch = batch(true);
    List<Integer> lengths = List.of(20_000, 20_000, 20_000);
    sender.setIntOpt(0, 10, 2); // IP_MTU_DISCOVER: never cut a frame that is larger than the MTU
    for (int number = 0; number < lengths.size(); number++) {
      add(batch, number, lengths.get(number));
    }
    assertEquals(0, batch.send(sender));
    expect(lengths);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void framesThatLieSomewhereGoTogetherWithCopies(boolean trains) throws IOException {
    SendBatch batch = batch(trains);
    List<Integer> lengths = List.of(100, 100, 100, 100, 100, 60, 60, 60);
    MemorySegment memory = Arena.ofAuto().allocate(1000);
    long end = 0;
    for (int number = 0; number < lengths.size(); number++) {
      if (number % 3 == 1) {
        add(batch, number, lengths.get(number));
      } else {
        end = lay(batch, number, lengths.get(number), memory, end);
      }
    }
    assertEquals(0, batch.send(sender));
    expect(lengths);
  }

  /** A frame that lies in memory; where the next may lie. */
  private static long lay(SendBatch batch, int number, int length, MemorySegment memory, long at) {
    ByteBuf frame = frame(number, length);
    frame.getBytes(frame.readerIndex(), memory.asSlice(at, length).asByteBuffer());
    batch.add(frame, memory.address() + at);
    frame.release();
    return at + length;
  }

  @Test
  void whatIsSettledNeedNotStayWhereItLies() throws IOException {
    SendBatch batch = batch(true);
    List<Integer> lengths = List.of(3000, 3000, 3000, 700, 3000);
    MemorySegment memory = Arena.ofAuto().allocate(20_000);
    long end = 0;
    for (int number = 0; number < lengths.size(); number++) {
      if (number == 1) {
        add(batch, number, lengths.get(number));
      } else {
        end = lay(batch, number, lengths.get(number), memory, end);
      }
    }
    batch.settle();
    memory.fill((byte) 0);
    assertEquals(0, batch.send(sender));
    expect(lengths);
  }

  @Test
  void aRefusedFrameIsLeftToBeDropped() throws IOException {
    SendBatch batch = batch(true);
    receiver.close();
    add(batch, 0, 50);
    assertEquals(0, batch.send(sender), "no one has complained yet");
    add(batch, 1, 50);
    assertEquals(-DatagramCalls.ECONNREFUSED, batch.send(sender));
    assertFalse(batch.isEmpty());
    batch.drop();
    assertEquals(0, batch.send(sender));
    assertTrue(batch.isEmpty());
  }
}
