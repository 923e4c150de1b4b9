// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import rani.ground.LabFailure;

/** The seeds {@code first…last}, each of which is one run of a network with {@code nodes} nodes. */
public record ChaosSeries(int nodes, long first, long last) {
  public static final long SEEDS_MAX = 1_000_000;

  /** A series of at least this many seeds must reach every drop reason. */
  public static final long REACHES_ALL_SEEDS = 1000;

  public ChaosSeries {
    if (nodes < ChaosPlan.NODES_MIN || nodes > ChaosPlan.NODES_MAX) {
      throw new IllegalArgumentException(
          "a chaos has %s…%s nodes, not %s"
              .formatted(ChaosPlan.NODES_MIN, ChaosPlan.NODES_MAX, nodes));
    }
    if (last < first || last - first >= SEEDS_MAX) {
      throw new IllegalArgumentException(
          "seeds are FIRST..LAST, at most " + SEEDS_MAX + ", not " + first + ".." + last);
    }
  }

  public long seeds() {
    return last - first + 1;
  }

  public String replay(long seed) {
    return "rani chaos --nodes " + nodes + " --seed " + seed;
  }

  public ChaosOutcome one(long seed) {
    return ChaosRun.run(ChaosPlan.of(seed, nodes), replay(seed));
  }

  /** Runs all seeds on {@code jobs} threads; one result at a time is passed on. */
  public void run(int jobs, Consumer<ChaosOutcome> finished) throws LabFailure {
    AtomicLong next = new AtomicLong(first);
    List<Thread> threads = new ArrayList<>();
    for (int job = 0; job < Math.min(jobs, seeds()); job++) {
      threads.add(
          Thread.ofPlatform().name("chaos-" + job).daemon().start(() -> run(next, finished)));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      next.set(last + 1);
      Thread.currentThread().interrupt();
      throw new LabFailure("interrupted", e);
    }
  }

  private void run(AtomicLong next, Consumer<ChaosOutcome> finished) {
    for (long seed = next.getAndIncrement(); seed <= last; seed = next.getAndIncrement()) {
      ChaosOutcome outcome = one(seed);
      synchronized (next) {
        finished.accept(outcome);
      }
    }
  }

  /** Returns whether the series is long enough that every drop reason must occur in it. */
  public boolean mustReachAll() {
    return seeds() >= REACHES_ALL_SEEDS;
  }

  public static List<ChaosOutcome> sorted(List<ChaosOutcome> outcomes) {
    return outcomes.stream().sorted(Comparator.comparingLong(ChaosOutcome::seed)).toList();
  }
}
