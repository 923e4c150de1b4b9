// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Waits for what another process writes to a file. */
final class FileWatch {
  private FileWatch() {}

  /** Waits until the whole text of a file is as wanted; the file need not exist yet. */
  static void await(Path file, Predicate<String> wanted, Duration limit) {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    try (WatchService changes = file.getFileSystem().newWatchService()) {
      Objects.requireNonNull(file.toAbsolutePath().getParent())
          .register(
              changes, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
      while (!wanted.test(text(file))) {
        WatchKey change = changes.poll(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (change == null) {
          throw new AssertionError("not in time; " + file + ":\n" + text(file));
        }
        change.pollEvents();
        change.reset();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }
}
