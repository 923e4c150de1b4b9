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
import rani.testbed.session.Closing;

/** File lock by which only one program changes a run; it ends with the program. */
final class RunLock implements AutoCloseable {
  private static final long WAIT_MILLIS_MAX = 10_000;
  private static final long POLL_MILLIS = 50;

  private final FileChannel file;

  /** Acquires the lock; waits up to ten seconds for another holder. */
  RunLock(RunDirectory directory) throws LabFailure {
    Path path = directory.path().resolve("change.lock");
    try {
      file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new LabFailure("cannot write " + path + ": " + e.getMessage(), e);
    }
    LabWatch patience = new LabWatch();
    try {
      for (long waited = 0; lock() == null; waited += POLL_MILLIS) {
        if (waited >= WAIT_MILLIS_MAX) {
          throw new LabFailure("another program has been changing this run for a long time");
        }
        patience.pause(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
      }
    } catch (IOException e) {
      close();
      throw new LabFailure("cannot lock " + path + ": " + e.getMessage(), e);
    } catch (LabFailure e) {
      close();
      throw e;
    }
  }

  private @Nullable FileLock lock() throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // another thread of this program holds the lock
    }
  }

  @Override
  public void close() {
    Closing.quietly(file);
  }
}
