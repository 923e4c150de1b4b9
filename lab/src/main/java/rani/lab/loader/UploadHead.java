// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import rani.lab.jar.JarLimits;
import rani.lab.jar.JarRefusal;
import rani.lab.jar.JarRefusal.Reason;

/**
 * The first message to a loader. The bytes of the messages behind it, one after the other, are the
 * order, then the jar. The loader answers with {@link #ANSWER_HEAD_BYTES}, then as many bytes of
 * JSON: 0 and what was loaded, or 1 with a {@code reason} and a {@code message}.
 *
 * <pre>
 * octet 0      version, 1
 * octet 1–4    bytes of the order, 1…16,384
 * octet 5–8    bytes of the jar, 1…4,194,304
 * octet 9–40   SHA-256 of both, the order first
 *
 * answer
 * octet 0      0 = loaded, 1 = refused
 * octet 1–4    bytes of what follows
 * </pre>
 *
 * @param orderBytes of the order
 * @param jarBytes of the jar
 * @param sha256 of both, in hexadecimal
 */
record UploadHead(int orderBytes, int jarBytes, String sha256) {
  static final int ANSWER_HEAD_BYTES = 5;

  private static final int VERSION = 1;
  private static final int DIGEST_BYTES = 32;
  private static final int BYTES = 9 + DIGEST_BYTES;

  ByteBuffer write() {
    return ByteBuffer.allocate(BYTES)
        .put((byte) VERSION)
        .putInt(orderBytes)
        .putInt(jarBytes)
        .put(HexFormat.of().parseHex(sha256))
        .flip();
  }

  /** The digest of what comes behind the head, in hexadecimal. */
  static String sha256(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static UploadHead read(ByteBuf message) throws JarRefusal {
    if (message.readableBytes() != BYTES || message.readByte() != VERSION) {
      throw new JarRefusal(Reason.MALFORMED, "this is not how jars are brought to a loader");
    }
    int orderBytes = message.readInt();
    int jarBytes = message.readInt();
    byte[] sha256 = new byte[DIGEST_BYTES];
    message.readBytes(sha256);
    if (orderBytes < 1 || jarBytes < 1) {
      throw new JarRefusal(Reason.MALFORMED, "a jar and its order have at least one byte each");
    }
    if (jarBytes > JarLimits.JAR_BYTES_MAX || orderBytes > LoaderLimits.ORDER_BYTES_MAX) {
      throw new JarRefusal(
          Reason.TOO_LARGE,
          "a jar has at most "
              + JarLimits.JAR_BYTES_MAX
              + " bytes and its order "
              + LoaderLimits.ORDER_BYTES_MAX);
    }
    return new UploadHead(orderBytes, jarBytes, HexFormat.of().formatHex(sha256));
  }
}
