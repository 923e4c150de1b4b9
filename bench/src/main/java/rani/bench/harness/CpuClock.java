// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Reads the processor time of a process: on Linux to the nanosecond, as the sum over its threads
 * (proc(5), {@code /proc/PID/task/TID/schedstat}). The sum excludes threads that have ended, so
 * callers read it while no thread starts or ends.
 */
public final class CpuClock {
  private CpuClock() {}

  /** Returns nanoseconds from an arbitrary origin. */
  public static long nanos(ProcessHandle process) {
    Path tasks = Path.of("/proc", Long.toString(process.pid()), "task");
    long nanos = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        nanos += ofThread(thread);
      }
    } catch (IOException e) {
      return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }
    return nanos;
  }

  private static long ofThread(Path thread) {
    try {
      String text = Files.readString(thread.resolve("schedstat"));
      return Long.parseLong(text.substring(0, text.indexOf(' ')));
    } catch (IOException e) {
      return 0; // the thread has just ended
    }
  }
}
