// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.loader;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import rani.model.jar.JarRefusal;
import rani.model.jar.JarRefusal.Reason;

/**
 * The first message of an upload. The messages that follow, concatenated, are the jar. The loader
 * answers with a head of {@link #ANSWER_HEAD_BYTES} and JSON: facts of the loaded service, or a
 * {@code reason} and a {@code message}.
 *
 * <pre>
 * octet 0      version, 2
 * octet 1–16   the ticket that the loader gave with the order
 *
 * answer
 * octet 0      0 = loaded, 1 = refused
 * octet 1–4    bytes of what follows
 * </pre>
 *
 * @param ticket in hexadecimal
 */
public record UploadHeader(String ticket) {
  public static final int ANSWER_HEAD_BYTES = 5;

  /** Length of a ticket, which makes guessing hopeless. */
  static final int TICKET_BYTES = 16;

  private static final int VERSION = 2;

  public ByteBuffer write() {
    return ByteBuffer.allocate(1 + TICKET_BYTES)
        .put((byte) VERSION)
        .put(HexFormat.of().parseHex(ticket))
        .flip();
  }

  static UploadHeader read(ByteBuf message) throws JarRefusal {
    if (message.readableBytes() != 1 + TICKET_BYTES || message.readByte() != VERSION) {
      throw new JarRefusal(Reason.MALFORMED, "this is not how jars are brought to a loader");
    }
    byte[] ticket = new byte[TICKET_BYTES];
    message.readBytes(ticket);
    return new UploadHeader(HexFormat.of().formatHex(ticket));
  }
}
