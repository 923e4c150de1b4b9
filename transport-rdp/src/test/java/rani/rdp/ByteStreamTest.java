// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rani.rdp.stream.ByteStream;
import rani.world.Streams;

/** Bytes over two endpoints. */
class ByteStreamTest {
  private static final long SECOND = 1_000_000_000;
  private static final long MILLISECOND = 1_000_000;
  private static final int PORT = 7000;
  private static final RdpConfig SMALL_BUFFER =
      RdpConfig.DEFAULT.with(new RdpConfig.Buffers(32, 20_000, true));

  private TwoEnds ends = new TwoEnds(1, TwoEnds.Wire.clean(10 * MILLISECOND));

  /** Keeps what it is told, and sends what it was given as the stream takes it. */
  private final class Program implements ByteStream.Reader {
    final ByteArrayOutputStream received = new ByteArrayOutputStream();
    final ByteBuf toSend = Unpooled.buffer();
    final List<Integer> pieces = new ArrayList<>();
    boolean endWhenSent;
    boolean ended;
    int writables;
    @Nullable ByteStream stream;
    @Nullable CloseReason reason;

    @Override
    public void opened(long nowNanos, ByteStream opened) {
      stream = opened;
      goOn(nowNanos);
    }

    void goOn(long nowNanos) {
      stream().write(nowNanos, toSend);
      if (!toSend.isReadable() && endWhenSent) {
        stream().end(nowNanos);
      }
    }

    @Override
    public void bytes(long nowNanos, ByteStream from, ByteBuf bytes) {
      pieces.add(bytes.readableBytes());
      byte[] piece = new byte[bytes.readableBytes()];
      bytes.readBytes(piece);
      received.writeBytes(piece);
    }

    @Override
    public void ended(long nowNanos, ByteStream from) {
      ended = true;
    }

    @Override
    public void writable(long nowNanos, ByteStream to) {
      writables++;
      goOn(nowNanos);
    }

    @Override
    public void closed(long nowNanos, ByteStream was, CloseReason why) {
      assertEquals(null, reason, "closed is told once");
      reason = why;
    }

    ByteStream stream() {
      return Objects.requireNonNull(stream);
    }
  }

  private final Program left = new Program();
  private final Program right = new Program();

  private void connect(RdpConfig config) {
    ends.right()
        .endpoint()
        .listen(PORT, config, (now, connection) -> new ByteStream(ends.buffers(), right));
    dial(config);
  }

  private void dial(RdpConfig config) {
    dial(config, left);
  }

  private ByteStream dial(RdpConfig config, ByteStream.Reader reader) {
    return ByteStream.connect(
        ends.nowNanos(),
        ends.left().endpoint(),
        ends.right().address(),
        PORT,
        config,
        ends.buffers(),
        reader);
  }

  /** What a peer that knows nothing of streams is told. */
  private final List<String> rawTold = new ArrayList<>();

  /** The messages that come to it. */
  private final List<String> rawMessages = new ArrayList<>();

  private @Nullable RdpConnection rawConnection;

  /** A peer that sends messages as they are, knowing nothing of streams. */
  private void connectToRawPeer(boolean close, byte[]... messages) {
    RdpApplication raw =
        new RdpApplication() {
          @Override
          public void opened(long nowNanos, RdpConnection connection) {
            rawConnection = connection;
            for (byte[] message : messages) {
              connection.send(nowNanos, ends.buffers().buffer().writeBytes(message));
            }
            if (close) {
              connection.close(nowNanos);
            }
          }

          @Override
          public void received(long nowNanos, RdpConnection connection, ByteBuf message) {
            rawMessages.add(ByteBufUtil.hexDump(message));
          }

          @Override
          public void closed(long nowNanos, RdpConnection connection, CloseReason reason) {
            rawTold.add(reason.text());
          }
        };
    ends.right().endpoint().listen(PORT, RdpConfig.DEFAULT, (now, connection) -> raw);
    dial(RdpConfig.DEFAULT);
    run(30);
  }

  private void run(int seconds) {
    ends.runUntil(ends.nowNanos() + seconds * SECOND);
  }

  private static byte[] bytes(int count, long seed) {
    byte[] bytes = new byte[count];
    RandomGenerator random = Streams.of(seed, "test", "bytes");
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    return bytes;
  }

  @AfterEach
  void everythingWasLetGoOf() {
    ends.left().endpoint().stop(ends.nowNanos());
    ends.right().endpoint().stop(ends.nowNanos());
    run(1);
    assertEquals(0, ends.liveBytes());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void bothDirectionsArriveWholeOverABadWireAndEndByThemselves(long seed) {
    ends =
        new TwoEnds(
            seed,
            new TwoEnds.Wire(
                5_000_000, 50, 5 * MILLISECOND, 0.02, 0.02, 0.05, 20 * MILLISECOND, 0.01, 0));
    byte[] there = bytes(200_000, seed);
    byte[] back = bytes(70_000, seed + 100);
    left.toSend.writeBytes(there);
    right.toSend.writeBytes(back);
    left.endWhenSent = true;
    right.endWhenSent = true;
    connect(SMALL_BUFFER);
    run(600);
    assertArrayEquals(there, right.received.toByteArray());
    assertArrayEquals(back, left.received.toByteArray());
    assertTrue(left.ended && right.ended);
    assertEquals(CloseReason.CLOSED, left.reason);
    assertEquals(CloseReason.CLOSED, right.reason);
  }

  @Test
  void oneDirectionGoesOnAfterTheOtherHasEnded() {
    left.endWhenSent = true;
    connect(RdpConfig.DEFAULT);
    run(1);
    assertTrue(right.ended);
    assertEquals(null, right.reason, "half-closed is not closed");
    right.stream().write(ends.nowNanos(), Unpooled.wrappedBuffer(new byte[] {1, 2, 3}));
    run(1);
    assertArrayEquals(new byte[] {1, 2, 3}, left.received.toByteArray());
    right.stream().end(ends.nowNanos());
    run(10);
    assertEquals(CloseReason.CLOSED, left.reason);
    assertEquals(CloseReason.CLOSED, right.reason);
  }

  @Test
  void aSmallWriteGoesAtOnceEvenWhileOthersAreOnTheirWay() {
    connect(RdpConfig.DEFAULT);
    run(1);
    for (int i = 0; i < 3; i++) {
      left.stream().write(ends.nowNanos(), Unpooled.wrappedBuffer(new byte[] {(byte) i}));
    }
    ends.runUntil(ends.nowNanos() + 11 * MILLISECOND); // one way is 10 ms
    assertEquals(List.of(1, 1, 1), right.pieces);
  }

  @Test
  void manySmallWritesFillMessagesOnceTooManyAreOnTheirWay() {
    connect(RdpConfig.DEFAULT);
    run(1);
    int writes = 5000;
    for (int i = 0; i < writes; i++) {
      left.stream().write(ends.nowNanos(), Unpooled.wrappedBuffer(new byte[] {(byte) i}));
    }
    run(5);
    assertEquals(writes, right.received.size());
    assertTrue(
        right.pieces.size() < ByteStream.SMALL_MESSAGES_MAX + 10,
        () -> right.pieces.size() + " messages");
  }

  /** What the connection did not take is not counted as written before it goes. */
  @Test
  void bytesAreCountedAsTheyAreTakenAndRead() {
    connect(SMALL_BUFFER);
    run(1);
    byte[] sent = bytes(50_000, 1);
    ByteBuf all = Unpooled.wrappedBuffer(sent);
    int taken = left.stream().write(ends.nowNanos(), all);
    assertTrue(taken > 0 && taken < 50_000, () -> taken + " are taken at once");
    assertEquals(50_000 - taken, all.readableBytes());
    assertEquals(taken, left.stream().bytesWritten());
    left.toSend.writeBytes(all);
    run(30);
    assertEquals(50_000, left.stream().bytesWritten());
    assertEquals(50_000, right.stream().bytesRead());
    assertEquals(0, right.stream().bytesWritten());
    assertEquals(0, left.stream().bytesRead());
    left.stream().end(ends.nowNanos());
    right.stream().end(ends.nowNanos());
    run(30);
  }

  @Test
  void aFullBufferTakesLessAndTellsWhenToGoOn() {
    byte[] much = bytes(500_000, 9);
    left.toSend.writeBytes(much);
    left.endWhenSent = true;
    connect(SMALL_BUFFER);
    ends.runUntil(30 * MILLISECOND);
    assertTrue(left.toSend.isReadable(), "20 kB of buffer do not take 500 kB");
    run(60);
    assertTrue(left.writables > 1);
    assertArrayEquals(much, right.received.toByteArray());
  }

  @Test
  void aPausedReaderHoldsTheWriterUpAndLosesNothing() {
    byte[] much = bytes(2_000_000, 3);
    left.toSend.writeBytes(much);
    connect(SMALL_BUFFER);
    run(1);
    right.stream().pause();
    int before = right.received.size();
    run(20);
    assertEquals(before, right.received.size());
    assertTrue(left.toSend.isReadable());
    right.stream().resume(ends.nowNanos());
    run(120);
    assertArrayEquals(much, right.received.toByteArray());
  }

  @Test
  void segmentsThatShrinkOnTheWayLoseNothing() {
    byte[] much = bytes(100_000, 4);
    left.toSend.writeBytes(much);
    left.endWhenSent = true;
    connect(SMALL_BUFFER);
    for (int i = 1; i <= 20; i++) {
      int segmentBytes = i % 2 == 0 ? 1500 : 100 + i;
      ends.at(
          i * 21 * MILLISECOND,
          () -> left.stream().connection().limitSegmentBytes(ends.nowNanos(), segmentBytes));
    }
    run(120);
    assertArrayEquals(much, right.received.toByteArray());
    assertTrue(right.ended);
  }

  @Test
  void anAbortIsAResetAtTheOtherEnd() {
    connect(RdpConfig.DEFAULT);
    run(1);
    left.stream().abort(ends.nowNanos());
    run(1);
    assertEquals(CloseReason.ABORTED, left.reason);
    assertFalse(right.ended);
    assertEquals(CloseReason.RESET, right.reason);
  }

  @Test
  void aPeerThatClosesWithoutAnEndHasResetTheStream() {
    connectToRawPeer(true, new byte[] {ByteStream.DATA, 5});
    assertArrayEquals(new byte[] {5}, left.received.toByteArray());
    assertEquals(CloseReason.RESET, left.reason);
  }

  @Test
  void anUnknownKindOfMessageEndsTheConnection() {
    connectToRawPeer(false, new byte[] {2, 5});
    assertEquals(CloseReason.BAD_PEER, left.reason);
    assertEquals(List.of("reset"), rawTold, "the other end learns of it");
  }

  @Test
  void whoEndsLastCloses() {
    connectToRawPeer(false, new byte[] {ByteStream.END});
    assertTrue(left.ended);
    left.stream().end(ends.nowNanos());
    run(1);
    assertEquals(List.of("01"), rawMessages);
    assertEquals(List.of("closed-by-peer"), rawTold);
    assertEquals(CloseReason.CLOSED, left.reason);
  }

  @Test
  void whoEndedFirstClosesWhenTheOtherEnds() {
    connectToRawPeer(false);
    left.stream().end(ends.nowNanos());
    run(1);
    assertEquals(List.of(), rawTold);
    Objects.requireNonNull(rawConnection)
        .send(ends.nowNanos(), ends.buffers().buffer().writeByte(ByteStream.END));
    run(1);
    assertEquals(List.of("closed-by-peer"), rawTold);
    assertEquals(CloseReason.CLOSED, left.reason);
  }

  /** What is ended before there is a connection ends as soon as there is one. */
  @Test
  void anEndMayBeSaidBeforeItIsOpen() {
    RdpApplication raw =
        (now, connection, message) -> rawMessages.add(ByteBufUtil.hexDump(message));
    ends.right().endpoint().listen(PORT, RdpConfig.DEFAULT, (now, connection) -> raw);
    ByteStream dialled = dial(RdpConfig.DEFAULT, (now, from, bytes) -> {});
    ByteBuf early = Unpooled.wrappedBuffer(new byte[] {1});
    assertEquals(0, dialled.write(ends.nowNanos(), early));
    dialled.end(ends.nowNanos());
    assertThrows(IllegalStateException.class, () -> dialled.write(ends.nowNanos(), early));
    ends.runUntil(ends.nowNanos() + 31 * MILLISECOND); // SYN, its answer, and the end: 10 ms each
    assertEquals(List.of("01"), rawMessages);
  }

  /** 32 small ones go, and the others when these have arrived. */
  @Test
  void thirtyTwoSmallMessagesGoAtOnce() {
    connectToRawPeer(false);
    for (int i = 0; i < 40; i++) {
      left.stream().write(ends.nowNanos(), Unpooled.wrappedBuffer(new byte[] {7}));
    }
    run(1);
    List<String> expected = new ArrayList<>(Collections.nCopies(32, "0007"));
    expected.add("00" + "07".repeat(8));
    assertEquals(expected, rawMessages);
  }

  /** A message holds 1462 B: 1500 without headers of 20 and 18; one of them is the octet. */
  @Test
  void whatWaitsIsCutToSegmentsThatHaveShrunk() {
    connectToRawPeer(false);
    for (int i = 0; i < 32; i++) {
      left.stream().write(ends.nowNanos(), Unpooled.wrappedBuffer(new byte[] {7}));
    }
    left.stream().write(ends.nowNanos(), Unpooled.buffer().writeZero(100)); // it waits
    left.stream().connection().limitSegmentBytes(ends.nowNanos(), 64);
    run(2);
    List<Integer> lengths =
        rawMessages.stream().skip(32).map(message -> message.length() / 2).toList();
    assertEquals(List.of(26, 26, 26, 26), lengths); // 64 − 38, of which 25 are the stream's
    assertTrue(rawMessages.stream().allMatch(message -> message.startsWith("00")));
  }

  @Test
  void aWriterIsNotCalledBackForWhatWasTaken() {
    connect(RdpConfig.DEFAULT);
    run(1);
    left.stream().write(ends.nowNanos(), Unpooled.wrappedBuffer(new byte[2000]));
    run(1);
    assertEquals(0, left.writables);
    assertEquals(2000, right.received.size());
  }

  @Test
  void dataWithoutBytesEndsTheConnection() {
    connectToRawPeer(false, new byte[] {ByteStream.DATA});
    assertEquals(CloseReason.BAD_PEER, left.reason);
  }

  @Test
  void anEndWithBytesEndsTheConnection() {
    connectToRawPeer(false, new byte[] {ByteStream.END, 5});
    assertEquals(CloseReason.BAD_PEER, left.reason);
    assertFalse(left.ended);
  }

  @Test
  void dataAfterTheEndEndsTheConnection() {
    connectToRawPeer(false, new byte[] {ByteStream.END}, new byte[] {ByteStream.DATA, 5});
    assertEquals(CloseReason.BAD_PEER, left.reason);
    assertEquals(0, left.received.size());
  }

  @Test
  void nobodyAtThePortIsToldAsRefused() {
    dial(RdpConfig.DEFAULT);
    run(5);
    assertEquals(CloseReason.REFUSED, left.reason);
  }

  @Test
  void whatIsWrittenAfterTheEndIsAnError() {
    connect(RdpConfig.DEFAULT);
    run(1);
    left.stream().end(ends.nowNanos());
    assertThrows(
        IllegalStateException.class,
        () -> left.stream().write(ends.nowNanos(), Unpooled.wrappedBuffer(new byte[1])));
  }

  @Test
  void aConnectionWithoutOrderIsRefused() {
    RdpConfig unordered = RdpConfig.DEFAULT.with(new RdpConfig.Buffers(32, 20_000, false));
    assertThrows(IllegalArgumentException.class, () -> dial(unordered));
  }
}
