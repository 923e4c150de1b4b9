// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps this machine's processors out of idle states until it is closed, by one busy thread for
 * each, which runs only when no other thread wants the processor (Linux, {@code SCHED_IDLE}; no
 * privilege is needed).
 *
 * <p>A processor in an idle state must be woken before it can serve a timer or a packet. In a
 * virtual machine the hypervisor does that, milliseconds late if the host is busy.
 */
public final class KeepAwake implements AutoCloseable {
  /** Idle states are allowed. */
  public static final KeepAwake NONE = new KeepAwake(Optional.empty());

  private final Optional<String> unavailable;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  private KeepAwake(Optional<String> unavailable) {
    this.unavailable = unavailable;
  }

  /**
   * Starts the threads, if this system supports it; otherwise {@link #unavailable} gives the
   * reason.
   */
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
    boolean all = begun.stream().map(CompletableFuture::join).reduce(true, Boolean::logicalAnd);
    if (!all) {
      awake.close();
      return new KeepAwake(Optional.of("the kernel refuses the policy SCHED_IDLE"));
    }
    return awake;
  }

  private void work(CompletableFuture<Boolean> idle) {
    try {
      idle.complete(LinuxCalls.useWhatTimeIsLeft());
    } catch (IllegalStateException | LinkageError e) {
      idle.complete(false);
    }
    boolean gentle = idle.join();
    while (gentle && !over) {
      LinuxCalls.passTime();
    }
  }

  /** Why processors may still sleep; empty if they may not, or if it was not requested. */
  public Optional<String> unavailable() {
    return unavailable;
  }

  /** The number of busy threads. */
  int working() {
    return (int) threads.stream().filter(Thread::isAlive).count();
  }

  /** Lets processors sleep again. Closing twice is harmless. */
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
}
