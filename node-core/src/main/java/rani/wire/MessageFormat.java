// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encoding of the messages of one type: the payload of an IP packet of protocol 253.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |   version 1   |     type      |           checksum            |
 * +---------------+---------------+-------------------------------+
 * |                     the message's own fields                  |
 * </pre>
 *
 * <p>The checksum is the Internet checksum over the payload alone. A message with another version,
 * type, length or checksum is refused whole.
 */
public final class MessageFormat {
  /** The first type that is free for services that do not come with rani. */
  public static final int FOREIGN_TYPE_MIN = 128;

  private static final int TYPE_MAX = 255;
  private static final int VERSION = 1;
  private static final int TYPE = 1;
  private static final int CHECKSUM = 2;

  /** Bytes in front of a message's fields. */
  public static final int BODY = 4;

  private final int type;
  private final ServiceMessage example;

  /**
   * Makes the format of a message class.
   *
   * @param type 1…255, from {@link #FOREIGN_TYPE_MIN} on for services that do not come with rani;
   *     unique among the messages to one service
   * @param example any message of the class, whose fields are walked to read others
   */
  public MessageFormat(int type, ServiceMessage example) {
    if (type < 1 || type > TYPE_MAX) {
      throw new IllegalArgumentException("a message's type is 1…" + TYPE_MAX + ", not " + type);
    }
    this.type = type;
    this.example = example;
  }

  public int type() {
    return type;
  }

  public String name() {
    return example.getClass().getSimpleName();
  }

  /** Returns the bytes of the message when written. */
  public static int length(ServiceMessage message) {
    return BODY + bodyLength(message);
  }

  static int bodyLength(ServiceMessage message) {
    MessageFields measured = MessageFields.measuring();
    message.walk(measured);
    return measured.at();
  }

  /** Writes the message at {@code at}, where {@link #length} bytes are free. */
  public static void write(ServiceMessage message, ByteBuf buf, int at) {
    MessageFields body = MessageFields.writing(buf, at + BODY);
    message.walk(body);
    buf.setByte(at, VERSION);
    buf.setByte(at + TYPE, message.format().type);
    buf.setShort(at + CHECKSUM, 0);
    int checksum = InternetChecksum.fold(InternetChecksum.sum(buf, at, body.at() - at, 0));
    buf.setShort(at + CHECKSUM, checksum);
  }

  /**
   * Reads the message that fills {@code length} bytes from {@code at}.
   *
   * @param known the formats tried; the first of the message's type counts
   * @return null if the bytes are no message of these formats
   */
  public static @Nullable ServiceMessage read(
      List<MessageFormat> known, ByteBuf buf, int at, int length) {
    int type = validType(buf, at, length);
    for (int each = 0; each < known.size(); each++) {
      if (known.get(each).type == type) {
        return known.get(each).readBody(buf, at + BODY, at + length);
      }
    }
    return null;
  }

  /** Returns the type of the message that fills {@code length} bytes; 0 if they are none. */
  public static int validType(ByteBuf buf, int at, int length) {
    return length < BODY
            || buf.getByte(at) != VERSION
            || InternetChecksum.fold(InternetChecksum.sum(buf, at, length, 0)) != 0
        ? 0
        : buf.getUnsignedByte(at + TYPE);
  }

  private @Nullable ServiceMessage readBody(ByteBuf buf, int at, int end) {
    MessageFields body = MessageFields.reading(buf, at, end);
    try {
      ServiceMessage message = example.walk(body);
      return body.isWhole() ? message : null;
    } catch (IllegalArgumentException e) {
      return null; // a message whose maker refuses what was read
    }
  }
}
