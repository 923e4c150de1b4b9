// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainSlotsTest {
  private static final int BYTES = 1000;

  /** Keeps every second datagram, and copies of all. */
  private static final class Keeper implements SocketPair.Incoming {
    private final List<ByteBuf> kept = new ArrayList<>();
    private final List<ByteBuf> copies = new ArrayList<>();

    @Override
    public void arrived() {}

    @Override
    public void datagram(ByteBuf datagram) {
      copies.add(Unpooled.copiedBuffer(datagram));
      if (copies.size() % 2 == 0) {
        kept.add(datagram);
      } else {
        datagram.release();
      }
    }

    @Override
    public void turnEnds() {}

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }

  private final Keeper keeper = new Keeper();
  private DatagramCalls calls;
  private TrainSlots slots;
  private UdpSocket receiver;
  private UdpSocket sender;

  @BeforeEach
  void open() throws IOException {
    assumeTrue(Transport.MMSG.unavailable() == null);
    calls = new DatagramCalls();
    slots = new TrainSlots(calls, 100);
    InetSocketAddress any = new InetSocketAddress(TestNetwork.address("127.0.0.1"), 0);
    receiver = UdpSocket.bound(any, 1 << 20);
    sender = UdpSocket.bound(any, 1 << 20);
    sender.connect(receiver.localAddress());
    receiver.setIntOpt(DatagramCalls.SOL_UDP, DatagramCalls.UDP_GRO, 1);
  }

  @AfterEach
  void close() {
    keeper.kept.forEach(ByteBuf::release);
    keeper.copies.forEach(ByteBuf::release);
    if (sender != null) {
      slots.close();
      receiver.closeQuietly();
      sender.closeQuietly();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyDatagramOfATrainIsDeliveredAloneAndStaysAsItWas(boolean trains) {
    SendBatch batch = new SendBatch(calls, trains);
    List<Integer> lengths = List.of(80, 80, 80, 80, 33, 200, BYTES, BYTES + 1, 0, 50);
    for (int number = 0; number < lengths.size(); number++) {
      ByteBuf frame = Unpooled.directBuffer().writeZero(lengths.get(number));
      frame.setIndex(0, 0);
      for (int i = 0; i < lengths.get(number); i++) {
        frame.writeByte(number + i);
      }
      batch.add(frame);
      frame.release();
    }
    assertEquals(0, batch.send(sender.intValue()));
    int messages = 0;
    while (keeper.copies.size() < lengths.size()) {
      int count = slots.receive(receiver.intValue());
      messages += count;
      for (int slot = 0; slot < count; slot++) {
        slots.deliver(slot, BYTES, keeper);
      }
    }
    assertEquals(trains ? 6 : lengths.size(), messages, "the first five are one");
    for (int number = 0; number < lengths.size(); number++) {
      ByteBuf copy = keeper.copies.get(number);
      assertEquals(Math.min(BYTES, lengths.get(number)), copy.readableBytes());
      for (int i = 0; i < copy.readableBytes(); i++) {
        assertEquals((byte) (number + i), copy.getByte(i));
      }
    }
    for (int i = 0; i < keeper.kept.size(); i++) {
      assertEquals(keeper.copies.get(2 * i + 1), keeper.kept.get(i));
    }
  }
}
