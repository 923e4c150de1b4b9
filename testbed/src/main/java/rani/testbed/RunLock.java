// SPDX-License-Identifier: Apache-2.0
package rani.testbed;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.nodehost.folder.RunDirectory;
import rani.testbed.process.LabWatch;

/**
 * A file lock: only one program at a time changes a run. The system releases it however the program
 * ends.
 */
final class RunLock implements AutoCloseable {
  private static final long WAIT_MILLIS_MAX = 10_000;
  private static final long POLL_MILLIS = 50;

  private final FileChannel file;

  /** Acquires the lock, and waits a while for its present holder. */
  RunLock(RunDirectory directory) throws LabFailure {
    Path path = directory.path().resolve("change.lock");
    try {
      file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new LabFailure("cannot write " + path + ": " + e.getMessage(), e);
    }
    boolean locked = false;
    LabWatch patience = new LabWatch();
    try {
      for (long waited = 0; !locked && waited < WAIT_MILLIS_MAX; waited += POLL_MILLIS) {
        locked = lock() != null;
        if (!locked) {
          patience.pause(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
        }
      }
    } catch (IOException e) {
      throw new LabFailure("cannot lock " + path + ": " + e.getMessage(), e);
    } finally {
      if (!locked) {
        close();
      }
    }
    if (!locked) {
      throw new LabFailure("another program has been changing this run for a long time");
    }
  }

  private @Nullable FileLock lock() throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // this very program
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      return; // as good as closed
    }
  }
}
