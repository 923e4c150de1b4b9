// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.wire.Frame;

class ReceiveSlotsTest {
  private static final int BYTES = 1000;

  private final List<ByteBuf> lent = new ArrayList<>();
  private final List<ByteBuf> copies = new ArrayList<>();
  private final List<ByteBuf> kept = new ArrayList<>();
  private int keepsEach = Integer.MAX_VALUE;
  private DatagramCalls calls;
  private ReceiveSlots slots;
  private UdpSocket receiver;
  private UdpSocket sender;

  /** Has someone take every datagram that was received; how many there were. */
  private int lend(int datagramBytes, Consumer<ByteBuf> taker) {
    int count = 0;
    for (ByteBuf frame = slots.next(datagramBytes);
        frame != null;
        frame = slots.next(datagramBytes)) {
      taker.accept(frame);
      count++;
    }
    return count;
  }

  /** Copies a datagram, and keeps it if it is its turn. */
  private void take(ByteBuf datagram) {
    lent.add(datagram);
    copies.add(Unpooled.copiedBuffer(datagram));
    if (copies.size() % keepsEach == 0) {
      kept.add(datagram);
    } else {
      datagram.release();
    }
  }

  @BeforeEach
  void open() throws IOException {
    TestNetwork.needMmsg();
    calls = new DatagramCalls(0);
    InetSocketAddress any = new InetSocketAddress(TestNetwork.address("127.0.0.1"), 0);
    receiver = UdpSocket.bound(any, 1 << 20);
    sender = UdpSocket.bound(any, 1 << 20);
    sender.connect(receiver.localAddress());
    slots = ReceiveSlots.ofDatagrams(calls, BYTES);
  }

  @AfterEach
  void close() {
    kept.forEach(ByteBuf::release);
    copies.forEach(ByteBuf::release);
    if (sender != null) {
      slots.close();
      receiver.closeQuietly();
      sender.closeQuietly();
    }
  }

  private void slots(boolean trains) throws IOException {
    slots = trains ? ReceiveSlots.ofTrains(calls) : ReceiveSlots.ofDatagrams(calls, BYTES);
    receiver.setIntOpt(DatagramCalls.SOL_UDP, DatagramCalls.UDP_GRO, trains ? 1 : 0);
  }

  /** Sends datagrams of these lengths, each of which says which it is. */
  private void send(boolean trains, Integer... lengths) {
    SendBatch batch = new SendBatch(calls, trains);
    for (int number = 0; number < lengths.length; number++) {
      ByteBuf frame = Unpooled.directBuffer();
      for (int i = 0; i < lengths[number]; i++) {
        frame.writeByte(number + i);
      }
      batch.add(frame, SendBatch.COPY);
      frame.release();
    }
    assertEquals(0, batch.send(sender));
  }

  /** Receives so many datagrams; how many messages that were. */
  private int receive(int datagrams) {
    int messages = 0;
    int delivered = 0;
    while (delivered < datagrams) {
      int count = slots.receive(receiver);
      messages += Math.max(0, count);
      delivered += lend(BYTES, this::take);
    }
    assertEquals(datagrams, delivered);
    return messages;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingThereIsSaid(boolean trains) throws IOException {
    slots(trains);
    assertEquals(-DatagramCalls.EAGAIN, slots.receive(receiver));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyDatagramIsDeliveredAloneAndInOrder(boolean trains) throws IOException {
    slots(trains);
    Integer[] lengths = {80, 80, 80, 80, 33, 200, BYTES, BYTES + 1, 0, 50};
    send(trains, lengths);
    int messages = receive(lengths.length);
    assertEquals(trains ? 6 : lengths.length, messages, "the first five are one");
    for (int number = 0; number < lengths.length; number++) {
      ByteBuf copy = copies.get(number);
      assertEquals(Math.min(BYTES, lengths[number]), copy.readableBytes());
      for (int i = 0; i < copy.readableBytes(); i++) {
        assertEquals((byte) (number + i), copy.getByte(i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFrameThatIsSettledIsACopyEvenTheLargest(boolean trains) throws IOException {
    slots = trains ? ReceiveSlots.ofTrains(calls) : ReceiveSlots.ofDatagrams(calls, 65_000);
    send(false, 64_000);
    assertEquals(1, slots.receive(receiver));
    List<ByteBuf> settled = new ArrayList<>();
    int count =
        lend(
            64_000,
            datagram -> {
              settled.add(datagram);
              settled.add(Frame.settled(UnpooledByteBufAllocator.DEFAULT, datagram));
            });
    assertEquals(1, count);
    assertNotSame(settled.get(0), settled.get(1));
    assertEquals(settled.get(0), settled.get(1));
    assertEquals(1, settled.get(0).refCnt());
    settled.get(1).release();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneBufferServesAllUntilSomebodyKeepsIt(boolean trains) throws IOException {
    slots(trains);
    send(trains, 10, 10, 10);
    receive(3);
    assertSame(lent.get(0), lent.get(1));
    assertSame(lent.get(0), lent.get(2));
    send(trains, 20, 20);
    receive(2);
    assertSame(lent.get(0), lent.get(4));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsKeptAgainstTheRulesStaysWhatItIs(boolean trains) throws IOException {
    slots(trains);
    keepsEach = 2;
    send(trains, 80, 80, 80, 80, 33);
    receive(5);
    keepsEach = 3;
    send(trains, 200, 100, 90, 90);
    receive(4);
    List<Integer> numbers = List.of(2, 4, 6, 9);
    for (int i = 0; i < numbers.size(); i++) {
      assertEquals(copies.get(numbers.get(i) - 1), kept.get(i), "kept " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsGivenBackInPlaceOfReleasedIsNotKept(boolean trains) throws IOException {
    slots(trains);
    send(trains, 80, 80, 80);
    int _ = slots.receive(receiver);
    List<ByteBuf> seen = new ArrayList<>();
    int _ =
        lend(
            BYTES,
            datagram -> {
              seen.add(datagram);
              slots.giveBack();
            });
    slots.turnEnds();
    assertEquals(3, seen.size());
    assertEquals(1, seen.getFirst().refCnt());
    send(trains, 10);
    receive(1);
    assertSame(seen.getFirst(), lent.getFirst());
  }

  @Test
  void aLentFrameLiesWhereItCanBeSentFrom() throws IOException {
    slots(true);
    send(true, 30, 30);
    List<Long> addresses = new ArrayList<>();
    assertEquals(1, slots.receive(receiver));
    int count =
        lend(
            BYTES,
            datagram -> {
              addresses.add(slots.address(datagram));
              ByteBuf copy = datagram.copy();
              assertEquals(0, slots.address(copy), "only what was lent");
              copy.release();
              addresses.add(slots.address(datagram.skipBytes(1)));
              datagram.release();
            });
    assertEquals(2, count);
    long first = addresses.getFirst();
    assertNotEquals(0, first);
    assertEquals(List.of(first, first + 1, first + 30, first + 31), addresses);
  }
}
