// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.rdp.segment.RefusalReason;
import rani.rdp.segment.Segment;
import rani.rdp.segment.SegmentCodec;
import rani.rdp.segment.SynParameters;

/** Two endpoints side by side: which ports they hold, what they answer, and what they count. */
class RdpEndpointTest {
  private static final long SECOND = 1_000_000_000;

  /** From here on addresses are nowhere. */
  private static final int UNREACHABLE = 1_000_000;

  private final Side left = new Side(1);
  private final Side right = new Side(2);

  private static final class Side implements RdpNetwork, RdpApplication {
    private final int address;
    private final RdpEndpoint endpoint = new RdpEndpoint(this, new RdpTrace() {});
    private final TreeSet<Integer> claimed = new TreeSet<>();
    private final TreeSet<Integer> taken = new TreeSet<>();
    private final ArrayDeque<ByteBuf> sent = new ArrayDeque<>();
    private final List<String> ended = new ArrayList<>();
    private final UnpooledByteBufAllocator buffers = new UnpooledByteBufAllocator(false);
    private int pathMtu = 1500;
    private final ArrayDeque<Long> wakes = new ArrayDeque<>();
    private long chance;

    Side(int address) {
      this.address = address;
    }

    RdpConnection calls(int fromPort, int toPort) {
      return endpoint.connect(0, fromPort, 3 - address, toPort, RdpConfig.DEFAULT, this);
    }

    boolean hears(Segment segment, boolean checksum) {
      return hears(3 - address, segment, checksum);
    }

    boolean hears(int source, Segment segment, boolean checksum) {
      ByteBuf bytes = Unpooled.buffer().writeZero(SegmentCodec.length(segment));
      SegmentCodec.encode(segment, bytes, 0, source, address, checksum);
      return endpoint.receive(SECOND, source, 0, 0, bytes, 0, bytes.readableBytes());
    }

    Segment lastSent() {
      ByteBuf last = sent.getLast();
      return SegmentCodec.decode(last, 0, last.readableBytes());
    }

    @Override
    public void received(long nowNanos, RdpConnection connection, ByteBuf message) {}

    @Override
    public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
      ended.add(reason.text());
    }

    @Override
    public int address() {
      return address;
    }

    @Override
    public int pathMtuBytes(int destination) {
      return pathMtu;
    }

    @Override
    public boolean reaches(int destination) {
      return destination < UNREACHABLE;
    }

    @Override
    public boolean claim(int port) {
      return !taken.contains(port) && claimed.add(port);
    }

    @Override
    public void release(int port) {
      assertTrue(claimed.remove(port), "only what was claimed is given back");
    }

    @Override
    public void send(long nowNanos, int destination, int dscp, int ecn, ByteBuf segment) {
      sent.add(segment);
    }

    @Override
    public void wakeAt(long deadlineNanos) {
      wakes.add(deadlineNanos);
    }

    @Override
    public ByteBufAllocator buffers() {
      return buffers;
    }

    @Override
    public RandomGenerator random() {
      return () -> chance;
    }
  }

  private void exchange(long nowNanos) {
    while (!left.sent.isEmpty() || !right.sent.isEmpty()) {
      Side from = left.sent.isEmpty() ? right : left;
      ByteBuf segment = from.sent.remove();
      (from == left ? right : left)
          .endpoint.receive(nowNanos, from.address, 0, 0, segment, 0, segment.readableBytes());
    }
  }

  @Test
  void aPortIsHeldAsLongAsAnythingUsesIt() {
    left.endpoint.listen(80, RdpConfig.DEFAULT, (now, caller) -> null);
    RdpConnection first = left.calls(80, 9000);
    RdpConnection second = left.calls(80, 9001);
    assertEquals(Set.of(80), left.claimed);
    assertEquals(List.of(first, second), left.endpoint.connections());
    left.endpoint.unlisten(80);
    left.endpoint.unlisten(80);
    assertEquals(Set.of(80), left.claimed);
    first.abort(1);
    assertEquals(Set.of(80), left.claimed);
    second.abort(1);
    assertEquals(Set.of(), left.claimed);
    assertEquals(List.of("aborted", "aborted"), left.ended);
  }

  @Test
  void whoIsNotUsedAnyMoreLeavesThePortToWhoListens() {
    left.endpoint.listen(80, RdpConfig.DEFAULT, (now, caller) -> null);
    left.calls(80, 9000).abort(1);
    assertEquals(Set.of(80), left.claimed);
    left.endpoint.stop(2);
    assertEquals(Set.of(), left.claimed);
    assertThrows(IllegalStateException.class, () -> left.calls(80, 9000));
    assertEquals(Set.of(), left.claimed);
  }

  @Test
  void whatIsTakenIsRefused() {
    left.taken.add(80);
    assertThrows(IllegalStateException.class, () -> left.calls(80, 9000));
    assertThrows(
        IllegalStateException.class,
        () -> left.endpoint.listen(80, RdpConfig.DEFAULT, (now, caller) -> null));
    left.calls(81, 9000);
    assertThrows(IllegalStateException.class, () -> left.calls(81, 9000), "there is such a one");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65_536})
  void aPortIsOneTo65535(int port) {
    left.calls(1, 65_535);
    left.calls(65_535, 1);
    assertThrows(IllegalArgumentException.class, () -> left.calls(port, 9000));
    assertThrows(IllegalArgumentException.class, () -> left.calls(80, port));
    assertThrows(
        IllegalArgumentException.class,
        () -> left.endpoint.listen(port, RdpConfig.DEFAULT, (now, caller) -> null));
  }

  private int chosen() {
    return left.endpoint.connect(0, 2, 9000, RdpConfig.DEFAULT, left).localPort();
  }

  /** From one that is drawn on, around the end of the range. */
  @Test
  void aPortIsChosenFromTheEphemeralOnes() {
    assertEquals(49_152, chosen());
    assertEquals(49_153, chosen());
    left.chance = -1;
    left.taken.add(49_154);
    assertEquals(65_535, chosen());
    assertEquals(49_155, chosen());
  }

  /** 20 bytes of IPv4, 18 of RDP, and one of data. */
  @Test
  void aPathThatTakesNoDataIsNotUsed() {
    left.pathMtu = 38;
    assertThrows(IllegalStateException.class, () -> left.calls(80, 9000));
    assertEquals(Set.of(), left.claimed);
    left.pathMtu = 39;
    assertEquals(1, left.calls(80, 9000).maxMessageBytes());
  }

  /** RFC 908 §3.7: SYN-SENT, state CLOSED, and so on. */
  @Test
  void whoBreaksOffACallSaysSo() {
    RdpConnection connection = left.calls(80, 9000);
    left.sent.clear();
    connection.abort(1);
    assertEquals(List.of("aborted"), left.ended);
    assertTrue(left.lastSent().has(Segment.RST));
  }

  private static Segment syn(int toPort, int maxSegmentBytes) {
    return new Segment(
        Segment.SYN,
        9000,
        toPort,
        77,
        0,
        new SynParameters(16, maxSegmentBytes, SynParameters.SEQUENCED),
        Segment.NO_EACKS,
        null,
        Unpooled.EMPTY_BUFFER);
  }

  private void refused(long times, RefusalReason reason) {
    assertEquals(times, left.endpoint.refused(reason), reason.text());
  }

  @Test
  void whatNobodyHasUseForIsRefusedAndCounted() {
    assertFalse(left.endpoint.receive(0, 2, 0, 0, Unpooled.wrappedBuffer(new byte[18]), 0, 18));
    refused(1, RefusalReason.MALFORMED);
    assertFalse(left.hears(Segment.bare(Segment.ACK, 9000, 80, 5, 6), true));
    refused(1, RefusalReason.NO_CONNECTION);
    assertEquals(7, left.lastSent().sequence(), "the number that the other end takes next");
    left.sent.clear();
    assertFalse(left.hears(Segment.bare(Segment.RST, 9000, 80, 5, 6), true));
    assertTrue(left.sent.isEmpty(), "a reset is not answered");

    List<@Nullable RdpApplication> programs = new ArrayList<>();
    programs.add(null);
    left.endpoint.listen(80, RdpConfig.DEFAULT, (now, caller) -> programs.getFirst());
    assertFalse(left.hears(syn(80, 1500), false));
    refused(1, RefusalReason.BAD_CHECKSUM);
    assertFalse(left.hears(syn(80, 30), true));
    refused(1, RefusalReason.BAD_SYN);
    assertTrue(left.lastSent().has(Segment.RST));
    left.sent.clear();
    assertTrue(left.hears(syn(80, 1500), true), "the program did not want it");
    assertTrue(left.lastSent().has(Segment.RST));
    programs.set(0, left);
    assertTrue(left.hears(syn(80, 1500), true));
    assertTrue(left.lastSent().has(Segment.SYN));
    assertFalse(left.hears(Segment.bare(Segment.ACK, 9000, 80, 78, 0), false), "no checksum");
    assertTrue(left.hears(Segment.bare(Segment.ACK, 9000, 80, 78, 12_345), true));
    refused(1, RefusalReason.FORGED_ACK);
    left.endpoint.stop(SECOND);
    assertFalse(left.hears(syn(80, 1500), true));

    assertEquals(
        Map.of(
            "connections", 0L,
            "connections-made", 3L,
            "ended.stopped", 1L,
            "refused.malformed", 1L,
            "refused.bad-checksum", 2L,
            "refused.no-connection", 3L,
            "refused.bad-syn", 1L,
            "refused.forged-ack", 1L),
        left.endpoint.facts().byKey());
  }

  private static Segment from(int port, int flags, int toPort, int sequence, int acknowledgement) {
    return Segment.bare(flags, port, toPort, sequence, acknowledgement);
  }

  /** What came last may be for another connection, of which but one part differs. */
  @Test
  void aConnectionIsKnownByAllItsParts() {
    RdpConnection one = left.calls(80, 9000);
    RdpConnection otherPeersPort = left.calls(80, 9001);
    RdpConnection otherPort = left.calls(81, 9000);
    RdpConnection otherPeer = left.endpoint.connect(0, 80, 7, 9000, RdpConfig.DEFAULT, left);
    // A reset refuses a call only if it acknowledges it: each began with number 0.
    left.hears(from(9000, Segment.RST | Segment.ACK, 80, 0, 12_345), true);
    left.hears(from(9001, Segment.RST | Segment.ACK, 80, 0, 0), true);
    assertEquals(ConnectionState.CLOSED, otherPeersPort.state());
    left.hears(from(9000, Segment.RST | Segment.ACK, 80, 0, 12_345), true);
    left.hears(from(9000, Segment.RST | Segment.ACK, 81, 0, 0), true);
    assertEquals(ConnectionState.CLOSED, otherPort.state());
    left.hears(from(9000, Segment.RST | Segment.ACK, 80, 0, 12_345), true);
    left.hears(7, from(9000, Segment.RST | Segment.ACK, 80, 0, 0), true);
    assertEquals(ConnectionState.CLOSED, otherPeer.state());
    assertEquals(ConnectionState.SYN_SENT, one.state());
    refused(3, RefusalReason.FORGED_RST);
  }

  @Test
  void thereAreFourThousandAndNinetySixConnections() {
    for (int port = 1; port <= RdpEndpoint.CONNECTIONS_MAX; port++) {
      left.calls(port, 9000);
    }
    IllegalStateException full =
        assertThrows(IllegalStateException.class, () -> left.calls(5000, 9000));
    assertEquals("an endpoint has at most 4096 connections", full.getMessage());
    assertFalse(left.claimed.contains(5000));
    RdpConnection first = left.endpoint.connections().getFirst();
    first.abort(1);
    left.calls(5000, 9000);
    assertThrows(IllegalStateException.class, () -> left.calls(5001, 9000));
  }

  /** One that has said its end waits for nothing, and takes up no place. */
  @Test
  void oneThatWasClosedFreesItsPlaceAndOneWhoseMessagesWaitDoesNot() {
    right.endpoint.listen(9000, RdpConfig.DEFAULT, (now, caller) -> right);
    for (int port = 1; port < RdpEndpoint.CONNECTIONS_MAX; port++) {
      left.calls(port, 9001);
    }
    left.sent.clear();
    for (int time = 0; time < 2; time++) {
      RdpConnection closed = left.calls(5000, 9000);
      exchange(SECOND);
      closed.close(SECOND);
      exchange(SECOND);
      assertEquals(ConnectionState.CLOSED, closed.state());
    }
    RdpConnection waiting = left.calls(5000, 9000);
    exchange(SECOND);
    waiting.pause();
    RdpConnection called = right.endpoint.connections().getFirst();
    called.send(SECOND, Unpooled.buffer().writeZero(10));
    called.send(SECOND, Unpooled.buffer().writeZero(10)); // the second is acknowledged at once
    called.close(SECOND);
    exchange(SECOND);
    assertEquals(ConnectionState.CLOSED, waiting.state());
    assertEquals(2, left.endpoint.heldBuffers());
    assertThrows(IllegalStateException.class, () -> left.calls(5000, 9000));
    waiting.resume(SECOND);
    left.calls(5000, 9000);
  }

  @Test
  void twoHundredAndFiftySixMayBeHalfOpen() {
    left.endpoint.listen(80, RdpConfig.DEFAULT, (now, caller) -> left);
    for (int port = 1; port <= 400; port++) {
      assertTrue(left.hears(call(port), true));
      Segment answer = left.lastSent();
      left.hears(from(port, Segment.ACK, 80, 78, answer.sequence()), true);
    }
    for (int port = 401; port <= 400 + RdpEndpoint.HALF_OPEN_MAX; port++) {
      assertTrue(left.hears(call(port), true));
    }
    assertEquals(List.of(), left.ended);
    assertTrue(left.hears(call(1000), true));
    assertEquals(List.of("displaced"), left.ended);
    assertEquals(400 + RdpEndpoint.HALF_OPEN_MAX, left.endpoint.connections().size());
  }

  @Test
  void whomNoAnswerReachesHasNoPlace() {
    left.endpoint.listen(80, RdpConfig.DEFAULT, (now, caller) -> left);
    assertFalse(left.hears(UNREACHABLE, call(1), true));
    refused(1, RefusalReason.NO_WAY_BACK);
    assertEquals(List.of(), left.endpoint.connections());
    assertTrue(left.hears(UNREACHABLE - 1, call(1), true));
  }

  private static Segment call(int fromPort) {
    return new Segment(
        Segment.SYN,
        fromPort,
        80,
        77,
        0,
        new SynParameters(16, 1500, SynParameters.SEQUENCED),
        Segment.NO_EACKS,
        null,
        Unpooled.EMPTY_BUFFER);
  }

  /** It may be woken for nothing; then it asks once more. */
  @Test
  void whoIsWokenTooEarlyAsksAgain() {
    left.calls(80, 9000);
    assertEquals(List.of(SECOND), List.copyOf(left.wakes));
    left.endpoint.wake(SECOND / 2);
    assertEquals(List.of(SECOND, SECOND), List.copyOf(left.wakes));
  }

  /** 3 messages of 1000 B within 2 s are 12 kbit/s. */
  @Test
  void aConnectionCountsWhatItCarried() {
    right.endpoint.listen(9000, RdpConfig.DEFAULT, (now, caller) -> right);
    RdpConnection caller = left.calls(80, 9000);
    exchange(SECOND);
    RdpConnection called = right.endpoint.connections().getFirst();
    assertEquals(0, caller.statistics(SECOND).goodputBitsPerSecond());
    for (int message = 0; message < 3; message++) {
      caller.send(SECOND, Unpooled.buffer().writeZero(1000));
      exchange(SECOND);
      called.send(SECOND, Unpooled.buffer().writeZero(10));
      exchange(SECOND);
    }
    assertEquals(2, caller.remoteAddress());
    assertEquals(9000, caller.remotePort());
    assertEquals(1, caller.localAddress());
    assertEquals(80, caller.localPort());
    RdpStatistics counted = caller.statistics(3 * SECOND);
    assertEquals(3, counted.messagesSent());
    assertEquals(3, counted.messagesAcknowledged());
    assertEquals(3000, counted.bytesAcknowledged());
    assertEquals(3, counted.messagesReceived());
    assertEquals(30, counted.bytesReceived());
    assertEquals(12_000, counted.goodputBitsPerSecond(), 1e-9);
    caller.abort(5 * SECOND);
    assertEquals(6000, caller.statistics(9 * SECOND).goodputBitsPerSecond(), 1e-9);
  }

  @Test
  void settingsHaveLimitsThatAreWithin() {
    new RdpConfig.Buffers(1, 1, true, 1);
    new RdpConfig.Buffers(4096, 64 << 20, true, 1);
    assertThrows(
        IllegalArgumentException.class, () -> new RdpConfig.Buffers(1, (64 << 20) + 1, true, 1));
    assertThrows(IllegalArgumentException.class, () -> new RdpConfig.Buffers(1, 0, true, 1));
    assertThrows(IllegalArgumentException.class, () -> new RdpConfig.Buffers(1, 1, true, 0));
    long least = 1_000_000;
    new RdpConfig.Timers(0, least, least, least, 1, 0, 0);
    new RdpConfig.Timers(0, least, least, least, 100, 0, 0);
    assertThrows(
        IllegalArgumentException.class,
        () -> new RdpConfig.Timers(0, least, least - 1, least, 1, 0, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RdpConfig.Timers(0, least, least, least, 0, 0, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RdpConfig.Timers(0, least, least, least, 101, 0, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RdpConfig.Timers(0, least, least, least, 1, -1, 0));
    assertEquals(63, RdpConfig.Wire.DEFAULT.withDscp(63).dscp());
    assertEquals(0, RdpConfig.Wire.DEFAULT.withDscp(0).dscp());
    assertEquals(500, RdpConfig.Wire.DEFAULT.withSegmentBytes(500).segmentBytes());
    assertThrows(IllegalArgumentException.class, () -> RdpConfig.Wire.DEFAULT.withDscp(64));
  }
}
