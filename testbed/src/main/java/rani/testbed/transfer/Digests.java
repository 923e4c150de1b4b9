// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import rani.model.file.InputFile;

/** What both ends of a transfer need: digests, and the other end's next word. */
final class Digests {
  private static final int BUFFER_BYTES = 1 << 16;

  private Digests() {}

  static byte[] of(Path file) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = InputFile.stream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return digest.digest();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }

  /** The next message; a failure if there is none. */
  static TransferMessage next(MessagePipe pipe) throws IOException, TransferFailure {
    ByteBuffer message = pipe.receive();
    if (message == null) {
      throw new TransferFailure("interrupted: " + pipe.closeReason());
    }
    return TransferMessage.read(message.slice());
  }

  /** Why a connection that takes no more has ended, as far as the gateway has said. */
  static String reasonOf(MessagePipe pipe) {
    try {
      while (pipe.receive() != null) {
        continue;
      }
    } catch (IOException e) {
      return "the node has ended";
    }
    return pipe.closeReason();
  }
}
