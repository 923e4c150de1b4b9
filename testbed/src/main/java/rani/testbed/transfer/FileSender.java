// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import rani.ground.Sha256;
import rani.model.file.InputFile;
import rani.world.Facts;

public final class FileSender {
  private final Path file;
  private final LongConsumer progress;

  /**
   * The result of sending a file, with its SHA-256 in hexadecimal. Sent bytes do not include those
   * that were present already. The reason is empty if the receiver confirms that the file is right.
   */
  public record Result(
      String file, long bytes, long bytesSent, String sha256, boolean intact, String reason)
      implements Facts {}

  /** Sends an existing file; {@code progress} receives the number of bytes sent, now and then. */
  public FileSender(Path file, LongConsumer progress) {
    this.file = file;
    this.progress = progress;
  }

  /** Sends the file; after a connection's early end a second attempt resumes the transfer. */
  public Result send(MessagePipe pipe) throws IOException, TransferFailure {
    byte[] digest = sha256(file);
    long sizeBytes = Files.size(file);
    int messageBytes = pipe.maxMessageBytes() - TransferMessage.DATA_HEAD_BYTES;
    if (messageBytes < 1) {
      throw new TransferFailure(
          "messages of " + pipe.maxMessageBytes() + " bytes have no room for a file");
    }
    String name = String.valueOf(file.getFileName());
    pipe.send(new TransferMessage.Offer(sizeBytes, messageBytes, digest, name).write());
    pipe.flush();
    if (!(TransferMessage.next(pipe) instanceof TransferMessage.Answer answer)) {
      throw new TransferFailure("the other end did not answer the offer");
    }
    String sha256 = HexFormat.of().formatHex(digest);
    if (!answer.goOn()) {
      pipe.finish();
      return new Result("" + file, sizeBytes, 0, sha256, false, answer.reason());
    }
    long from = answer.firstMessage() * messageBytes;
    if (answer.firstMessage() < 0
        || from / messageBytes != answer.firstMessage()
        || from > sizeBytes) {
      throw new TransferFailure("the other end wants what is beyond the file's end");
    }
    long sent = sendData(pipe, from, sizeBytes, messageBytes);
    pipe.send(new TransferMessage.End().write());
    pipe.flush();
    if (!(TransferMessage.next(pipe) instanceof TransferMessage.Verdict verdict)) {
      throw new TransferFailure("the other end gave no verdict");
    }
    pipe.finish();
    return new Result("" + file, sizeBytes, sent, sha256, verdict.intact(), verdict.reason());
  }

  /** Sends a range of the file, even if the file has grown since it was offered. */
  private long sendData(MessagePipe pipe, long from, long to, int messageBytes)
      throws IOException, TransferFailure {
    long at = from;
    try (FileChannel channel = InputFile.channel(file)) {
      InputStream in = Channels.newInputStream(channel.position(from));
      byte[] part = in.readNBytes((int) Math.min(messageBytes, to - at));
      while (part.length > 0) {
        try {
          pipe.send(new TransferMessage.Data(at / messageBytes, ByteBuffer.wrap(part)).write());
        } catch (IOException e) {
          throw new TransferFailure("interrupted: " + pipe.awaitCloseReason(), e);
        }
        at += part.length;
        progress.accept(at);
        part = in.readNBytes((int) Math.min(messageBytes, to - at));
      }
    }
    return at - from;
  }

  static byte[] sha256(Path file) throws IOException {
    try (DigestInputStream in = new DigestInputStream(InputFile.stream(file), Sha256.digest())) {
      in.transferTo(OutputStream.nullOutputStream());
      return in.getMessageDigest().digest();
    }
  }
}
