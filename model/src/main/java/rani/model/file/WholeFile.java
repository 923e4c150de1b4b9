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

/** Writes files atomically: a reader never finds a partial file, not even on a full disk. */
public final class WholeFile {
  private static final String UNFINISHED = ".unfinished";

  private WholeFile() {}

  @FunctionalInterface
  public interface Content<E extends Exception> {
    void writeTo(FileChannel channel) throws IOException, E;
  }

  /** Replaces the contents of a file by a text in UTF-8. */
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

  /** Writes a file and forces it to disk before it replaces the old file. */
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

  /** Returns whether a file is a leftover of a process that was killed while writing. */
  public static boolean isUnfinished(Path file) {
    return file.getFileName().toString().endsWith(UNFINISHED);
  }
}
