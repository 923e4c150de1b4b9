// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Atomic writing of files: a reader finds the old one, none, or the new one, and a full disk leaves
 * no partial result.
 */
public final class WholeFile {
  private static final String UNFINISHED = ".unfinished";

  private WholeFile() {}

  /** Writes the contents of a file. */
  @FunctionalInterface
  public interface Content<E extends Exception> {
    /** Writes to a channel at its beginning. */
    void writeTo(FileChannel channel) throws IOException, E;
  }

  /** Writes a text in UTF-8, in place of what the file held. */
  public static void write(Path file, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    write(
        file,
        channel -> {
          while (bytes.hasRemaining()) {
            channel.write(bytes);
          }
        });
  }

  /** Writes a file, and forces it to disk before it is renamed. */
  public static <E extends Exception> void write(Path file, Content<E> content)
      throws IOException, E {
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    try {
      try (FileChannel channel =
          FileChannel.open(
              unfinished,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        content.writeTo(channel);
        channel.force(true);
      }
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** Whether a file was left by a process that was killed while writing it. */
  public static boolean isUnfinished(Path file) {
    return file.getFileName().toString().endsWith(UNFINISHED);
  }
}
