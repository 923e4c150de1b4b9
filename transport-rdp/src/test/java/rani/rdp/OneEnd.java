// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;
import rani.world.Timers;

/**
 * One end of a connection whose other end is the test: {@link #send} what comes, {@link #expect}
 * what goes. All numbers are relative to the initial ones, so that the first data segment of either
 * side is 1.
 */
final class OneEnd implements RdpNetwork, RdpApplication {
  static final int HERE = 0x0A000001;
  static final int THERE = 0x0A000002;
  static final int PORT = 7000;
  static final int PEER_PORT = 9000;
  static final long MILLISECOND = 1_000_000;
  static final long SECOND = 1000 * MILLISECOND;
  static final SynParameters PEER = new SynParameters(64, 1500, SynParameters.SEQUENCED);

  private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);
  private final ArrayDeque<Sent> sent = new ArrayDeque<>();
  private final int initialSequence;
  private final int peerInitialSequence;
  private long wakeNanos = Timers.NEVER;
  private @Nullable RdpConnection connection;

  final RdpEndpoint endpoint = new RdpEndpoint(this, new Trace());
  final List<String> told = new ArrayList<>();
  final List<String> states = new ArrayList<>();
  final List<String> senderStates = new ArrayList<>();
  final List<String> traced = new ArrayList<>();
  long nowNanos;
  boolean acceptsCalls = true;

  /** A segment that went, and its ECN field. */
  record Sent(Segment segment, int ecn) {}

  OneEnd() {
    this(1000, 5000);
  }

  OneEnd(int initialSequence, int peerInitialSequence) {
    this.initialSequence = initialSequence;
    this.peerInitialSequence = peerInitialSequence;
  }

  /** One that has called and was answered. */
  static OneEnd open(RdpConfig config) {
    return open(new OneEnd(), config, PEER);
  }

  static OneEnd open(OneEnd end, RdpConfig config, SynParameters peer) {
    end.connect(config);
    end.expect(Segment.SYN, 0, 0);
    end.send(Segment.SYN | Segment.ACK, 0, 0, peer);
    end.expect(Segment.ACK, 1, 0);
    assertEquals(List.of("opened"), end.told);
    end.told.clear();
    return end;
  }

  RdpConnection connect(RdpConfig config) {
    RdpConnection made = endpoint.connect(nowNanos, PORT, THERE, PEER_PORT, config, this);
    connection = made;
    return made;
  }

  void listen(RdpConfig config) {
    endpoint.listen(
        PORT,
        config,
        (now, caller) -> {
          connection = caller;
          return acceptsCalls ? this : null;
        });
  }

  RdpConnection connection() {
    return Objects.requireNonNull(connection, "there is a connection");
  }

  boolean write(String text) {
    ByteBuf message = buffers.buffer().writeBytes(text.getBytes(US_ASCII));
    boolean taken = connection().send(nowNanos, message);
    if (!taken) {
      message.release();
    }
    return taken;
  }

  void write(int count) {
    for (int i = 1; i <= count; i++) {
      write("m" + i);
    }
  }

  // What comes.

  void send(int flags, int sequence, int acknowledgement) {
    send(flags, sequence, acknowledgement, "");
  }

  void send(int flags, int sequence, int acknowledgement, SynParameters syn) {
    send(segment(flags, sequence, acknowledgement, syn, List.of(), null, ""), 0);
  }

  void send(int flags, int sequence, int acknowledgement, String data) {
    send(segment(flags, sequence, acknowledgement, null, List.of(), null, data), 0);
  }

  /** An acknowledgement that names what came out of sequence. */
  void eack(int acknowledgement, Integer... eacks) {
    int flags = Segment.ACK | (eacks.length > 0 ? Segment.EACK : 0);
    send(segment(flags, 1, acknowledgement, null, List.of(eacks), null, ""), 0);
  }

  void send(Segment segment, int ecn) {
    int length = SegmentCodec.length(segment);
    ByteBuf buffer = Unpooled.buffer(length).writerIndex(length);
    SegmentCodec.encode(segment, buffer, 0, THERE, HERE, true);
    endpoint.receive(nowNanos, THERE, 0, ecn, buffer, 0, length);
  }

  Segment segment(
      int flags,
      int sequence,
      int acknowledgement,
      @Nullable SynParameters syn,
      List<Integer> eacks,
      @Nullable RouterState state,
      String data) {
    return new Segment(
        flags,
        PEER_PORT,
        PORT,
        peerInitialSequence + sequence,
        (flags & Segment.ACK) != 0 ? initialSequence + acknowledgement : 0,
        syn,
        eacks.stream().mapToInt(number -> initialSequence + number).toArray(),
        state,
        Unpooled.copiedBuffer(data, US_ASCII));
  }

  /** What a router asks of this end. */
  void request(int quotedSequence, RouterState asked) {
    send(
        new Segment(
            0,
            PEER_PORT,
            PORT,
            initialSequence + quotedSequence,
            THERE,
            null,
            Segment.NO_EACKS,
            asked,
            Unpooled.EMPTY_BUFFER),
        0);
  }

  // What goes.

  Sent expect(int flags, int sequence, int acknowledgement, int... eacks) {
    return expect(flags, sequence, acknowledgement, "", eacks);
  }

  Sent expect(int flags, int sequence, int acknowledgement, String data, int... eacks) {
    assertTrue(!sent.isEmpty(), "something is sent");
    Sent next = sent.remove();
    Segment segment = next.segment();
    assertEquals(
        String.format("%02x seq %d ack %d '%s'", flags, sequence, acknowledgement, data),
        String.format(
            "%02x seq %d ack %d '%s'",
            segment.flags(),
            segment.sequence() - initialSequence,
            segment.has(Segment.ACK) ? segment.acknowledgement() - peerInitialSequence : 0,
            segment.data().toString(US_ASCII)));
    int[] relative = segment.eacks().clone();
    for (int i = 0; i < relative.length; i++) {
      relative[i] -= peerInitialSequence;
    }
    assertArrayEquals(eacks, relative, "EACKs");
    return next;
  }

  /** Data, with whatever acknowledgement it carries. */
  void expectData(int... sequences) {
    for (int sequence : sequences) {
      assertTrue(!sent.isEmpty(), "segment " + sequence + " is sent");
      assertEquals(sequence, sent.remove().segment().sequence() - initialSequence);
    }
  }

  /** The first that went. */
  Segment takeFirst() {
    return sent.remove().segment();
  }

  /** The relative number of the first that went. */
  int takeData() {
    return takeFirst().sequence() - initialSequence;
  }

  /** The relative numbers of the first so many that went. */
  List<Integer> takeSequences(int count) {
    return IntStream.range(0, count).mapToObj(i -> takeData()).toList();
  }

  void expectNothing() {
    assertEquals(List.of(), sent.stream().map(Sent::segment).toList());
  }

  int sentCount() {
    return sent.size();
  }

  void forgetSent() {
    sent.clear();
  }

  /** Lets time pass, with every timer that comes due. */
  void pass(long nanos) {
    long until = nowNanos + nanos;
    while (wakeNanos <= until) {
      nowNanos = Math.max(nowNanos, wakeNanos);
      wakeNanos = Timers.NEVER;
      endpoint.wake(nowNanos);
    }
    nowNanos = until;
  }

  long liveBytes() {
    return buffers.metric().usedHeapMemory() + buffers.metric().usedDirectMemory();
  }

  // The application.

  @Override
  public void opened(long now, RdpConnection opened) {
    told.add("opened");
  }

  @Override
  public void received(long now, RdpConnection from, ByteBuf message) {
    told.add(message.toString(US_ASCII));
  }

  @Override
  public void writable(long now, RdpConnection again) {
    told.add("writable");
  }

  @Override
  public void segmentSizeChanged(long now, RdpConnection changed, int maxMessageBytes) {
    told.add("segment-size " + maxMessageBytes);
  }

  @Override
  public void closed(long now, RdpConnection ended, CloseReason reason) {
    told.add(reason.text());
  }

  /** Keeps the states that a connection and its sender go through. */
  private final class Trace implements RdpTrace {
    @Override
    public void state(long now, RdpConnection moved, ConnectionState state) {
      states.add(state.text());
    }

    @Override
    public void window(long now, RdpConnection shown) {
      String state = shown.senderState().text();
      if (senderStates.isEmpty() || !senderStates.getLast().equals(state)) {
        senderStates.add(state);
      }
    }

    @Override
    public void retransmitted(long now, RdpConnection of, int sequence) {
      traced.add("retransmits " + sequence);
    }

    @Override
    public void requested(long now, RdpConnection of, int sequence, RouterState asked) {
      traced.add("is asked at " + sequence + " for " + asked.cwnd());
    }

    @Override
    public void paced(long now, RdpConnection of, int segmentBytes, long rateBitsPerSecond) {
      traced.add("sends " + segmentBytes + " B at " + rateBitsPerSecond);
    }

    @Override
    public void shortened(long now, RdpConnection of, int sequence, int bytes) {
      traced.add("misses " + bytes + " B");
    }

    @Override
    public void closed(long now, RdpConnection of, CloseReason reason) {
      traced.add("ends " + reason.text());
    }
  }

  // The network.

  @Override
  public int address() {
    return HERE;
  }

  @Override
  public int pathMtuBytes(int destination) {
    return 1500;
  }

  @Override
  public boolean reaches(int destination) {
    return true;
  }

  @Override
  public boolean claim(int port) {
    return true;
  }

  @Override
  public void release(int port) {}

  @Override
  public void send(long now, int destination, int dscp, int ecn, ByteBuf segment) {
    assertEquals(THERE, destination);
    int length = segment.readableBytes();
    assertEquals(null, SegmentCodec.check(segment, 0, length, HERE, THERE, true));
    Segment whole = SegmentCodec.decode(segment, 0, length);
    sent.add(
        new Sent(
            new Segment(
                whole.flags(),
                whole.sourcePort(),
                whole.destinationPort(),
                whole.sequence(),
                whole.acknowledgement(),
                whole.syn(),
                whole.eacks(),
                whole.routerState(),
                Unpooled.copiedBuffer(whole.data())),
            ecn));
    segment.release();
  }

  @Override
  public void wakeAt(long deadlineNanos) {
    wakeNanos = deadlineNanos;
  }

  @Override
  public ByteBufAllocator buffers() {
    return buffers;
  }

  @Override
  public RandomGenerator random() {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        return 0;
      }

      @Override
      public int nextInt() {
        return initialSequence;
      }
    };
  }
}
