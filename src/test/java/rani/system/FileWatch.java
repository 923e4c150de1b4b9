// SPDX-License-Identifier: Apache-2.0
package rani.system;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Waits for what another process writes to a file. */
final class FileWatch {
  private FileWatch() {}

  /** Waits until the whole text of a file is as wanted; the file need not exist yet. */
  static void await(Path file, Predicate<String> wanted, Duration limit) {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    await(folder, limit, () -> wanted.test(text(file)), () -> file + ":\n" + text(file));
  }

  /** Waits until some file of a folder has so many bytes. */
  static void awaitBytes(Path folder, long bytes, Duration limit) {
    await(folder, limit, () -> longest(folder) >= bytes, () -> longest(folder) + " in " + folder);
  }

  private static void await(
      Path folder, Duration limit, BooleanSupplier wanted, Supplier<String> now) {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    try (WatchService changes = folder.getFileSystem().newWatchService()) {
      folder.register(
          changes, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
      while (!wanted.getAsBoolean()) {
        WatchKey change = changes.poll(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (change == null) {
          throw new AssertionError("not in time; " + now.get());
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

  private static long longest(Path folder) {
    File[] files = folder.toFile().listFiles();
    return files == null ? 0 : Stream.of(files).mapToLong(File::length).max().orElse(0);
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
