// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Trailer of a frame on a keyed link. It proves that the neighbour sent exactly this frame, once.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |    key id     |   reserved    |                               |
 * +---------------+---------------+           counter             +
 * |                                                               |
 * +---------------------------------------------------------------+
 * |      HMAC-SHA-256 of everything before, first 16 bytes        |
 * |                              ...                              |
 * +---------------------------------------------------------------+
 * </pre>
 *
 * <p>The counter rises by one per frame, link and direction; {@link ReplayWindow} accepts each
 * value once. The tag covers the whole frame from its first byte, with the K flag set, up to and
 * including the counter (RFC 2104, truncated as its §5 allows).
 */
public final class KeyedTrailer {
  public static final int LENGTH = 24;

  /** The largest counter; a key must be replaced before. */
  public static final long COUNTER_MAX = (1L << 48) - 1;

  private static final int KEY_ID = 0;
  private static final int RESERVED = KEY_ID + 1;
  private static final int COUNTER = RESERVED + 1;
  private static final int TAG = COUNTER + 6;
  private static final int TAG_LENGTH = LENGTH - TAG;

  private final Mac mac;

  /** Makes a trailer that seals and verifies with one key, at least 16 bytes. */
  public KeyedTrailer(byte[] key) {
    if (key.length < 16) {
      throw new IllegalArgumentException("a link key has at least 16 bytes");
    }
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  /** Appends the trailer to a frame whose buffer has {@link #LENGTH} writable bytes. */
  public void seal(ByteBuf frame, int keyId, long counter) {
    RaniHeader.keyed(frame, frame.readerIndex(), true);
    frame.writeByte(keyId).writeByte(0).writeShort((int) (counter >>> 32)).writeInt((int) counter);
    frame.writeBytes(tag(frame, frame.readableBytes()), 0, TAG_LENGTH);
  }

  /** Reports whether the tag is right. The frame has passed {@link Frame#check} and is keyed. */
  public boolean verifies(ByteBuf frame) {
    int covered = frame.readableBytes() - TAG_LENGTH;
    byte[] theirs = new byte[TAG_LENGTH];
    frame.getBytes(frame.readerIndex() + covered, theirs);
    byte[] ours = new byte[TAG_LENGTH];
    System.arraycopy(tag(frame, covered), 0, ours, 0, TAG_LENGTH);
    return MessageDigest.isEqual(ours, theirs);
  }

  public static int keyId(ByteBuf frame) {
    return frame.getUnsignedByte(frame.writerIndex() - LENGTH + KEY_ID);
  }

  /** Returns the frame's number on its link and direction. */
  public static long counter(ByteBuf frame) {
    int at = frame.writerIndex() - LENGTH + COUNTER;
    return (long) frame.getUnsignedShort(at) << 32 | frame.getUnsignedInt(at + 2);
  }

  public static void strip(ByteBuf frame) {
    frame.writerIndex(frame.writerIndex() - LENGTH);
    RaniHeader.keyed(frame, frame.readerIndex(), false);
  }

  private byte[] tag(ByteBuf frame, int length) {
    mac.update(frame.nioBuffer(frame.readerIndex(), length));
    return mac.doFinal();
  }
}
