// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Estimates the time that a sweep takes. */
public final class SweepEstimate {
  /** Number of trials to measure, spread over all trials. */
  private static final int TRIED = 5;

  private static final long TRY_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

  private SweepEstimate() {}

  /** Runs a few trials without results, for at most some seconds. Empty if no trial ended. */
  public static Optional<Double> seconds(SweepPlan plan, int jobs) {
    CompletableFuture<Double> each = new CompletableFuture<>();
    Thread.ofPlatform().name("estimate").daemon().start(() -> each.complete(secondsOfATrial(plan)));
    try {
      return Optional.of(
          each.get(2 * TRY_NANOS_MAX, TimeUnit.NANOSECONDS) * plan.ownTrials() / jobs);
    } catch (TimeoutException | ExecutionException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static double secondsOfATrial(SweepPlan plan) {
    TrialRunner runner = new TrialRunner(plan, TrialRunner.virtual(plan));
    long begin = System.nanoTime();
    long last = 0;
    for (int k = 0; k < TRIED && System.nanoTime() - begin < TRY_NANOS_MAX; k++) {
      long before = System.nanoTime();
      runner.row(plan.key(plan.shard().index(k * plan.ownTrials() / TRIED)));
      last = System.nanoTime() - before; // later trials run warm code
    }
    return last / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
