// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One message of a session with an agent.
 *
 * <pre>
 *  0        1                 5                 9
 *  | kind   | number          | length          | body …
 * </pre>
 *
 * Numbers are big-endian. What comes from the other side is checked before any memory is taken for
 * it.
 *
 * @param kind what it is
 * @param number of the call or stream that it belongs to; 0 if to none
 * @param body whose form depends on the kind
 */
record Frame(Kind kind, int number, byte[] body) {
  /** The head's length. */
  static final int HEAD_BYTES = 1 + Integer.BYTES + Integer.BYTES;

  /** The longest body of what streams carry. */
  static final int DATA_BYTES_MAX = 1 << 16;

  /** The longest body of a call or an answer; a topology's file has to fit in. */
  static final int CALL_BYTES_MAX = 1 << 23;

  /** What frames are. The order is that of their numbers on the wire, which begin with 1. */
  enum Kind {
    /** A verb, a line feed, and what it is about. */
    CALL(CALL_BYTES_MAX),
    /** What a call gave. */
    ANSWER(CALL_BYTES_MAX),
    /** Why a call gave nothing. */
    REFUSAL(DATA_BYTES_MAX),
    /** News that no one asked for. */
    TELL(DATA_BYTES_MAX),
    /** A new stream, and where it is to lead. */
    OPEN(DATA_BYTES_MAX),
    /** Bytes of a stream. */
    DATA(DATA_BYTES_MAX),
    /** How many bytes of a stream more may be sent. */
    CREDIT(Integer.BYTES),
    /** A stream's last byte has been sent. */
    END(0),
    /** A stream is over, both ways and at once. */
    RESET(0),
    /** A piece of a file. */
    FILE(DATA_BYTES_MAX),
    /** Are you there, and what time is it? */
    PING(Long.BYTES),
    /** Yes: the time of the question, and mine. */
    PONG(2 * Long.BYTES);

    private static final Kind[] ALL = values();

    private final int bodyBytesMax;

    Kind(int bodyBytesMax) {
      this.bodyBytesMax = bodyBytesMax;
    }

    static @Nullable Kind of(int code) {
      return code < 1 || code > ALL.length ? null : ALL[code - 1];
    }
  }

  /** A frame was not one. */
  static final class BadFrame extends IOException {
    private static final long serialVersionUID = 1;

    BadFrame(String message) {
      super(message);
    }
  }

  /**
   * Reads the next.
   *
   * @return null at the end, if that comes between frames
   * @throws BadFrame if what comes is no frame
   */
  static @Nullable Frame read(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int code = data.read();
    if (code < 0) {
      return null;
    }
    Kind kind = Kind.of(code);
    if (kind == null) {
      throw new BadFrame("frames of kind " + code + " are unknown");
    }
    int number = data.readInt();
    int length = data.readInt();
    if (length < 0 || length > kind.bodyBytesMax) {
      throw new BadFrame("a frame " + kind + " of " + Integer.toUnsignedString(length) + " bytes");
    }
    byte[] body = data.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the session ended within a frame");
    }
    return new Frame(kind, number, body);
  }

  /** Writes it in one piece. */
  void write(OutputStream out) throws IOException {
    if (body.length > kind.bodyBytesMax) {
      throw new BadFrame("a frame " + kind + " of " + body.length + " bytes is too long to send");
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(HEAD_BYTES + body.length)
            .put((byte) (kind.ordinal() + 1))
            .putInt(number)
            .putInt(body.length)
            .put(body);
    out.write(bytes.array());
    out.flush();
  }
}
