// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class InternetChecksumProperties {
  private static final int WORDS = 10;

  /** Words that like the corners of one's complement arithmetic, where zero has two faces. */
  @Provide
  Arbitrary<Integer> words() {
    return Arbitraries.oneOf(
        Arbitraries.of(0, 1, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF),
        Arbitraries.integers().between(0, 0xFFFF));
  }

  @Property(tries = 5000, edgeCases = EdgeCasesMode.NONE)
  void theUpdateEqualsTheSumMadeAnew(
      @ForAll @Size(WORDS) int[] any,
      @ForAll @IntRange(max = WORDS - 1) int changed,
      @ForAll("words") int before,
      @ForAll("words") int after) {
    ByteBuf data = bytes(any);
    data.setShort(2 * changed, before);
    Assume.that(!isZero(data));
    int checksum = checksum(data);
    data.setShort(2 * changed, after);
    // All zeros, the only data whose checksum is all ones, is no header: its version would be 0.
    Assume.that(!isZero(data));
    assertEquals(checksum(data), InternetChecksum.updated(checksum, before, after));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void theUpdateEqualsTheSumAtTheCorners(
      @ForAll("words") int kept, @ForAll("words") int before, @ForAll("words") int after) {
    ByteBuf data = bytes(kept, before);
    Assume.that(!isZero(data) && (kept | after) != 0);
    int checksum = checksum(data);
    data.setShort(2, after);
    assertEquals(checksum(data), InternetChecksum.updated(checksum, before, after));
  }

  /**
   * RFC 1071 §1 word for word: adjacent bytes are paired to 16-bit integers, and these are added.
   */
  @Property
  void theSumIsThatOfTheWords(
      @ForAll @Size(max = 300) byte[] any, @ForAll @IntRange(max = 3) int before) {
    ByteBuf data = Unpooled.buffer().writeZero(before).writeBytes(any);
    long plain = 0;
    for (int i = 0; i < any.length; i++) {
      plain += (long) (any[i] & 0xFF) << (i % 2 == 0 ? 8 : 0);
    }
    assertEquals(
        InternetChecksum.fold(plain),
        InternetChecksum.fold(InternetChecksum.sum(data, before, any.length, 0)));
    ByteBuf offHeap = Unpooled.directBuffer().writeBytes(data, 0, data.readableBytes());
    assertEquals(
        InternetChecksum.fold(plain),
        InternetChecksum.fold(InternetChecksum.sum(offHeap, before, any.length, 0)));
    offHeap.release();
  }

  /**
   * RFC 1071 §2: one's complement addition is addition modulo 65,535, in which zero is also 65,535.
   * Sums near powers of 65,536 carry once more when the carries are added.
   */
  @Property
  void aSumFoldsToItsRestModulo65535(@ForAll("sums") long sum) {
    long rest = sum == 0 ? 0 : (sum - 1) % 65_535 + 1;
    assertEquals(65_535 - rest, InternetChecksum.fold(sum));
  }

  @Provide
  Arbitrary<Long> sums() {
    Arbitrary<Long> nearPowers =
        Combinators.combine(words(), words(), words(), Arbitraries.integers().between(0, 0x7FFF))
            .as((d, c, b, a) -> (long) a << 48 | (long) b << 32 | (long) c << 16 | d);
    return Arbitraries.oneOf(nearPowers, Arbitraries.longs().between(0, Long.MAX_VALUE));
  }

  /** FFFF + FFFF + 0001 + 0000 is 1 FFFF; its carry makes 1 0000, and that one's carry 0001. */
  @Example
  void theLastCarryIsAdded() {
    assertEquals(0xFFFE, checksum(bytes(0xFFFF, 0xFFFF, 0x0001, 0x0000)));
  }

  /** Long pieces outside the heap are read by another way than short ones. */
  @Property(tries = 200)
  void longPiecesOutsideTheHeapSumAsTheirHalves(
      @ForAll @IntRange(min = 200, max = 1500) int length,
      @ForAll @IntRange(max = 9) int before,
      @ForAll Random random) {
    byte[] any = new byte[before + length];
    random.nextBytes(any);
    ByteBuf inHeap = Unpooled.wrappedBuffer(any);
    ByteBuf offHeap = Unpooled.directBuffer(any.length).writeBytes(any);
    int expected = InternetChecksum.fold(InternetChecksum.sum(inHeap, before, length, 0));
    assertEquals(expected, InternetChecksum.fold(InternetChecksum.sum(offHeap, before, length, 0)));
    assertEquals(
        expected,
        InternetChecksum.fold(InternetChecksum.sum(offHeap.slice(before, length), 0, length, 0)));
    assertEquals(0, offHeap.readerIndex());
    assertEquals(any.length, offHeap.writerIndex());
    offHeap.release();
  }

  /** RFC 1624 §4: "HC = 0xDD2F, m = 0x5555, m' = 0x3285", where RFC 1141's equation gives -0. */
  @Example
  void theExampleOfTheRfcHolds() {
    assertEquals(0x0000, InternetChecksum.updated(0xDD2F, 0x5555, 0x3285));
  }

  @Property
  void dataWithItsChecksumSumsToZero(@ForAll @Size(min = 1, max = 40) byte[] any) {
    ByteBuf data = Unpooled.copiedBuffer(any, new byte[any.length % 2 + 2]);
    int end = data.readableBytes() - 2;
    data.setShort(end, checksum(data));
    assertEquals(0, InternetChecksum.fold(InternetChecksum.sum(data, 0, end + 2, 0)));
  }

  /** RFC 1071 §1, word by word in plain arithmetic; and pieces of even length add up. */
  @Property
  void anyPieceOfABufferSumsAsWordByWord(
      @ForAll @Size(max = 100) byte[] any,
      @ForAll @IntRange(max = 100) int from,
      @ForAll @IntRange(max = 49) int split) {
    int index = Math.min(from, any.length);
    int length = any.length - index;
    int expected = 0;
    for (int at = 0; at < length; at++) {
      expected += (any[index + at] & 0xFF) << (at % 2 == 0 ? 8 : 0);
      expected = (expected & 0xFFFF) + (expected >>> 16);
    }
    ByteBuf data = Unpooled.wrappedBuffer(any);
    long whole = InternetChecksum.sum(data, index, length, 0);
    assertEquals(~expected & 0xFFFF, InternetChecksum.fold(whole));
    int head = Math.min(2 * split, length & ~1);
    long pieces = InternetChecksum.sum(data, index, head, 0);
    pieces = InternetChecksum.sum(data, index + head, length - head, pieces);
    assertEquals(InternetChecksum.fold(whole), InternetChecksum.fold(pieces));
  }

  @Property
  void anOddByteCountsAsTheUpperHalf(@ForAll byte last) {
    ByteBuf odd = Unpooled.wrappedBuffer(new byte[] {1, 2, last});
    ByteBuf padded = Unpooled.wrappedBuffer(new byte[] {1, 2, last, 0});
    assertEquals(checksum(padded), checksum(odd));
  }

  @Property
  void oneFlippedBitShows(@ForAll @Size(20) byte[] any, @ForAll @IntRange(max = 159) int bit) {
    ByteBuf data = Unpooled.wrappedBuffer(any);
    int checksum = checksum(data);
    data.setByte(bit >>> 3, data.getByte(bit >>> 3) ^ 1 << (bit & 7));
    assertNotEquals(checksum, checksum(data));
  }

  private static ByteBuf bytes(int... words) {
    ByteBuf data = Unpooled.buffer(2 * words.length);
    for (int word : words) {
      data.writeShort(word);
    }
    return data;
  }

  private static boolean isZero(ByteBuf data) {
    return data.forEachByte(value -> value == 0) == -1;
  }

  private static int checksum(ByteBuf data) {
    return InternetChecksum.fold(InternetChecksum.sum(data, 0, data.readableBytes(), 0));
  }
}
