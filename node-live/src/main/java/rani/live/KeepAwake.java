// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps this machine's processors out of idle states until it is closed, by one busy thread for
 * each processor. These threads run only when no other thread wants the processor (Linux, {@code
 * SCHED_IDLE}, which needs no privilege).
 *
 * <p>A processor in an idle state must be woken before it can serve a timer or a packet. In a
 * virtual machine the hypervisor does that, milliseconds late if the host is busy.
 */
public final class KeepAwake implements AutoCloseable {
  public static final KeepAwake NONE = new KeepAwake(Optional.empty());

  private final Optional<String> unavailable;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  private KeepAwake(Optional<String> unavailable) {
    this.unavailable = unavailable;
  }

  /** Starts the threads, or gives the reason in {@link #unavailable}. */
  public static KeepAwake start() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return new KeepAwake(Optional.of("only Linux has threads that use what time is left"));
    }
    KeepAwake awake = new KeepAwake(Optional.empty());
    List<CompletableFuture<Boolean>> begun = new ArrayList<>();
    for (int number = 0; number < Runtime.getRuntime().availableProcessors(); number++) {
      CompletableFuture<Boolean> idle = new CompletableFuture<>();
      begun.add(idle);
      awake.threads.add(
          Thread.ofPlatform().name("rani-awake-" + number).daemon().start(() -> awake.work(idle)));
    }
    if (!begun.stream().allMatch(CompletableFuture::join)) {
      awake.close();
      return new KeepAwake(Optional.of("the kernel refuses the policy SCHED_IDLE"));
    }
    return awake;
  }

  private void work(CompletableFuture<Boolean> idle) {
    try {
      idle.complete(Idle.useWhatTimeIsLeft());
    } catch (IllegalStateException | LinkageError e) {
      idle.complete(false);
    }
    boolean gentle = idle.join();
    while (gentle && !over) {
      Idle.passTime();
    }
  }

  /** Returns why processors may still enter idle states; empty if they may not. */
  public Optional<String> unavailable() {
    return unavailable;
  }

  /** Returns the number of busy threads. */
  int working() {
    return (int) threads.stream().filter(Thread::isAlive).count();
  }

  /** Ends the threads. Idempotent. */
  @Override
  public void close() {
    over = true;
    for (Thread thread : threads) {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Functions of the C library, bound on first use, because binding takes 0.1 s. */
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

    /** Gives this thread the lowest scheduling policy; returns false if the kernel refuses. */
    static boolean useWhatTimeIsLeft() {
      try {
        return (int) SCHED_SETSCHEDULER.invokeExact(0, SCHED_IDLE, SCHED_PARAM) == 0;
      } catch (Throwable e) {
        throw new IllegalStateException("sched_setscheduler", e);
      }
    }

    /**
     * Works for some microseconds on little memory, outside of Java code: a thread that loses the
     * processor within Java code would delay the JVM's safepoints.
     */
    static void passTime() {
      try {
        long _ = (long) STRSPN.invokeExact(LETTERS, LETTER);
      } catch (Throwable e) {
        throw new IllegalStateException("strspn", e);
      }
    }
  }
}
