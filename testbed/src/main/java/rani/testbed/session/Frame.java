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
 * Numbers are big-endian. A received head is checked before memory is allocated for the body.
 *
 * @param number identifies the call or stream; 0 for other frames
 * @param body depends on the kind
 */
record Frame(Kind kind, int number, byte[] body) {
  static final int HEAD_BYTES = 1 + Integer.BYTES + Integer.BYTES;

  /** Limit of the body of most frames, in bytes. */
  static final int DATA_BYTES_MAX = 1 << 16;

  /** Limit of the body of a call or an answer, in bytes; a topology file has to fit into it. */
  static final int CALL_BYTES_MAX = 1 << 23;

  /** Kinds of frames, in the order of their codes, which begin with 1. */
  enum Kind {
    /** A call: a verb, a line feed, and the argument. */
    CALL(CALL_BYTES_MAX),
    /** The result of a call. */
    ANSWER(CALL_BYTES_MAX),
    /** The failure of a call. */
    REFUSAL(DATA_BYTES_MAX),
    /** A notification. */
    TELL(DATA_BYTES_MAX),
    /** Opens a stream, with its target. */
    OPEN(DATA_BYTES_MAX),
    /** Bytes of a stream. */
    DATA(DATA_BYTES_MAX),
    /** Flow control credit of a stream, in bytes. */
    CREDIT(Integer.BYTES),
    /** The end of one direction of a stream. */
    END(0),
    /** Resets a stream, in both directions. */
    RESET(0),
    /** A piece of a file. */
    FILE(DATA_BYTES_MAX),
    /** A ping, with the sender's time. */
    PING(Long.BYTES),
    /** A pong: the time of the ping, and the sender's. */
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

  static final class BadFrame extends IOException {
    private static final long serialVersionUID = 1;

    BadFrame(String message) {
      super(message);
    }
  }

  /** Reads the next frame; null at the end of the stream, if it is between frames. */
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

  /** Writes the frame by a single call. */
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
