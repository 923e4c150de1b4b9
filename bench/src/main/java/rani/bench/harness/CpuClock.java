// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How much time of processors a process has had, to the nanosecond: Linux tells it of each thread
 * (proc(5), {@code /proc/PID/task/TID/schedstat}). Elsewhere to the system's own grain. Threads
 * that have ended are not in it; so look while nothing begins or ends.
 */
public final class CpuClock {
  private CpuClock() {}

  /** In nanoseconds, from some origin. */
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
      return 0; // it has just ended
    }
  }
}
