// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * File of finished trials in order of completion, a line each. A line ends with the trial's row as
 * it will stand in {@code results.jsonl}:
 *
 * <pre>
 * {"index":17,"millis":312,"sweep":"fedcba9876543210","row":{…,"crc32c":"…"},"crc32c":"…"}
 * </pre>
 *
 * The sweep is {@link SweepIdentity#id()}, which is the same in all its shards.
 *
 * <p>A line is written in one piece before the next begins, and data is forced to disk every
 * second. So a killed JVM loses no finished trial, and a failing machine loses those of the last
 * second.
 */
public final class Journal implements AutoCloseable {
  private static final long FORCE_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final FileChannel channel;
  private final String sweep;
  private long lengthBytes;
  private long forcedNanos = System.nanoTime();

  private Journal(FileChannel channel, String sweep, long lengthBytes) {
    this.channel = channel;
    this.sweep = sweep;
    this.lengthBytes = lengthBytes;
  }

  /**
   * Opens a journal behind its last complete line, which {@link JournalLines} found; cuts the rest.
   */
  public static Journal open(Path file, String sweep, long wholeBytes) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.truncate(wholeBytes);
    channel.position(wholeBytes);
    return new Journal(channel, sweep, wholeBytes);
  }

  /** Appends a trial, whose row has a checksum; throws after cutting off a half-written line. */
  public synchronized void append(long index, long millis, String row) throws IOException {
    if (!channel.isOpen()) {
      return; // the JVM is ending, and the trial will be run again
    }
    byte[] line = JournalLines.text(index, millis, sweep, row).getBytes(StandardCharsets.UTF_8);
    try {
      ByteBuffer rest = ByteBuffer.wrap(line);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      lengthBytes += line.length;
      long now = System.nanoTime();
      if (now - forcedNanos > FORCE_EVERY_NANOS) {
        channel.force(false);
        forcedNanos = System.nanoTime();
      }
    } catch (IOException e) {
      cutBack(e);
      throw e;
    }
  }

  private void cutBack(IOException cause) {
    try {
      channel.truncate(lengthBytes);
    } catch (IOException e) {
      cause.addSuppressed(e); // a torn line is cut when the sweep is resumed
    }
  }

  /** Forces everything to disk. Later calls of {@link #append} have no effect. */
  @Override
  public synchronized void close() throws IOException {
    if (channel.isOpen()) {
      try (channel) {
        channel.force(true);
      }
    }
  }
}
