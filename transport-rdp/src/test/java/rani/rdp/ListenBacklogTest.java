// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;
import rani.world.Streams;
import rani.world.Timers;

/** An endpoint that is flooded with calls by one of its links, or filled with connections. */
class ListenBacklogTest {
  private static final int HERE = 1;
  private static final int PORT = 80;

  /** Addresses from here on are nowhere. */
  private static final int NOWHERE = 1 << 30;

  private static final int FLOODED = 0;
  private static final int OTHER = 1;

  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1000 * MILLISECOND;

  /** 20,000 SYNs a second. */
  private static final long GAP_NANOS = SECOND / 20_000;

  private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);
  private final RandomGenerator chance = Streams.of(1, "n", "flood");
  private final Map<Integer, Integer> numbers = new LinkedHashMap<>();
  private final RdpEndpoint endpoint = new RdpEndpoint(new Net(), RdpTrace.NONE);
  private long nowNanos;
  private long wakeNanos = Timers.NEVER;
  private int flood;

  ListenBacklogTest() {
    endpoint.listen(PORT, RdpConfig.DEFAULT, (now, caller) -> (then, connection, message) -> {});
  }

  /** What the endpoint says is heard by who keeps the number of its SYN, by source. */
  private final class Net implements RdpNetwork {
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
      return destination < NOWHERE;
    }

    @Override
    public boolean claim(int port) {
      return true;
    }

    @Override
    public void release(int port) {}

    @Override
    public void send(long now, int destination, int dscp, int ecn, ByteBuf segment) {
      Segment said = SegmentCodec.decode(segment, 0, segment.readableBytes());
      if (said.has(Segment.SYN)) {
        numbers.put(destination, said.sequence());
      }
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
      return chance;
    }
  }

  private boolean hears(int link, int source, Segment segment) {
    int length = SegmentCodec.length(segment);
    ByteBuf bytes = Unpooled.buffer(length).writerIndex(length);
    SegmentCodec.encode(segment, bytes, 0, source, HERE, true);
    return endpoint.receive(nowNanos, source, link, 0, bytes, 0, length);
  }

  private boolean calls(int link, int source) {
    return hears(
        link,
        source,
        new Segment(
            Segment.SYN,
            9000,
            PORT,
            77,
            0,
            new SynParameters(16, 1500, SynParameters.SEQUENCED),
            Segment.NO_EACKS,
            null,
            Unpooled.EMPTY_BUFFER));
  }

  /** The third segment of the handshake, of who has heard the second. */
  private void confirms(int link, int source) {
    int number = Objects.requireNonNull(numbers.get(source), "the call was answered");
    hears(link, source, Segment.bare(Segment.ACK, 9000, PORT, 78, number));
  }

  private boolean isOpen(int source) {
    return endpoint.connections().stream()
        .anyMatch(each -> each.remoteAddress() == source && each.state() == ConnectionState.OPEN);
  }

  /** Lets time pass in which made-up sources call by the flooded link. */
  private void flood(long nanos, int firstSource) {
    for (long until = nowNanos + nanos; nowNanos < until; nowNanos += GAP_NANOS) {
      if (wakeNanos <= nowNanos) {
        wakeNanos = Timers.NEVER;
        endpoint.wake(nowNanos);
      }
      calls(FLOODED, firstSource + flood++);
    }
  }

  /** Of calls with a round trip, one after another while it is flooded, how many open. */
  private int opened(int calls, int link, long roundTripNanos, int floodSource) {
    int opened = 0;
    flood(SECOND, floodSource);
    for (int source = 2; source < 2 + calls; source++) {
      calls(link, source);
      flood(roundTripNanos, floodSource);
      confirms(link, source);
      opened += isOpen(source) ? 1 : 0;
    }
    return opened;
  }

  /** One round trip, as if there were no flood; so no caller waits for his timer, 1 s. */
  @Test
  void aFloodByOneLinkDoesNotDelayACallByAnother() {
    assertEquals(20, opened(20, OTHER, 100 * MILLISECOND, 1000));
  }

  @Test
  void aFloodFromAddressesThatAreNowhereDelaysNoOne() {
    assertEquals(20, opened(20, FLOODED, 100 * MILLISECOND, NOWHERE));
    assertEquals(flood, endpoint.refused(RefusalReason.NO_WAY_BACK));
    assertEquals(20, endpoint.connections().size());
  }

  /**
   * A round trip of 5 ms is 100 SYNs of the flood; each leaves 255 of 256 where they are, and so
   * the call with probability (255/256)^100 = 0.676. Of 400 calls 270 ± 9.4 (one standard
   * deviation) open: 229 to 311 within a bit more than four.
   */
  @Test
  void aCallByTheFloodedLinkKeepsItsPlaceByChance() {
    int opened = opened(400, FLOODED, 5 * MILLISECOND, 1000);
    assertTrue(opened > 229 && opened < 311, opened + " opened");
  }

  /** Half each, no matter which was first. */
  @Test
  void twoFloodsShareThePlaces() {
    flood(SECOND, 1000);
    for (int source = 100_000; source < 101_000; source++) {
      calls(OTHER, source);
    }
    flood(SECOND, 200_000);
    long others =
        endpoint.connections().stream()
            .filter(each -> each.remoteAddress() >= 100_000 && each.remoteAddress() < 101_000)
            .count();
    assertEquals(128, others);
    assertEquals(256, endpoint.connections().size());
  }

  private int fill(int link, int firstSource) {
    int held = 0;
    while (calls(link, firstSource + held)) {
      confirms(link, firstSource + held);
      held++;
    }
    return held;
  }

  /** Held ≤ 7·(4096 − all held): 3584 = 7·512, then 448 = 7·64, 56 = 7·8, 7 = 7·1. */
  @Test
  void aLinkIsLeftRoomByThoseThatHoldAllTheyMay() {
    assertEquals(3584, fill(FLOODED, 10_000));
    assertEquals(1, endpoint.refused(RefusalReason.LINK_SHARE));
    assertEquals(448, fill(OTHER, 20_000));
    assertEquals(56, fill(2, 30_000));
    assertEquals(7, fill(3, 40_000));
    assertEquals(1, fill(4, 50_000));
    assertFalse(calls(5, 60_000));
    assertEquals(4, endpoint.refused(RefusalReason.LINK_SHARE));
    assertEquals(2, endpoint.refused(RefusalReason.NO_ROOM));
  }

  @Test
  void whoGoesLeavesHisLinkRoom() {
    fill(FLOODED, 10_000);
    for (int again = 0; again < 3; again++) {
      hears(FLOODED, 10_000 + again, Segment.bare(Segment.RST, 9000, PORT, 78, 0));
      assertTrue(calls(FLOODED, 50_000 + again));
      assertFalse(calls(FLOODED, 60_000));
    }
    endpoint.stop(nowNanos);
    assertEquals(0, endpoint.connections().size());
  }

  /** Those that are displaced are told of once, and the others end when their time is over. */
  @Test
  void nothingOfAFloodStays() {
    flood(SECOND, 1000);
    while (wakeNanos != Timers.NEVER) {
      nowNanos = wakeNanos;
      wakeNanos = Timers.NEVER;
      endpoint.wake(nowNanos);
    }
    assertEquals(0, endpoint.connections().size());
    assertEquals(20_000L - 256, endpoint.facts().byKey().get("ended.displaced"));
    assertEquals(256L, endpoint.facts().byKey().get("ended.timed-out"));
    assertEquals(3584, fill(FLOODED, 100_000), "no share is lost");
  }
}
