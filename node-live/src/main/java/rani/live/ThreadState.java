// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a thread waits for something or only for a processor. On Linux that is in proc(5),
 * {@code /proc/self/task/TID/stat}, also for a thread that waits in the kernel for a file or a
 * socket, which the JVM calls runnable. Other systems use the JVM's state, which misses such waits.
 */
final class ThreadState {
  private static final Path SELF = Path.of("/proc/thread-self");

  /** Tick of USER_HZ, which is 100 on every architecture that Java runs on. */
  private static final long TICK_NANOS = 10_000_000;

  /** Indices of fields, counted from the state, which follows the name in parentheses. */
  private static final int USER_TICKS_FIELD = 11;

  private static final int SYSTEM_TICKS_FIELD = 12;

  private final Thread thread;
  private final @Nullable Path stat;

  /** Whether the thread runs or is runnable, and its total processor time. */
  record Sample(boolean isAwake, long cpuNanos) {}

  private ThreadState(Thread thread, @Nullable Path stat) {
    this.thread = thread;
    this.stat = stat;
  }

  static ThreadState ofThisThread() {
    Path stat = null;
    try {
      stat = SELF.toRealPath().resolve("stat");
    } catch (IOException e) {
      // not on Linux
    }
    return new ThreadState(Thread.currentThread(), stat);
  }

  Thread thread() {
    return thread;
  }

  Sample now() {
    if (stat != null) {
      try {
        return parse(Files.readString(stat, StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        // the thread has ended, and does not wait
      }
    }
    return new Sample(
        thread.getState() == Thread.State.RUNNABLE,
        ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()));
  }

  /** Parses a line of proc(5), in which the name may contain blanks and parentheses. */
  static Sample parse(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks =
        Long.parseLong(fields[USER_TICKS_FIELD]) + Long.parseLong(fields[SYSTEM_TICKS_FIELD]);
    return new Sample(fields[0].equals("R"), ticks * TICK_NANOS);
  }
}
