// SPDX-License-Identifier: Apache-2.0
package rani.nodehost.gateway;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a stream between two gateways, by which the entry requests a destination. The
 * exit responds with one octet, the code of an {@link Answer}. Then both directions carry the
 * programs' bytes unchanged.
 *
 * <pre>
 * octet 0     version, 1
 * octet 1     kind, 1 = TCP
 * octet 2–3   port
 * octet 4     length of the host, 1…255
 * octet 5…    the host: a name or an address, US-ASCII
 * </pre>
 *
 * @param host a name or an address, resolved where the stream leaves the network
 * @param port 1…65,535
 */
record ConnectRequest(String host, int port) {
  static final int HOST_BYTES_MAX = 255;

  private static final int VERSION = 1;
  private static final int KIND_TCP = 1;
  private static final int HEAD_BYTES = 5;

  /** Response of the exit gateway. */
  enum Answer {
    CONNECTED(0, "connected"),
    /** The destination is not in the exit's {@link AllowList}. */
    NOT_ALLOWED(1, "not-allowed"),
    NO_SUCH_HOST(2, "no-such-host"),
    REFUSED(3, "refused"),
    /** The connection timed out, or the host is unreachable. */
    UNREACHABLE(4, "unreachable"),
    TOO_MANY(5, "too-many-connections"),
    /** The request was malformed. */
    BAD_OPENING(6, "bad-opening");

    private final int code;
    private final String text;

    Answer(int code, String text) {
      this.code = code;
      this.text = text;
    }

    int code() {
      return code;
    }

    /** Returns the reason in counters of refusals. */
    String text() {
      return text;
    }

    static @Nullable Answer of(int code) {
      return Stream.of(values()).filter(each -> each.code == code).findFirst().orElse(null);
    }
  }

  /** Reports whether a text can be the host of a request. */
  static boolean isHost(String host) {
    return !host.isEmpty()
        && host.length() <= HOST_BYTES_MAX
        && host.chars().allMatch(c -> c > ' ' && c < 127);
  }

  void write(ByteBuf to) {
    to.writeByte(VERSION).writeByte(KIND_TCP).writeShort(port);
    to.writeByte(host.length()).writeCharSequence(host, StandardCharsets.US_ASCII);
  }

  /**
   * Reads a request; null, consuming nothing, if bytes are missing. Throws if they are no request.
   */
  static @Nullable ConnectRequest read(ByteBuf from) {
    int at = from.readerIndex();
    int there = from.readableBytes();
    if ((there > 0 && from.getUnsignedByte(at) != VERSION)
        || (there > 1 && from.getUnsignedByte(at + 1) != KIND_TCP)) {
      throw new IllegalArgumentException("a stream that begins with no opening");
    }
    if (there < HEAD_BYTES || there < HEAD_BYTES + from.getUnsignedByte(at + 4)) {
      return null;
    }
    int port = from.getUnsignedShort(at + 2);
    int length = from.getUnsignedByte(at + 4);
    String host = from.toString(at + HEAD_BYTES, length, StandardCharsets.US_ASCII);
    if (port == 0 || !isHost(host)) {
      throw new IllegalArgumentException("an opening to nowhere");
    }
    from.skipBytes(HEAD_BYTES + length);
    return new ConnectRequest(host, port);
  }
}
