// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/** Linux system calls for the calling thread that the JDK does not offer. */
final class LinuxCalls {
  private static final String TIMER_SLACK_NANOS = "1";

  private LinuxCalls() {}

  /**
   * Sets this thread's timer slack to the minimum; the default of 50 µs lets the kernel coalesce
   * wake-ups: proc_pid_timerslack_ns(5).
   *
   * @return whether the kernel accepted it; always false on other systems than Linux
   */
  static boolean wakeOnTime() {
    try {
      // A link to PID/task/TID. A thread has the file under its own number alone.
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      Files.writeString(
          Path.of("/proc", thread.getFileName().toString(), "timerslack_ns"), TIMER_SLACK_NANOS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Gives this thread the lowest scheduling policy, so that it runs only when no other wants the
   * processor: {@code SCHED_IDLE}, sched(7).
   */
  static boolean useWhatTimeIsLeft() {
    return Idle.become();
  }

  /**
   * Works for some microseconds, and touches little memory. It does so outside of Java, because a
   * thread that does not get to run in the middle of Java code holds up the JVM's safepoints.
   */
  static void passTime() {
    Idle.work();
  }

  /** Bound on first use, since binding takes 0.1 s. */
  private static final class Idle {
    private static final int SCHED_IDLE = 5;
    private static final int WORK_BYTES = 64 << 10;

    private static final MethodHandle SCHED_SETSCHEDULER =
        Libc.function(
            "sched_setscheduler", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle STRSPN =
        Libc.function("strspn", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS));

    private static final MemorySegment SCHED_PARAM = Arena.global().allocate(JAVA_INT);
    private static final MemorySegment LETTER = Arena.global().allocateFrom("x");
    private static final MemorySegment LETTERS =
        Arena.global().allocateFrom("x".repeat(WORK_BYTES));

    static boolean become() {
      try {
        return (int) SCHED_SETSCHEDULER.invokeExact(0, SCHED_IDLE, SCHED_PARAM) == 0;
      } catch (Throwable e) {
        throw new IllegalStateException("sched_setscheduler", e);
      }
    }

    static void work() {
      try {
        long _ = (long) STRSPN.invokeExact(LETTERS, LETTER);
      } catch (Throwable e) {
        throw new IllegalStateException("strspn", e);
      }
    }
  }
}
