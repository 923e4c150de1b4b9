// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import rani.world.Streams;
import rani.world.Timers;

/**
 * Two endpoints and the wire between them, in virtual time: what a test of the machine stands on.
 * Both ends, and each direction of the wire, draw from streams of their own.
 */
final class TwoEnds {
  static final int LEFT = 0x0A000001;
  static final int RIGHT = 0x0A000002;
  static final long MILLISECOND = 1_000_000;
  static final long SECOND = 1000 * MILLISECOND;

  private static final int IPV4_HEADER_BYTES = 20;
  private static final int ECT_0 = 2;
  private static final int CE = 3;

  /**
   * What a direction does to packets, IPv4 header included.
   *
   * @param bitsPerSecond 0 for no limit
   * @param queuePackets how many wait, beside the one in service
   * @param reorder probability of being held back by {@code reorderNanos}
   * @param mark probability that a packet that asks for it is marked
   */
  record Wire(
      long bitsPerSecond,
      int queuePackets,
      long delayNanos,
      double loss,
      double duplicate,
      double reorder,
      long reorderNanos,
      double corrupt,
      double mark) {
    static Wire clean(long delayNanos) {
      return new Wire(0, Integer.MAX_VALUE, delayNanos, 0, 0, 0, 0, 0, 0);
    }

    static Wire lossy(long delayNanos, double loss) {
      return new Wire(0, Integer.MAX_VALUE, delayNanos, loss, 0, 0, 0, 0, 0);
    }

    static Wire bottleneck(long bitsPerSecond, int queuePackets, long delayNanos) {
      return new Wire(bitsPerSecond, queuePackets, delayNanos, 0, 0, 0, 0, 0, 0);
    }
  }

  /** Decides about single packets; what it drops is not seen by the wire at all. */
  interface Sieve {
    Sieve NONE = (now, from, segment) -> true;

    boolean passes(long nowNanos, int from, ByteBuf segment);
  }

  private record Event(long atNanos, long order, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparing(Event::order));
  private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);
  private final long seed;
  private long order;
  private long nowNanos;
  private int mtuBytes = 1500;
  private Sieve sieve = Sieve.NONE;
  private Runnable invariant = () -> {};
  private final Side left;
  private final Side right;

  TwoEnds(long seed, Wire both) {
    this(seed, both, both, RdpTrace.NONE);
  }

  TwoEnds(long seed, Wire rightward, Wire leftward, RdpTrace trace) {
    this.seed = seed;
    this.left = new Side("left", LEFT, RIGHT, rightward, trace);
    this.right = new Side("right", RIGHT, LEFT, leftward, trace);
  }

  /** One endpoint and the direction that leads away from it. */
  final class Side implements RdpNetwork {
    private final int address;
    private final int peer;
    private final RandomGenerator wireRandom;
    private RandomGenerator random;
    private final RdpEndpoint endpoint;
    private Wire wire;
    private long wakeNanos = Timers.NEVER;
    private long freeAtNanos;
    private int waiting;
    long packetsSent;
    long bytesCarried;
    long overflowed;

    Side(String name, int address, int peer, Wire wire, RdpTrace trace) {
      this.address = address;
      this.peer = peer;
      this.wire = wire;
      this.wireRandom = Streams.of(seed, name, "wire");
      this.random = Streams.of(seed, name, "rdp");
      this.endpoint = new RdpEndpoint(this, trace);
    }

    RdpEndpoint endpoint() {
      return endpoint;
    }

    /** The next connection's first sequence number is given, the rest is chance as before. */
    void nextNumber(int number) {
      RandomGenerator chance = random;
      random =
          new RandomGenerator() {
            @Override
            public int nextInt() {
              random = chance;
              return number;
            }

            @Override
            public long nextLong() {
              return chance.nextLong();
            }
          };
    }

    /** From now on the direction is another. */
    void become(Wire other) {
      wire = other;
    }

    @Override
    public int address() {
      return address;
    }

    @Override
    public int pathMtuBytes(int destination) {
      return mtuBytes;
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
      packetsSent++;
      if (destination != peer || !sieve.passes(now, address, segment)) {
        segment.release();
        return;
      }
      if (wireRandom.nextDouble() < wire.loss) {
        segment.release();
        return;
      }
      int marked = ecn == ECT_0 && wireRandom.nextDouble() < wire.mark ? CE : ecn;
      if (wireRandom.nextDouble() < wire.corrupt) {
        int bit = (int) Streams.below(wireRandom, 8L * segment.readableBytes());
        segment.setByte(bit / 8, segment.getByte(bit / 8) ^ 1 << bit % 8);
      }
      if (wireRandom.nextDouble() < wire.duplicate) {
        carry(now, marked, segment.copy());
      }
      carry(now, marked, segment);
    }

    private void carry(long now, int ecn, ByteBuf segment) {
      long leavesNanos = now;
      if (wire.bitsPerSecond > 0) {
        if (waiting > wire.queuePackets) { // one of them is in service
          overflowed++;
          segment.release();
          return;
        }
        int bytes = IPV4_HEADER_BYTES + segment.readableBytes();
        freeAtNanos = Math.max(freeAtNanos, now) + bytes * 8 * SECOND / wire.bitsPerSecond;
        leavesNanos = freeAtNanos;
        waiting++;
        at(leavesNanos, () -> waiting--);
      }
      long heldBack =
          wireRandom.nextDouble() < wire.reorder ? Streams.below(wireRandom, wire.reorderNanos) : 0;
      bytesCarried += IPV4_HEADER_BYTES + segment.readableBytes();
      at(leavesNanos + wire.delayNanos + heldBack, () -> arrive(ecn, segment));
    }

    private void arrive(int ecn, ByteBuf segment) {
      try {
        other(this)
            .endpoint
            .receive(nowNanos, address, 0, ecn, segment, 0, segment.readableBytes());
      } finally {
        segment.release();
      }
    }

    @Override
    public void wakeAt(long deadlineNanos) {
      wakeNanos = deadlineNanos;
      if (deadlineNanos != Timers.NEVER) {
        at(deadlineNanos, () -> wake(deadlineNanos));
      }
    }

    private void wake(long askedNanos) {
      if (askedNanos == wakeNanos) {
        wakeNanos = Timers.NEVER;
        endpoint.wake(nowNanos);
      }
    }

    @Override
    public ByteBufAllocator buffers() {
      return buffers;
    }

    @Override
    public RandomGenerator random() {
      return random;
    }
  }

  private Side other(Side side) {
    return side == left ? right : left;
  }

  Side left() {
    return left;
  }

  Side right() {
    return right;
  }

  long nowNanos() {
    return nowNanos;
  }

  ByteBufAllocator buffers() {
    return buffers;
  }

  TwoEnds mtuBytes(int bytes) {
    mtuBytes = bytes;
    return this;
  }

  TwoEnds sieve(Sieve other) {
    sieve = other;
    return this;
  }

  /** What must hold after every event. */
  TwoEnds invariant(Runnable check) {
    invariant = check;
    return this;
  }

  void at(long atNanos, Runnable action) {
    events.add(new Event(Math.max(atNanos, nowNanos), order++, action));
  }

  /** Runs until nothing is left to happen, or a time has come. */
  void runUntil(long untilNanos) {
    while (!events.isEmpty() && events.element().atNanos <= untilNanos) {
      Event event = events.remove();
      nowNanos = event.atNanos;
      event.action.run();
      invariant.run();
    }
    nowNanos = Math.max(nowNanos, untilNanos);
  }

  /** Delivers a segment to one end that its wire did not bring. */
  void inject(Side to, int source, ByteBuf segment) {
    try {
      to.endpoint.receive(nowNanos, source, 0, 0, segment, 0, segment.readableBytes());
    } finally {
      segment.release();
    }
  }

  /** Bytes of buffers that live; 0 when everything has been released. */
  long liveBytes() {
    return buffers.metric().usedHeapMemory() + buffers.metric().usedDirectMemory();
  }
}
