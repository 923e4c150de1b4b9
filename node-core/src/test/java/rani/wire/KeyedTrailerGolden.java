// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import rani.fixture.Bytes;

/** Trailers of {@code golden/wire_vectors.py}, made with Python's own hmac. */
class KeyedTrailerGolden {
  /** A line of {@code keyed_trailer.txt}. */
  record Vector(String name, String keyHex, int keyId, long counter, String plain, String sealed) {
    static Vector of(String line) {
      String[] word = line.split(" ", -1);
      return new Vector(
          word[0], word[1], Integer.parseInt(word[2]), Long.parseLong(word[3]), word[4], word[5]);
    }

    byte[] key() {
      return ByteBufUtil.decodeHexDump(keyHex);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Vector> vectors() {
    return Bytes.lines("/golden/keyed_trailer.txt").stream().map(Vector::of);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void aFrameIsSealedAlike(Vector vector) {
    ByteBuf frame = withRoom(vector.plain());
    new KeyedTrailer(vector.key()).seal(frame, vector.keyId(), vector.counter());
    assertEquals(vector.sealed(), Bytes.hex(frame));
    assertNull(Frame.check(frame));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void aSealedFrameIsOpenedAndIsAsBefore(Vector vector) {
    ByteBuf frame = Bytes.ofHex(vector.sealed());
    assertTrue(new KeyedTrailer(vector.key()).verifies(frame));
    assertEquals(vector.keyId(), KeyedTrailer.keyId(frame));
    assertEquals(vector.counter(), KeyedTrailer.counter(frame));
    KeyedTrailer.strip(frame);
    assertEquals(vector.plain(), Bytes.hex(frame));
    assertNull(Frame.check(frame));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void anyFlippedBitIsSeen(Vector vector) {
    KeyedTrailer key = new KeyedTrailer(vector.key());
    for (int bit = 0; bit < 4 * vector.sealed().length(); bit++) {
      ByteBuf frame = Bytes.ofHex(vector.sealed());
      frame.setByte(bit >>> 3, frame.getByte(bit >>> 3) ^ 1 << (bit & 7));
      assertFalse(key.verifies(frame), "bit " + bit);
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void anyFlippedBitOfTheKeyIsSeen(Vector vector) {
    for (int bit = 0; bit < 8 * vector.key().length; bit++) {
      byte[] other = vector.key();
      other[bit >>> 3] ^= (byte) (1 << (bit & 7));
      assertFalse(new KeyedTrailer(other).verifies(Bytes.ofHex(vector.sealed())), "bit " + bit);
    }
  }

  @Test
  void oneKeySealsManyFrames() {
    Vector vector = vectors().toList().getFirst();
    KeyedTrailer key = new KeyedTrailer(vector.key());
    for (int again = 0; again < 3; again++) {
      ByteBuf frame = withRoom(vector.plain());
      key.seal(frame, vector.keyId(), vector.counter());
      assertEquals(vector.sealed(), Bytes.hex(frame));
      assertTrue(key.verifies(frame));
    }
  }

  @Test
  void aShortKeyIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new KeyedTrailer(new byte[15]));
  }

  /** A frame that does not begin where its buffer begins, nor ends where that ends. */
  private static ByteBuf withRoom(String hex) {
    ByteBuf buf = Unpooled.buffer().writeZero(5).writeBytes(Bytes.ofHex(hex));
    return buf.readerIndex(5);
  }
}
