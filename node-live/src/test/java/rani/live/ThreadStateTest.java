// SPDX-License-Identifier: Apache-2.0
package rani.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import rani.live.ThreadState.Sample;

class ThreadStateTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long TENTH_NANOS = 100_000_000;

  private static ThreadState started(Runnable does) {
    CompletableFuture<ThreadState> use = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              use.complete(ThreadState.ofThisThread());
              does.run();
            });
    return use.join();
  }

  /** Looks until it is so. */
  private static Sample awaitSample(ThreadState use, Predicate<Sample> wanted) {
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    Sample sample = use.now();
    while (!wanted.test(sample)) {
      assertTrue(System.nanoTime() < deadlineNanos, sample::toString);
      Thread.onSpinWait();
      sample = use.now();
    }
    return sample;
  }

  @Test
  void whoSpinsIsAwakeAndUsesItsProcessor() {
    AtomicBoolean done = new AtomicBoolean();
    BooleanSupplier goesOn = () -> !done.get();
    ThreadState use =
        started(
            () -> {
              while (goesOn.getAsBoolean()) {
                Thread.onSpinWait();
              }
            });
    long before = use.now().cpuNanos();
    assertTrue(awaitSample(use, now -> now.cpuNanos() >= before + TENTH_NANOS).isAwake());
    done.set(true);
  }

  @Test
  void whoWaitsIsNotAwake() {
    CountDownLatch latch = new CountDownLatch(1);
    ThreadState use =
        started(
            () -> {
              try {
                latch.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    assertFalse(awaitSample(use, now -> !now.isAwake()).isAwake());
    latch.countDown();
  }

  /** Which the JVM takes for running. */
  @Test
  void whoWaitsInTheKernelIsNotAwake() throws IOException {
    Pipe pipe = Pipe.open();
    ThreadState use =
        started(
            () -> {
              try {
                pipe.source().read(ByteBuffer.allocate(1));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    Sample sample =
        awaitSample(use, now -> !now.isAwake() && use.thread().getState() == Thread.State.RUNNABLE);
    assertFalse(sample.isAwake());
    pipe.sink().close();
  }

  @Test
  void aNameMayHoldWhatPartsFields() {
    Sample sample =
        ThreadState.parse(
            "77 (odd) S name) R 1 2 3 0 -1 4194304 101 0 0 0 12 30 5 6 20 0 1 0 99\n");
    assertEquals(new Sample(true, 420_000_000), sample);
  }
}
