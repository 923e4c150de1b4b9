// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rani.link.Originator;
import rani.node.Command;
import rani.node.NodeConfig;
import rani.wire.Frame;
import rani.wire.Ipv4Header;
import rani.wire.RaniHeader;
import rani.wire.UdpFlow;
import rani.world.LinkId;
import rani.world.NodeTrace;

/** A live node between plain sockets that send and receive trains. */
class TrainsTest {
  private static final int NODE = TestNetwork.FIRST_ADDRESS;
  private static final int SOURCE = NODE + 1;
  private static final int SINK = NODE + 2;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final int PORT = 7000;
  private static final int LIFETIME_MICROS = 30_000_000;
  private static final int FRAME_BYTES_MAX = 2000;

  /** Full trains of short frames that a socket's buffer holds anywhere. */
  private static final int TRAINS = 16;

  private final Gate gate = new Gate();
  private final Originator originator = new Originator(UnpooledByteBufAllocator.DEFAULT, SOURCE);
  private final List<UdpSocket> sockets = new ArrayList<>();
  private final List<ByteBuf> sent = new ArrayList<>();
  private final List<ByteBuf> received = new ArrayList<>();
  private DatagramCalls calls;
  private ReceiveSlots slots;
  private LiveNode node;
  private UdpSocket source;
  private UdpSocket sink;

  /** Can hold the node's thread as a frame arrives, and knows when each frame of the source did. */
  private static final class Gate implements NodeTrace {
    private final List<Long> arrivedNanos = new ArrayList<>();
    private volatile boolean remembers = true;
    private volatile CountDownLatch reached = new CountDownLatch(0);
    private volatile CountDownLatch opened = new CountDownLatch(0);
    private volatile long thread;

    void shut() {
      reached = new CountDownLatch(1);
      opened = new CountDownLatch(1);
    }

    void awaitReached() throws InterruptedException {
      assertTrue(reached.await(PATIENCE_NANOS, TimeUnit.NANOSECONDS));
    }

    void open() {
      opened.countDown();
    }

    synchronized List<Long> times() {
      return List.copyOf(arrivedNanos);
    }

    @Override
    public void arrival(long nowNanos, LinkId link, ByteBuf frame) {
      if (link.number() != 0) {
        return;
      }
      if (remembers) {
        thread = Thread.currentThread().threadId();
        synchronized (this) {
          arrivedNanos.add(nowNanos);
        }
      }
      reached.countDown();
      try {
        assertTrue(opened.await(PATIENCE_NANOS, TimeUnit.NANOSECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @BeforeEach
  void open() throws IOException {
    TestNetwork.needMmsg();
    InetAddress loopback = TestNetwork.address("127.0.0.1");
    calls = new DatagramCalls(0);
    slots = ReceiveSlots.ofTrains(calls);
    for (int i = 0; i < 4; i++) {
      sockets.add(UdpSocket.bound(new InetSocketAddress(loopback, 0), 1 << 20));
    }
    source = sockets.get(0);
    sink = sockets.get(2);
    sink.setIntOpt(DatagramCalls.SOL_UDP, DatagramCalls.UDP_GRO, 1);
    NodeConfig config =
        TestNetwork.node(
            "n1", NODE, List.of(TestNetwork.link(0, SOURCE), TestNetwork.link(1, SINK)));
    LiveLinkConfig place = LiveLinkConfig.at(loopback, 1500);
    node =
        LiveNode.bind(
            new LiveNodeConfig(config, List.of(place, place), Transport.MMSG, 1, 0), gate);
    List<LinkSockets> peers = new ArrayList<>();
    for (int i = 0; i < sockets.size(); i += 2) {
      UdpSocket one = sockets.get(i);
      UdpSocket other = sockets.get(i + 1);
      peers.add(
          i == 0
              ? new LinkSockets(other.localAddress(), one.localAddress())
              : new LinkSockets(one.localAddress(), other.localAddress()));
    }
    node.connect(peers);
    source.connect(node.sockets().getFirst().receive());
    sink.connect(node.sockets().getLast().send());
    assertTrue(node.handle(new Command.Start()).join().ok());
  }

  @AfterEach
  void close() {
    gate.open();
    if (source != null) {
      node.close();
      sockets.forEach(UdpSocket::closeQuietly);
      slots.close();
    }
    sent.forEach(ByteBuf::release);
    received.forEach(ByteBuf::release);
  }

  /** A frame from the source to the sink that is like no other. */
  private ByteBuf frame(int number, int dataBytes) {
    ByteBuf frame =
        originator.datagram(
            new UdpFlow(SINK, PORT, PORT), LIFETIME_MICROS, Unpooled.EMPTY_BUFFER, dataBytes);
    int data = frame.writerIndex() - dataBytes;
    for (int i = 0; i < dataBytes; i++) {
      frame.setByte(data + i, number + i);
    }
    return frame;
  }

  /** Sends frames of these data lengths as trains, as far as they make any. */
  private void send(List<Integer> dataBytes) {
    SendBatch batch = new SendBatch(calls, true);
    for (int each : dataBytes) {
      ByteBuf frame = frame(sent.size(), each);
      if (!batch.fits(frame.readableBytes())) {
        assertEquals(0, batch.send(source));
      }
      batch.add(frame, SendBatch.COPY);
      sent.add(frame);
    }
    assertEquals(0, batch.send(source));
  }

  /** Waits until as many came as were sent; in how many messages the last so many did. */
  private int receive() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    int messages = 0;
    while (received.size() < sent.size()) {
      assertTrue(System.nanoTime() < deadline, () -> received.size() + " of " + sent.size());
      int _ = slots.receive(sink);
      int last = -1;
      for (ByteBuf frame = slots.next(FRAME_BYTES_MAX);
          frame != null;
          frame = slots.next(FRAME_BYTES_MAX)) {
        if (Frame.source(frame) == SOURCE) { // not what the node itself has to say
          received.add(Unpooled.copiedBuffer(frame));
          int slot = frame.readerIndex() / slots.slotBytes();
          messages += slot == last ? 0 : 1;
          last = slot;
        }
        frame.release();
      }
    }
    return messages;
  }

  private void assertEveryFrameCameAsItShould() {
    assertEquals(sent.size(), received.size());
    for (int number = 0; number < sent.size(); number++) {
      ByteBuf expected = sent.get(number).copy();
      ByteBuf came = received.get(number);
      long lifetime = RaniHeader.lifetimeMicros(came, 0);
      assertTrue(0 < lifetime && lifetime < LIFETIME_MICROS, "life of frame " + number);
      RaniHeader.departure(expected, 0, lifetime, NODE, 1);
      Ipv4Header.decrementTtl(expected, RaniHeader.LENGTH);
      assertEquals(expected, came, "frame " + number);
      expected.release();
    }
  }

  /** Sends one frame that holds the node's thread up, then these, so that all of them wait. */
  private void sendAtOnce(List<Integer> dataBytes) throws InterruptedException {
    gate.shut();
    send(List.of(10));
    gate.awaitReached();
    send(dataBytes);
    gate.open();
  }

  /** A node binds its calls for batches when it is busy, and goes on meanwhile. */
  private void keepBusyUntilBatched() throws InterruptedException {
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    boolean batched = false;
    while (!batched) {
      assertTrue(System.nanoTime() < deadlineNanos, "still reads one by one");
      int before = gate.times().size();
      sendAtOnce(many(DatagramCalls.BUSY_DATAGRAMS, 100));
      int _ = receive();
      List<Long> times = gate.times();
      batched = times.stream().skip(before).distinct().count() < times.size() - before;
    }
  }

  private static List<Integer> many(int count, int dataBytes) {
    return IntStream.range(0, count).mapToObj(i -> dataBytes).toList();
  }

  @Test
  void trainsComeInAndGoOutAndEveryFrameIsForwardedByItself() throws Exception {
    keepBusyUntilBatched();
    sendAtOnce(many(ReceiveSlots.DATAGRAMS_MAX + 10, 100)); // from here on it asks for trains
    int _ = receive();
    List<Integer> lengths = new ArrayList<>(many(60, 200));
    lengths.add(33); // ends the first train
    lengths.addAll(many(50, 300));
    lengths.addAll(List.of(1, 1400, 700, 700));
    sendAtOnce(lengths);
    int messages = receive();
    assertEveryFrameCameAsItShould();
    List<Long> times = gate.times();
    List<Long> last = times.subList(times.size() - lengths.size(), times.size());
    assertTrue(lengths.size() > ReceiveSlots.DATAGRAMS_MAX, "more than come one by one at once");
    assertEquals(1, last.stream().distinct().count(), "all came by one system call");
    assertTrue(messages <= 10, () -> "they went in " + messages + " messages");
  }

  /**
   * Without the optimizing compiler a system call takes some forty bytes to check where it is to
   * leave its errno, so there must be some frames to each: full trains that wait for each other.
   */
  @Test
  void aPacketInATrainAllocatesLessThanAByte() throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertTrue(threads.isThreadAllocatedMemorySupported());
    keepBusyUntilBatched();
    sendAtOnce(many(ReceiveSlots.DATAGRAMS_MAX, 100));
    int _ = receive();
    gate.remembers = false;
    long _ = forward(10);
    ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED); // for it allocates, too
    long before = threads.getThreadAllocatedBytes(gate.thread);
    long packets = forward(20);
    long allocated = threads.getThreadAllocatedBytes(gate.thread) - before;
    ResourceLeakDetector.setLevel(level);
    assertTrue(allocated <= packets, () -> allocated + " bytes for " + packets + " packets");
  }

  /** Has full trains forwarded so many times; how many packets those were. */
  private long forward(int times) throws InterruptedException {
    long packets = 0;
    for (int time = 0; time < times; time++) {
      sent.forEach(ByteBuf::release);
      received.forEach(ByteBuf::release);
      sent.clear();
      received.clear();
      sendAtOnce(many(TRAINS * SendBatch.FRAMES_MAX, 100));
      int _ = receive();
      packets += sent.size();
    }
    return packets;
  }
}
