// SPDX-License-Identifier: Apache-2.0
package rani.wire;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.wire.ServiceMessage.ActiveFilter;
import rani.wire.ServiceMessage.ActiveFilterAck;
import rani.wire.ServiceMessage.LinkHello;

/**
 * Service messages as bytes: the payload of an IP packet of protocol 253.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------+---------------+-------------------------------+
 * |   version 1   |     type      |           checksum            |
 * +---------------+---------------+-------------------------------+
 * |                     the message's own fields                  |
 *
 * type 1  LinkHello        sequence (4) flags (1, bit 0 = heard) 0 (1) interval, ms (2)
 * type 2  ActiveFilter     id (4) GCI: high (8) low (8) destination (4) previous hop (4)
 * type 3  ActiveFilterAck  id (4)
 * </pre>
 *
 * <p>The checksum is the Internet checksum over the payload alone. A message of another version,
 * type, length or sum is refused whole.
 */
public final class ServiceMessageCodec {
  private static final int VERSION = 1;
  private static final int TYPE = 1;
  private static final int CHECKSUM = 2;
  private static final int BODY = 4;

  private static final int LINK_HELLO = 1;
  private static final int ACTIVE_FILTER = 2;
  private static final int ACTIVE_FILTER_ACK = 3;

  private static final int HEARD = 1;

  private ServiceMessageCodec() {}

  /** Bytes of the message when written. */
  public static int length(ServiceMessage message) {
    return BODY
        + switch (message) {
          case LinkHello hello -> 8;
          case ActiveFilter request -> 28;
          case ActiveFilterAck ack -> 4;
        };
  }

  /** Writes the message at {@code at}, where {@link #length} bytes are free. */
  public static void write(ServiceMessage message, ByteBuf buf, int at) {
    int body = at + BODY;
    int type =
        switch (message) {
          case LinkHello hello -> {
            buf.setInt(body, hello.sequence());
            buf.setByte(body + 4, hello.heard() ? HEARD : 0);
            buf.setByte(body + 5, 0);
            buf.setShort(body + 6, hello.intervalMillis());
            yield LINK_HELLO;
          }
          case ActiveFilter request -> {
            buf.setInt(body, request.id());
            buf.setLong(body + 4, request.gci().high());
            buf.setLong(body + 12, request.gci().low());
            buf.setInt(body + 20, request.destination());
            buf.setInt(body + 24, request.previousHop());
            yield ACTIVE_FILTER;
          }
          case ActiveFilterAck ack -> {
            buf.setInt(body, ack.id());
            yield ACTIVE_FILTER_ACK;
          }
        };
    buf.setByte(at, VERSION);
    buf.setByte(at + TYPE, type);
    buf.setShort(at + CHECKSUM, 0);
    int checksum = InternetChecksum.fold(InternetChecksum.sum(buf, at, length(message), 0));
    buf.setShort(at + CHECKSUM, checksum);
  }

  /** Reads the message that fills {@code length} bytes from {@code at}; null if there is none. */
  public static @Nullable ServiceMessage read(ByteBuf buf, int at, int length) {
    if (length < BODY || buf.getByte(at) != VERSION) {
      return null;
    }
    if (InternetChecksum.fold(InternetChecksum.sum(buf, at, length, 0)) != 0) {
      return null;
    }
    int body = at + BODY;
    ServiceMessage message =
        switch (buf.getByte(at + TYPE)) {
          case LINK_HELLO -> length == BODY + 8 ? hello(buf, body) : null;
          case ACTIVE_FILTER -> length == BODY + 28 ? request(buf, body) : null;
          case ACTIVE_FILTER_ACK ->
              length == BODY + 4 ? new ActiveFilterAck(buf.getInt(body)) : null;
          default -> null;
        };
    return message;
  }

  private static @Nullable LinkHello hello(ByteBuf buf, int body) {
    int flags = buf.getByte(body + 4);
    int interval = buf.getUnsignedShort(body + 6);
    if ((flags & ~HEARD) != 0 || buf.getByte(body + 5) != 0 || interval == 0) {
      return null;
    }
    return new LinkHello(buf.getInt(body), flags == HEARD, interval);
  }

  private static ActiveFilter request(ByteBuf buf, int body) {
    FlowKey gci = new FlowKey(buf.getLong(body + 4), buf.getLong(body + 12));
    return new ActiveFilter(buf.getInt(body), gci, buf.getInt(body + 20), buf.getInt(body + 24));
  }
}
