// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;

/**
 * Locks a folder against a second sweep. The lock is one of the operating system, so that it ends
 * with its process, whose id the file contains. The file is never removed, because two processes
 * could then hold locks on the old and on the new file.
 */
public final class SweepLock implements AutoCloseable {
  public static final String FILE = ".lock";

  /** Position of the locked byte. A mandatory lock within the content would prevent reading it. */
  private static final long LOCKED_AT = Long.MAX_VALUE - 1;

  private static final int PID_BYTES_MAX = 32;

  private final FileChannel channel;

  private SweepLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock of a folder; throws {@link LabFailure} with the process that has the lock. */
  public static SweepLock take(Path folder) throws LabFailure {
    Path file = folder.resolve(FILE);
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        String owner = owner(channel);
        channel.close();
        throw new LabFailure("process " + owner + " is at work on a sweep in " + folder);
      }
      byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid), 0);
      return new SweepLock(channel);
    } catch (IOException e) {
      throw new LabFailure("cannot lock " + file + ": " + e, e);
    }
  }

  /** Checks that the lock is free; else throws {@link LabFailure} with its owner. */
  public static void check(Path folder) throws LabFailure {
    if (Files.exists(folder.resolve(FILE))) {
      take(folder).close();
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock(LOCKED_AT, 1, false);
    } catch (OverlappingFileLockException e) {
      return null; // another sweep of this very JVM
    }
  }

  private static String owner(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(PID_BYTES_MAX);
    channel.read(pid, 0);
    String text = StandardCharsets.US_ASCII.decode(pid.flip()).toString();
    return text.isEmpty() ? "of unknown number" : text;
  }

  @Override
  public void close() {
    try (channel) {
      channel.truncate(0);
    } catch (IOException e) {
      return; // the lock goes with the channel, or with the JVM
    }
  }
}
