// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import rani.model.file.InputFile;

/** Sends one file. */
public final class FileSender {
  private final Path file;
  private final LongConsumer progress;

  /**
   * What came of it.
   *
   * @param sizeBytes of the file
   * @param sentBytes of it now; the rest was there already
   * @param sha256 of it, in hexadecimal
   * @param intact whether the other end says so
   * @param reason why not; empty if it is
   */
  public record Result(
      long sizeBytes, long sentBytes, String sha256, boolean intact, String reason) {}

  /**
   * A sender of a file that exists.
   *
   * @param progress told now and then how many bytes the network has taken
   */
  public FileSender(Path file, LongConsumer progress) {
    this.file = file;
    this.progress = progress;
  }

  /**
   * Sends it over a connection that is open.
   *
   * @throws TransferFailure if the connection ends before the verdict; saying it again goes on
   *     where it stopped
   */
  public Result send(MessagePipe pipe) throws IOException, TransferFailure {
    byte[] digest = Digests.of(file);
    long sizeBytes = Files.size(file);
    int messageBytes = pipe.maxMessageBytes() - TransferMessage.DATA_HEAD_BYTES;
    if (messageBytes < 1) {
      throw new TransferFailure(
          "messages of " + pipe.maxMessageBytes() + " bytes have no room for a file");
    }
    String name = String.valueOf(file.getFileName());
    pipe.send(new TransferMessage.Offer(sizeBytes, messageBytes, digest, name).write());
    pipe.flush();
    if (!(Digests.next(pipe) instanceof TransferMessage.Answer answer)) {
      throw new TransferFailure("the other end did not answer the offer");
    }
    String sha256 = Digests.hex(digest);
    if (!answer.goOn()) {
      pipe.finish();
      return new Result(sizeBytes, 0, sha256, false, answer.reason());
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
    if (!(Digests.next(pipe) instanceof TransferMessage.Verdict verdict)) {
      throw new TransferFailure("the other end gave no verdict");
    }
    pipe.finish();
    return new Result(sizeBytes, sent, sha256, verdict.intact(), verdict.reason());
  }

  /** Sends from one place to another, whatever the file has grown by since. */
  private long sendData(MessagePipe pipe, long from, long to, int messageBytes)
      throws IOException, TransferFailure {
    long at = from;
    try (FileChannel channel = InputFile.channel(file)) {
      channel.position(from);
      ByteBuffer bytes = ByteBuffer.allocate(messageBytes);
      while (read(channel, bytes.clear().limit((int) Math.min(messageBytes, to - at)))) {
        bytes.flip();
        int count = bytes.remaining();
        try {
          pipe.send(new TransferMessage.Data(at / messageBytes, bytes).write());
        } catch (IOException e) {
          throw new TransferFailure("interrupted: " + Digests.reasonOf(pipe), e);
        }
        at += count;
        progress.accept(at);
      }
    }
    return at - from;
  }

  /** Fills the buffer as far as the file goes; false if there is nothing more. */
  private static boolean read(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      continue;
    }
    return bytes.position() > 0;
  }
}
