// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import rani.world.Facts;

/**
 * Receives files into one folder. An incomplete file is named {@code .NAME.DIGEST.part}; if it is
 * offered again, the transfer resumes there. It gets its name when its SHA-256 is right.
 */
public final class FileReceiver {
  private static final int DIGEST_CHARACTERS = 16;
  private static final int NAME_BYTES_MAX = 200;

  private final Path folder;
  private final boolean overwrites;
  private final Progress progress;

  @FunctionalInterface
  public interface Progress {
    /** Reports the bytes received so far. */
    void at(String name, long bytes, long sizeBytes);
  }

  /**
   * The result of one offer of a file, with its SHA-256 in hexadecimal. Received bytes do not
   * include those that were present already. The reason is empty if the file is complete and right.
   */
  public record Result(
      String file, long bytes, long bytesReceived, String sha256, boolean intact, String reason)
      implements Facts {}

  /** Receives into an existing folder, whose files may be replaced if {@code overwrites}. */
  public FileReceiver(Path folder, boolean overwrites, Progress progress) {
    this.folder = folder;
    this.overwrites = overwrites;
    this.progress = progress;
  }

  /** Receives an offered file; fails if the connection ends before the verdict. */
  public Result receive(MessagePipe pipe) throws IOException, TransferFailure {
    if (!(TransferMessage.next(pipe) instanceof TransferMessage.Offer offer)) {
      throw new TransferFailure("the other end offers nothing");
    }
    String refusal = refusal(offer);
    if (!refusal.isEmpty()) {
      return refuse(pipe, offer, refusal);
    }
    Path part = part(offer);
    try (FileChannel channel =
            FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = lock(channel)) {
      if (lock == null) {
        return refuse(pipe, offer, "it is being received already");
      }
      long received = receive(pipe, offer, channel);
      channel.force(false);
      return judge(pipe, offer, part, received);
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /** Returns why an offer is refused; empty if it is accepted. */
  private String refusal(TransferMessage.Offer offer) throws IOException {
    if (!isPlainName(offer.name())) {
      return "its name is not that of a plain file";
    }
    if (!overwrites && Files.exists(folder.resolve(offer.name()), LinkOption.NOFOLLOW_LINKS)) {
      return "a file of that name is there already";
    }
    if (Files.isDirectory(folder.resolve(offer.name()))) {
      return "a folder of that name is there already";
    }
    Path part = part(offer);
    long there = Files.exists(part) ? Files.size(part) : 0;
    long room = folder.toFile().getUsableSpace() + there;
    return offer.sizeBytes() > room ? "there is no room for it" : "";
  }

  /** Reports whether a name resolves to a direct child of the folder, on every operating system. */
  static boolean isPlainName(String name) {
    return !name.isBlank()
        && !name.startsWith(".")
        && !name.endsWith(".")
        && !name.endsWith(" ")
        && name.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES_MAX
        && name.chars()
            .noneMatch(c -> c < ' ' || c == 127 || c == 0xFFFD || "/\\:*?\"<>|".indexOf(c) >= 0);
  }

  private static Result refuse(MessagePipe pipe, TransferMessage.Offer offer, String reason)
      throws IOException {
    pipe.send(new TransferMessage.Answer(false, 0, reason).write());
    pipe.finish();
    return result(offer, 0, reason);
  }

  private static Result result(TransferMessage.Offer offer, long received, String reason) {
    return new Result(
        offer.name(),
        offer.sizeBytes(),
        received,
        HexFormat.of().formatHex(offer.sha256()),
        reason.isEmpty(),
        reason);
  }

  private Path part(TransferMessage.Offer offer) {
    String digest = HexFormat.of().formatHex(offer.sha256()).substring(0, DIGEST_CHARACTERS);
    return folder.resolve("." + offer.name() + "." + digest + ".part");
  }

  private long receive(MessagePipe pipe, TransferMessage.Offer offer, FileChannel channel)
      throws IOException, TransferFailure {
    long first = Math.min(channel.size(), offer.sizeBytes()) / offer.messageBytes();
    long at = first * offer.messageBytes();
    channel.truncate(at).position(at);
    pipe.send(new TransferMessage.Answer(true, first, "").write());
    pipe.flush();
    long begin = at;
    while (true) {
      TransferMessage message = TransferMessage.next(pipe);
      if (message instanceof TransferMessage.End) {
        return at - begin;
      }
      if (!(message instanceof TransferMessage.Data data)
          || data.number() != at / offer.messageBytes()
          || !fits(offer, at, data.bytes().remaining())) {
        throw new TransferFailure("the other end sent a part that does not fit");
      }
      ByteBuffer bytes = data.bytes();
      while (bytes.hasRemaining()) {
        at += channel.write(bytes);
      }
      progress.at(offer.name(), at, offer.sizeBytes());
    }
  }

  /** Checks the length of a data message: every one is full except the last. */
  private static boolean fits(TransferMessage.Offer offer, long at, int bytes) {
    return bytes == Math.min(offer.messageBytes(), offer.sizeBytes() - at) && bytes > 0;
  }

  private Result judge(MessagePipe pipe, TransferMessage.Offer offer, Path part, long received)
      throws IOException {
    String reason = "";
    if (Files.size(part) != offer.sizeBytes()) {
      reason = "it ended early";
    } else if (!MessageDigest.isEqual(FileSender.sha256(part), offer.sha256())) {
      Files.delete(part); // a resumed transfer could not repair it
      reason = "its SHA-256 is another";
    } else {
      try {
        moveInPlace(part, folder.resolve(offer.name()), overwrites);
      } catch (FileAlreadyExistsException e) {
        reason = "a file of that name is there already";
      }
    }
    pipe.send(new TransferMessage.Verdict(reason.isEmpty(), reason).write());
    pipe.flush();
    pipe.receive(); // the other end closes
    return result(offer, received, reason);
  }

  /** Renames a complete file to its final name; fails if a file may not be replaced. */
  static void moveInPlace(Path part, Path whole, boolean overwrites) throws IOException {
    if (!overwrites) {
      Files.createFile(whole); // reserves the name against concurrent receivers
    }
    try {
      // Atomic, because a plain replace would delete the present file before the move.
      Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!overwrites) {
        Files.deleteIfExists(whole);
      }
      throw e;
    }
  }
}
