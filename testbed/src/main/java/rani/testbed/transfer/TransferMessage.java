// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The messages of a file transfer. The first octet is the kind; numbers are big-endian.
 *
 * <pre>
 * 1 offer    version (1 octet, 1), size (8), message size (4), SHA-256 (32), name (UTF-8, the rest)
 * 2 answer   0 = go on, 1 = refused (1), first message wanted (8), reason (UTF-8, the rest)
 * 3 data     number of the message (8), the bytes that begin at number × message size
 * 4 end      nothing
 * 5 verdict  0 = intact, 1 = not (1), reason (UTF-8, the rest)
 * </pre>
 */
sealed interface TransferMessage {
  /** Length of a data message's head, before its data. */
  int DATA_HEAD_BYTES = 9;

  int DIGEST_BYTES = 32;

  /** Limit of a reason or name, in bytes. */
  int TEXT_BYTES_MAX = 255;

  /** An offer of a file; all data messages but the last hold {@code messageBytes} of it. */
  record Offer(long sizeBytes, int messageBytes, byte[] sha256, String name)
      implements TransferMessage {}

  /** The answer to an offer: the first message that the receiver lacks, or a refusal's reason. */
  record Answer(boolean goOn, long firstMessage, String reason) implements TransferMessage {}

  /** A part of the file, whose offset is the number times the message size. */
  record Data(long number, ByteBuffer bytes) implements TransferMessage {}

  record End() implements TransferMessage {}

  /** The receiver's verdict on whether the received file equals the offered one. */
  record Verdict(boolean intact, String reason) implements TransferMessage {}

  /** Encodes the message. */
  default ByteBuffer write() {
    return switch (this) {
      case Offer offer -> {
        byte[] name = text(offer.name);
        yield ByteBuffer.allocate(2 + 8 + 4 + DIGEST_BYTES + name.length)
            .put((byte) 1)
            .put((byte) 1)
            .putLong(offer.sizeBytes)
            .putInt(offer.messageBytes)
            .put(offer.sha256)
            .put(name)
            .flip();
      }
      case Answer answer -> {
        byte[] reason = text(answer.reason);
        yield ByteBuffer.allocate(2 + 8 + reason.length)
            .put((byte) 2)
            .put((byte) (answer.goOn ? 0 : 1))
            .putLong(answer.firstMessage)
            .put(reason)
            .flip();
      }
      case Data data ->
          ByteBuffer.allocate(DATA_HEAD_BYTES + data.bytes.remaining())
              .put((byte) 3)
              .putLong(data.number)
              .put(data.bytes.duplicate())
              .flip();
      case End end -> ByteBuffer.allocate(1).put((byte) 4).flip();
      case Verdict verdict -> {
        byte[] reason = text(verdict.reason);
        yield ByteBuffer.allocate(2 + reason.length)
            .put((byte) 5)
            .put((byte) (verdict.intact ? 0 : 1))
            .put(reason)
            .flip();
      }
    };
  }

  private static byte[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > TEXT_BYTES_MAX) {
      throw new IllegalArgumentException("a text has at most " + TEXT_BYTES_MAX + " bytes");
    }
    return bytes;
  }

  /** Waits for the other end's next message; fails if there is none. */
  static TransferMessage next(MessagePipe pipe) throws IOException, TransferFailure {
    ByteBuffer message = pipe.receive();
    if (message == null) {
      throw new TransferFailure("interrupted: " + pipe.closeReason());
    }
    return read(message.slice());
  }

  /** Decodes a message; fails if it is malformed. */
  static TransferMessage read(ByteBuffer message) throws TransferFailure {
    try {
      byte kind = message.get();
      return switch (kind) {
        case 1 -> readOffer(message);
        case 2 -> new Answer(flag(message), message.getLong(), rest(message));
        case 3 -> new Data(message.getLong(), message.slice());
        case 4 -> new End();
        case 5 -> new Verdict(flag(message), rest(message));
        default -> throw new TransferFailure("the other end speaks another protocol");
      };
    } catch (BufferUnderflowException e) {
      throw new TransferFailure("the other end sent a message that is cut off", e);
    }
  }

  private static Offer readOffer(ByteBuffer message) throws TransferFailure {
    byte version = message.get();
    if (version != 1) {
      throw new TransferFailure("the other end speaks version " + version + ", not 1");
    }
    long sizeBytes = message.getLong();
    int messageBytes = message.getInt();
    byte[] sha256 = new byte[DIGEST_BYTES];
    message.get(sha256);
    if (sizeBytes < 0 || messageBytes < 1) {
      throw new TransferFailure("the other end offers a file of impossible size");
    }
    return new Offer(sizeBytes, messageBytes, sha256, rest(message));
  }

  /** Reads a boolean, of which 0 means yes. */
  private static boolean flag(ByteBuffer message) {
    return message.get() == 0;
  }

  private static String rest(ByteBuffer message) throws TransferFailure {
    if (message.remaining() > TEXT_BYTES_MAX) {
      throw new TransferFailure("the other end sent a text of " + message.remaining() + " bytes");
    }
    return StandardCharsets.UTF_8.decode(message).toString();
  }
}
