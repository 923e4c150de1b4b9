// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import rani.ground.LabFailure;

/** The seeds of networks with {@code nodes} nodes. */
public record ChaosSeries(int nodes, SeedRange range) {
  /** A series of at least this many seeds must reach every drop reason. */
  public static final long REACHES_ALL_SEEDS = 1000;

  public ChaosSeries {
    if (nodes < ChaosPlan.NODES_MIN || nodes > ChaosPlan.NODES_MAX) {
      throw new IllegalArgumentException(
          "a chaos has %s…%s nodes, not %s"
              .formatted(ChaosPlan.NODES_MIN, ChaosPlan.NODES_MAX, nodes));
    }
  }

  public ChaosSeries(int nodes, long first, long last) {
    this(nodes, new SeedRange(first, last));
  }

  public long seeds() {
    return range.seeds();
  }

  public String replay(long seed) {
    return "rani chaos --nodes " + nodes + " --seed " + seed;
  }

  public ChaosOutcome one(long seed) {
    return ChaosRun.run(ChaosPlan.of(seed, nodes), replay(seed));
  }

  /** Runs all seeds on {@code jobs} threads; one result at a time is passed on. */
  public void run(int jobs, Consumer<ChaosOutcome> finished) throws LabFailure {
    range.run(jobs, this::one, finished);
  }

  /** Returns whether the series is long enough that every drop reason must occur in it. */
  public boolean mustReachAll() {
    return seeds() >= REACHES_ALL_SEEDS;
  }

  public static List<ChaosOutcome> sorted(List<ChaosOutcome> outcomes) {
    return outcomes.stream().sorted(Comparator.comparingLong(ChaosOutcome::seed)).toList();
  }
}
