// SPDX-License-Identifier: Apache-2.0
package rani.wasm.capsule;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import rani.wasm.CodeHash;

/**
 * What is said over RDP when code is fetched. A request is a version byte and the hash; the answer
 * is a status byte, the length as 32 bits, and the code. Both may come in several messages.
 */
final class CodeRequest {
  static final int LENGTH = 1 + CodeHash.BYTES;
  static final int ANSWER_HEAD_BYTES = 5;

  /** The longest part of a request that fits into a control packet. */
  static final int PART_BYTES = 17;

  static final int HERE = 0;
  static final int NOT_HERE = 1;
  private static final int VERSION = 1;

  private CodeRequest() {}

  static void write(ByteBuf message, CodeHash hash) {
    message.writeByte(VERSION);
    hash.write(message);
  }

  /** Returns the hash that a request of {@link #LENGTH} bytes names; null if it is malformed. */
  static @Nullable CodeHash read(ByteBuf request) {
    int at = request.readerIndex();
    return request.getByte(at) == VERSION ? CodeHash.read(request, at + 1) : null;
  }

  static void writeAnswerHead(ByteBuf message, int status, int length) {
    message.writeByte(status).writeInt(length);
  }
}
