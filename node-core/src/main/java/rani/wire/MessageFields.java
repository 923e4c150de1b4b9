// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the fields of a message in network byte order. {@link ServiceMessage#walk} visits
 * each field to measure, write or read the message. Each method takes the field's value; it returns
 * the value read, or the same value while measuring or writing. Nothing is read beyond the end.
 */
public final class MessageFields {
  private static final int FLAG = 1;

  private final @Nullable ByteBuf buf;
  private final boolean reads;
  private final int end;
  private int at;
  private boolean isWrong;

  private MessageFields(@Nullable ByteBuf buf, boolean reads, int at, int end) {
    this.buf = buf;
    this.reads = reads;
    this.at = at;
    this.end = end;
  }

  static MessageFields measuring() {
    return new MessageFields(null, false, 0, Integer.MAX_VALUE);
  }

  static MessageFields writing(ByteBuf buf, int at) {
    return new MessageFields(buf, false, at, Integer.MAX_VALUE);
  }

  static MessageFields reading(ByteBuf buf, int at, int end) {
    return new MessageFields(buf, true, at, end);
  }

  int at() {
    return at;
  }

  /** Reports whether all bytes were read and were valid. */
  boolean isWhole() {
    return !isWrong && at == end;
  }

  /** Reports whether the fields are being read, so that the values passed are ignored. */
  public boolean reads() {
    return reads;
  }

  /** Visits one byte, 0…255. */
  public int u8(String name, int said) {
    return (int) number(1, said);
  }

  /** Visits two bytes, 0…65,535. */
  public int u16(String name, int said) {
    return (int) number(2, said);
  }

  /** Visits four bytes, 0…4,294,967,295. */
  public long u32(String name, long said) {
    return number(4, said);
  }

  /** Visits four bytes of any meaning, such as an address. */
  public int i32(String name, int said) {
    return (int) number(4, said);
  }

  public long i64(String name, long said) {
    return number(8, said);
  }

  public boolean flag(String name, boolean said) {
    long flag = number(1, said ? FLAG : 0);
    isWrong |= flag > FLAG;
    return flag == FLAG;
  }

  public FlowKey flow(String name, FlowKey said) {
    return new FlowKey(number(8, said.high()), number(8, said.low()));
  }

  /** Visits ASCII letters; other bytes are read as U+FFFD. */
  public String ascii(String name, String said, int letters) {
    return new String(bytes(name, said.getBytes(US_ASCII), letters), US_ASCII);
  }

  public byte[] bytes(String name, byte[] said, int count) {
    ByteBuf in = take(count);
    if (in == null) {
      return said;
    }
    if (reads) {
      return ByteBufUtil.getBytes(in, at - count, count);
    }
    in.setBytes(at - count, said, 0, count);
    return said;
  }

  /** Visits reserved bytes, which must be 0. */
  public void zero(int bytes) {
    for (int each = 0; each < bytes; each++) {
      long found = number(1, 0); // which may itself find that the message is wrong
      isWrong |= found != 0;
    }
  }

  private long number(int bytes, long said) {
    ByteBuf in = take(bytes);
    if (in == null) {
      return said;
    }
    int from = at - bytes;
    if (reads) {
      return switch (bytes) {
        case 1 -> in.getUnsignedByte(from);
        case 2 -> in.getUnsignedShort(from);
        case 4 -> in.getUnsignedInt(from);
        default -> in.getLong(from);
      };
    }
    switch (bytes) {
      case 1 -> in.setByte(from, (int) said);
      case 2 -> in.setShort(from, (int) said);
      case 4 -> in.setInt(from, (int) said);
      default -> in.setLong(from, said);
    }
    return said;
  }

  /** Advances by {@code bytes}; returns null when measuring or beyond the end. */
  private @Nullable ByteBuf take(int bytes) {
    if (bytes > end - at) {
      isWrong = true;
      return null;
    }
    at += bytes;
    return buf;
  }
}
