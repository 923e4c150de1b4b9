// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How an idle node receives and sends, and that a busy one does otherwise. */
class DatagramCallsTest {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int BYTES = 1500;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private UdpSocket receiver;
  private UdpSocket sender;

  @BeforeEach
  void open() throws IOException {
    TestNetwork.needMmsg();
    InetSocketAddress any = new InetSocketAddress(TestNetwork.address("127.0.0.1"), 0);
    receiver = UdpSocket.bound(any, 1 << 20);
    sender = UdpSocket.bound(any, 1 << 20);
    sender.connect(receiver.localAddress());
  }

  @AfterEach
  void close() {
    if (sender != null) {
      receiver.closeQuietly();
      sender.closeQuietly();
    }
  }

  private static void add(SendBatch batch, int... lengths) {
    for (int length : lengths) {
      ByteBuf frame = Unpooled.directBuffer().writeZero(length);
      batch.add(frame, SendBatch.COPY);
      frame.release();
    }
  }

  /** Remembers how long each datagram was that was received; how many there were. */
  private static int deliver(ReceiveSlots slots, List<Integer> lengths) {
    int datagrams = 0;
    for (ByteBuf frame = slots.next(BYTES); frame != null; frame = slots.next(BYTES)) {
      lengths.add(frame.readableBytes());
      frame.release();
      datagrams++;
    }
    return datagrams;
  }

  @Test
  void anIdleNodeReceivesAndSendsOneByOne() throws IOException {
    DatagramCalls calls = new DatagramCalls(NEVER);
    SendBatch batch = new SendBatch(calls, true);
    ReceiveSlots slots = ReceiveSlots.ofDatagrams(calls, BYTES);
    assertEquals(-DatagramCalls.EAGAIN, slots.receive(receiver));
    add(batch, 100, 100, 100, 7, 1400);
    assertEquals(0, batch.send(sender));
    assertTrue(batch.isEmpty());
    List<Integer> lengths = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      int count = slots.receive(receiver);
      assertEquals(1, count);
      assertEquals(1, deliver(slots, lengths));
    }
    assertEquals(List.of(100, 100, 100, 7, 1400), lengths, "no trains, in order");
    assertEquals(-DatagramCalls.EAGAIN, slots.receive(receiver));
    assertFalse(calls.areBatched());
    slots.close();
  }

  @Test
  void aDatagramOfNoBytesAndOneThatIsTooLongComeAsInBatches() throws IOException {
    DatagramCalls calls = new DatagramCalls(NEVER);
    ReceiveSlots slots = ReceiveSlots.ofDatagrams(calls, BYTES);
    SendBatch batch = new SendBatch(new DatagramCalls(0), false);
    add(batch, 0, BYTES + 1, 3);
    assertEquals(0, batch.send(sender));
    List<Integer> lengths = new ArrayList<>();
    for (int number = 0; number < 3; number++) {
      assertEquals(1, slots.receive(receiver));
      assertEquals(1, deliver(slots, lengths));
    }
    assertEquals(List.of(0, BYTES, 3), lengths);
    slots.close();
  }

  @Test
  void whatTheKernelRefusesIsSaidAsOfBatches() throws IOException {
    SendBatch batch = new SendBatch(new DatagramCalls(NEVER), true);
    add(batch, 65_508, 20);
    assertEquals(-DatagramCalls.EMSGSIZE, batch.send(sender));
    batch.drop();
    receiver.close();
    assertEquals(0, batch.send(sender), "no one has complained yet");
    add(batch, 20);
    assertEquals(-DatagramCalls.ECONNREFUSED, batch.send(sender));
    batch.drop();
    sender.close();
    add(batch, 20);
    assertEquals(-DatagramCalls.EBADF, batch.send(sender));
  }

  @Test
  void whatIsFullSaysSoAndKeepsWhatIsLeft() throws IOException {
    DatagramCalls calls = new DatagramCalls(NEVER);
    SendBatch batch = new SendBatch(calls, true);
    ReceiveSlots slots = ReceiveSlots.ofDatagrams(calls, BYTES);
    sender.setSendBufferSize(1);
    add(batch, 1000, 1000);
    int error = batch.send(sender);
    List<Integer> lengths = new ArrayList<>();
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    while (lengths.size() < 2) {
      assertTrue(System.nanoTime() < deadlineNanos);
      int _ = slots.receive(receiver);
      int _ = deliver(slots, lengths);
      assertTrue(error == 0 || error == -DatagramCalls.EAGAIN, "neither sent nor no room");
      error = batch.send(sender);
    }
    assertEquals(List.of(1000, 1000), lengths);
    assertTrue(batch.isEmpty());
    slots.close();
  }

  @Test
  void aBusyNodeSoonReceivesAndSendsInBatches() {
    DatagramCalls calls = new DatagramCalls(10);
    SendBatch batch = new SendBatch(calls, true);
    ReceiveSlots slots = ReceiveSlots.ofDatagrams(calls, BYTES);
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    while (!calls.areBatched()) {
      assertTrue(System.nanoTime() < deadlineNanos);
      add(batch, 100, 100);
      assertEquals(0, batch.send(sender));
      List<Integer> lengths = new ArrayList<>();
      while (lengths.size() < 2) {
        int _ = slots.receive(receiver);
        int _ = deliver(slots, lengths);
      }
    }
    add(batch, 100, 100, 50);
    assertEquals(0, batch.send(sender));
    List<Integer> lengths = new ArrayList<>();
    int messages = 0;
    while (lengths.size() < 3) {
      int count = Math.max(0, slots.receive(receiver));
      messages += count > 0 ? 1 : 0;
      int _ = deliver(slots, lengths);
    }
    assertEquals(List.of(100, 100, 50), lengths);
    assertEquals(1, messages, "one system call receives all");
    slots.close();
  }
}
