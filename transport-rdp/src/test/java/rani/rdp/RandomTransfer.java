// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.rdp.TwoEnds.MILLISECOND;
import static rani.rdp.TwoEnds.SECOND;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import rani.rdp.congestion.CongestionConfig;
import rani.rdp.congestion.CongestionProvider;
import rani.rdp.congestion.FixedWindow;
import rani.rdp.fixture.Kind;
import rani.rdp.segment.RdpHeader;
import rani.rdp.segment.RouterState;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.world.Streams;

/**
 * One connection between two ends that a seed makes up, with everything that wires, applications,
 * routers and strangers do to it. Left calls, sends, and closes when it has everything from right.
 */
final class RandomTransfer {
  private static final int PORT = 7000;
  private static final int ROUTER = 0x0A000063;
  private static final long LIMIT_NANOS = 2 * 3600 * SECOND;
  private static final int OUTAGE_ONE_IN = 5;

  private final RandomGenerator stream;
  private final long seed;
  private final RdpConfig config;
  private final TwoEnds.Wire rightward;
  private final TwoEnds.Wire leftward;
  private final TwoEnds ends;
  private final int mtuBytes;
  private final Talker left;
  private final Talker right;
  private final WireWatch watch;
  private final List<ByteBuf> captured = new ArrayList<>();
  private @Nullable RdpConnection connection;

  RandomTransfer(long seed) {
    this.seed = seed;
    this.stream = Streams.of(seed, "transfer", "dice");
    boolean checksum = oneIn(2);
    this.rightward = wire(checksum);
    this.leftward = wire(checksum);
    this.config = config(checksum);
    this.ends = new TwoEnds(seed, rightward, leftward, RdpTrace.NONE);
    this.mtuBytes = pick(60, 128, 576, 1500);
    ends.mtuBytes(mtuBytes);
    if (oneIn(2)) {
      ends.left().nextNumber(-upTo(100));
      ends.right().nextNumber(Integer.MAX_VALUE - upTo(100));
    }
    this.left = new Talker("left", upTo(300));
    this.right = new Talker("right", oneIn(2) ? upTo(300) : 0);
    this.watch = new WireWatch(config.buffers().windowSegments());
  }

  private RdpConfig config(boolean checksum) {
    var buffers = new RdpConfig.Buffers(pick(1, 2, 8, 64), pick(1, 2000, 100_000), !oneIn(4));
    var wire = new RdpConfig.Wire(0, checksum, oneIn(3), oneIn(3));
    var timers =
        new RdpConfig.Timers(
            pick(0, 50, 200) * MILLISECOND,
            SECOND,
            pick(20, 200, 1000) * MILLISECOND,
            60 * SECOND,
            8,
            pick(1, 60) * SECOND,
            2 * SECOND);
    Kind[] kinds = Kind.values();
    CongestionProvider drawn = kinds[upTo(kinds.length) - 1].provider();
    int window = upTo(10);
    int ssthresh = pick(2, CongestionConfig.SSTHRESH_UNSET);
    int fixed = upTo(40);
    CongestionProvider control =
        drawn instanceof FixedWindow.Provider ? new FixedWindow.Provider(fixed) : drawn;
    var congestion =
        new CongestionConfig(control, window, ssthresh, !oneIn(3), !oneIn(3), oneIn(4));
    return new RdpConfig(buffers, wire, timers, congestion);
  }

  private TwoEnds.Wire wire(boolean checksum) {
    boolean narrow = oneIn(3);
    return new TwoEnds.Wire(
        narrow ? pick(100_000, 1_000_000, 10_000_000) : 0,
        narrow ? upTo(30) : Integer.MAX_VALUE,
        pick(0, 1, 20, 150) * MILLISECOND,
        oneIn(3) ? 0 : share(0.25),
        oneIn(2) ? 0 : share(0.3),
        oneIn(2) ? 0 : share(0.5),
        pick(1, 50, 3000) * MILLISECOND,
        !checksum || oneIn(2) ? 0 : share(0.1),
        oneIn(2) ? 0 : share(0.3));
  }

  /**
   * Runs it and looks at everything.
   *
   * @return how it ended, at the left and at the right
   */
  String run() {
    ends.sieve(this::seen).invariant(this::holds);
    ends.right().endpoint().listen(PORT, config, (now, called) -> right.takesFirst(called));
    connection = ends.left().endpoint().connect(0, TwoEnds.RIGHT, PORT, config, left);
    disturb();
    ends.runUntil(LIMIT_NANOS);
    left.verifyEnd();
    right.verifyEnd();
    assertNotNull(left.closed, "left is never told the end");
    if (right.connection != null) {
      assertNotNull(right.closed, "right is never told the end");
    }
    if (left.closed == CloseReason.CLOSED) {
      assertEquals(left.count, right.received, "closed, though right has not everything");
      assertEquals(right.count, left.received, "closed by left without having everything");
    } else {
      assertNotEquals(CloseReason.CLOSED_BY_PEER, right.closed, "left was told of an error");
    }
    if (right.closed == CloseReason.CLOSED_BY_PEER) {
      assertEquals(right.count, left.received, "closed, though left has not everything");
    }
    captured.forEach(ByteBuf::release);
    assertEquals(0, ends.liveBytes(), "bytes that no one lets go of");
    return text(left.closed) + "/" + text(right.closed);
  }

  private static String text(@Nullable CloseReason reason) {
    return reason == null ? "never-opened" : reason.text();
  }

  long packets() {
    return ends.left().packetsSent + ends.right().packetsSent;
  }

  long endedNanos() {
    return Math.max(left.closedNanos, right.closedNanos);
  }

  /** What comes from outside of the two ends. */
  private void disturb() {
    if (oneIn(OUTAGE_ONE_IN)) {
      long from = upTo(5000) * MILLISECOND;
      long to = from + pick(100, 3000, 30_000, 1_000_000) * MILLISECOND;
      TwoEnds.Wire nothing = TwoEnds.Wire.lossy(0, 1);
      ends.at(from, () -> ends.left().become(nothing));
      ends.at(to, () -> ends.left().become(rightward));
    }
    for (int times = oneIn(2) ? upTo(20) : 0; times > 0; times--) {
      ends.at(upTo(10_000) * MILLISECOND, this::forge);
    }
    for (int times = oneIn(2) ? upTo(20) : 0; times > 0; times--) {
      ends.at(upTo(10_000) * MILLISECOND, this::replay);
    }
    for (int times = oneIn(2) ? upTo(5) : 0; times > 0; times--) {
      int bytes = pick(1, 100, 300, 1500, 9000);
      ends.at(
          upTo(10_000) * MILLISECOND,
          () -> {
            if (connection != null) {
              connection.limitSegmentBytes(ends.nowNanos(), bytes);
            }
          });
    }
  }

  /** A stranger who knows addresses and ports, and guesses the rest: with luck, the window. */
  private void forge() {
    int[] flags = {
      Segment.RST,
      Segment.RST | Segment.ACK,
      Segment.SYN,
      Segment.SYN | Segment.ACK,
      Segment.ACK,
      Segment.ACK | Segment.EACK,
      Segment.NUL | Segment.ACK
    };
    RdpConnection victim = connection;
    if (victim == null || !left.opened || !right.opened) {
      return;
    }
    int flag = flags[upTo(flags.length) - 1];
    boolean toLeft = oneIn(2);
    boolean syn = (flag & Segment.SYN) != 0;
    boolean rst = (flag & Segment.RST) != 0;
    int window = config.buffers().windowSegments();
    int inWindow = watch.acknowledgedBy(toLeft) + window;
    // Of a small window that might be the very number that a RST must have.
    boolean hitsWindow = (syn || rst) && window >= 8 && oneIn(2);
    Segment forged =
        new Segment(
            flag,
            toLeft ? PORT : victim.localPort(),
            toLeft ? victim.localPort() : PORT,
            hitsWindow ? inWindow : stream.nextInt(),
            stream.nextInt(),
            syn ? new rani.rdp.segment.SynParameters(stream.nextInt(65_536), 1500, 3) : null,
            (flag & Segment.EACK) == 0 ? Segment.NO_EACKS : new int[] {stream.nextInt(), 0},
            null,
            flag == Segment.ACK ? Unpooled.wrappedBuffer(new byte[20]) : Unpooled.EMPTY_BUFFER);
    inject(forged, toLeft, toLeft ? TwoEnds.RIGHT : TwoEnds.LEFT);
  }

  private void inject(Segment segment, boolean toLeft, int source) {
    int length = SegmentCodec.length(segment);
    ByteBuf bytes = ends.buffers().buffer(length).writerIndex(length);
    int destination = toLeft ? TwoEnds.LEFT : TwoEnds.RIGHT;
    SegmentCodec.encode(segment, bytes, 0, source, destination, true);
    ends.inject(toLeft ? ends.left() : ends.right(), source, bytes);
  }

  /** A segment of this very connection once more, or a router's answer to it. */
  private void replay() {
    if (captured.isEmpty()) {
      return;
    }
    ByteBuf old = captured.get(upTo(captured.size()) - 1);
    boolean wasFromLeft = old.getInt(0) == TwoEnds.LEFT;
    ByteBuf segment = old.slice(4, old.readableBytes() - 4);
    if (wasFromLeft && RdpHeader.hasRouterState(segment, 0) && oneIn(2)) {
      int lost = upTo(20) - 1;
      Segment request =
          RdpHeader.windowRequest(segment, 0, TwoEnds.RIGHT, upTo(30), upTo(30), lost);
      inject(request, true, ROUTER);
      return;
    }
    ends.inject(wasFromLeft ? ends.right() : ends.left(), old.getInt(0), segment.copy());
  }

  private boolean seen(long nowNanos, int from, ByteBuf segment) {
    watch.sent(from == TwoEnds.LEFT, segment);
    if (captured.size() < 50 && oneIn(10)) {
      captured.add(
          Unpooled.buffer(4 + segment.readableBytes())
              .writeInt(from)
              .writeBytes(segment, 0, segment.readableBytes()));
    }
    return true;
  }

  private void holds() {
    left.holds();
    right.holds();
  }

  /** An application that sends numbered messages, and looks at those that come. */
  private final class Talker implements RdpApplication {
    private final String name;
    private final int count;
    private final boolean[] seen = new boolean[301];
    private @Nullable RdpConnection connection;
    private int next;
    private int received;
    private @Nullable CloseReason closed;
    private long closedNanos;
    private boolean opened;

    Talker(String name, int count) {
      this.name = name;
      this.count = count;
    }

    @Nullable Talker takesFirst(RdpConnection called) {
      if (connection != null) {
        return null; // an old SYN
      }
      connection = called;
      return this;
    }

    @Override
    public void opened(long nowNanos, RdpConnection to) {
      assertTrue(!opened && closed == null);
      opened = true;
      connection = to;
      writable(nowNanos, to);
    }

    @Override
    public void writable(long nowNanos, RdpConnection to) {
      while (next < count) {
        ByteBuf message = message(next, to.maxMessageBytes());
        if (!to.send(nowNanos, message)) {
          message.release();
          return;
        }
        next++;
      }
      closeIfDone(nowNanos, to);
    }

    private ByteBuf message(int index, int most) {
      int bytes = 1 + (int) Streams.below(stream, most);
      ByteBuf message = ends.buffers().buffer(bytes);
      message.writeByte(index);
      for (int i = 1; i < bytes; i++) {
        message.writeByte(octet(index, i));
      }
      return message;
    }

    private int octet(int index, int at) {
      return at == 1 ? index >> 8 : index * 31 + at * 7;
    }

    @Override
    public void received(long nowNanos, RdpConnection from, ByteBuf message) {
      assertTrue(opened && closed == null, "a message outside of the connection");
      Talker sender = this == left ? right : left;
      int index = numberOf(message);
      for (int i = 0; index >= 0 && i < message.readableBytes(); i++) {
        int expected = i == 0 ? index : octet(index, i);
        assertEquals((byte) expected, message.getByte(message.readerIndex() + i), "byte " + i);
      }
      received++;
      assertTrue(received <= sender.next, "more than was sent");
      if (oneIn(50)) {
        from.pause();
        ends.at(nowNanos + upTo(2000) * MILLISECOND, () -> from.resume(ends.nowNanos()));
      }
      closeIfDone(nowNanos, from);
    }

    /** The number of a message; where order does not tell, of those that have room for it. */
    private int numberOf(ByteBuf message) {
      int at = message.readerIndex();
      int said = message.readableBytes() > 1 ? message.getUnsignedShortLE(at) : -1;
      if (config.buffers().ordered()) {
        assertTrue(said < 0 || said == received, () -> name + " gets " + said + " for " + received);
        return received;
      }
      if (said >= 0) {
        assertTrue(!seen[said], "the same message twice");
        seen[said] = true;
      }
      return said;
    }

    private void closeIfDone(long nowNanos, RdpConnection with) {
      if (this == left && next == count && received == right.count) {
        with.close(nowNanos);
      }
    }

    @Override
    public void closed(long nowNanos, RdpConnection was, CloseReason reason) {
      assertEquals(null, closed, "told twice");
      closed = reason;
      closedNanos = nowNanos;
    }

    void holds() {
      RdpConnection mine = connection;
      if (mine == null || closed != null) {
        return;
      }
      RdpStatistics now = mine.statistics(ends.nowNanos());
      assertTrue(now.inFlight() >= 0, "a pipe of less than nothing");
      assertTrue(now.cwnd() >= 1 && now.ssthresh() >= 1, "a window of nothing");
      assertTrue(now.messagesAcknowledged() <= now.messagesSent());
      assertEquals(next, now.messagesSent());
      assertTrue(now.srttNanos() >= 0 && now.rtoNanos() > 0);
      int window = config.buffers().windowSegments();
      int sendMost = config.buffers().sendBytes() + 1;
      assertTrue(mine.heldBuffers() <= sendMost + 3 * window + 2, "more than the buffers hold");
    }

    void verifyEnd() {
      if (closed == CloseReason.CLOSED || closed == CloseReason.CLOSED_BY_PEER) {
        assertEquals(count, next, "closed before everything was taken");
      }
    }
  }

  /** What must hold of the segments that each end sends. */
  private final class WireWatch {
    private final Direction fromLeft = new Direction();
    private final Direction fromRight = new Direction();
    private final int window;

    WireWatch(int window) {
      this.window = window;
    }

    /** What one end has said. */
    private static final class Direction {
      boolean begun;
      int newest;
      boolean hasAcknowledged;
      int acknowledgement;
    }

    /** The last acknowledgement of one end. */
    int acknowledgedBy(boolean left) {
      return (left ? fromLeft : fromRight).acknowledgement;
    }

    void sent(boolean isFromLeft, ByteBuf bytes) {
      int length = bytes.readableBytes();
      int source = isFromLeft ? TwoEnds.LEFT : TwoEnds.RIGHT;
      int destination = isFromLeft ? TwoEnds.RIGHT : TwoEnds.LEFT;
      assertEquals(null, SegmentCodec.check(bytes, 0, length, source, destination, false));
      assertTrue(20 + length <= mtuBytes, () -> "a packet of " + (20 + length) + " bytes");
      Segment segment = SegmentCodec.decode(bytes, 0, length);
      assertTrue(segment.routerState() == null || !segment.routerState().has(RouterState.SET));
      if (segment.has(Segment.RST)) {
        return;
      }
      Direction mine = isFromLeft ? fromLeft : fromRight;
      Direction theirs = isFromLeft ? fromRight : fromLeft;
      if (segment.has(Segment.SYN)) {
        mine.begun = true;
        mine.newest = segment.sequence();
      } else if (segment.takesSequence()) {
        numbers(segment, mine, theirs);
      } else if (mine.begun) {
        assertEquals(mine.newest + 1, segment.sequence(), "an ACK shows SND.NXT");
      }
      if (segment.has(Segment.ACK)) {
        acknowledges(segment, mine, theirs);
      }
    }

    private void numbers(Segment segment, Direction mine, Direction theirs) {
      int ahead = segment.sequence() - mine.newest;
      assertTrue(ahead <= 1, "numbers are used in turn");
      mine.newest += Math.max(0, ahead);
      if (theirs.hasAcknowledged) {
        int beyond = segment.sequence() - theirs.acknowledgement;
        assertTrue(beyond <= 2 * window, () -> beyond + " beyond what the peer has in sequence");
      }
      assertTrue(segment.has(Segment.ACK), "data without ACK");
    }

    private void acknowledges(Segment segment, Direction mine, Direction theirs) {
      if (mine.hasAcknowledged) {
        assertTrue(segment.acknowledgement() - mine.acknowledgement >= 0, "takes an ACK back");
      }
      mine.hasAcknowledged = true;
      mine.acknowledgement = segment.acknowledgement();
      assertTrue(segment.acknowledgement() - theirs.newest <= 0, "acknowledges what is to come");
      for (int number : segment.eacks()) {
        int beyond = number - segment.acknowledgement();
        assertTrue(beyond >= 1 && beyond <= 2 * window, () -> "names " + beyond + " beyond");
        assertTrue(number - theirs.newest <= 0, "names what is to come");
      }
    }
  }

  private boolean oneIn(int times) {
    return Streams.below(stream, times) == 0;
  }

  /** 1 … most. */
  private int upTo(int most) {
    return 1 + (int) Streams.below(stream, most);
  }

  private int pick(int... values) {
    return values[(int) Streams.below(stream, values.length)];
  }

  private double share(double most) {
    return most * Streams.uniform(stream);
  }

  @Override
  public String toString() {
    return "seed "
        + seed
        + ": "
        + left.count
        + " → "
        + right.count
        + " ←, "
        + config
        + ", → "
        + rightward
        + ", ← "
        + leftward;
  }
}
