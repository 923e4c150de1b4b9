// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import rani.ground.LabFailure;
import rani.study.chaos.SeedRange;
import rani.world.Facts;

/** Hostile modules by their seeds, each run on a network of its own. */
public record HostileSeries(SeedRange range) {
  /** What the modules with one kind of attack came to. */
  public record Sum(
      String attack,
      String reach,
      long modules,
      long refused,
      long calls,
      long failures,
      long suspended,
      double longestCallMillis,
      long othersLeast,
      String lastFailure)
      implements Facts {}

  public String replay(long seed) {
    return "rani hostile --seed " + seed;
  }

  /** Runs all seeds on {@code jobs} threads; one result at a time is passed on. */
  public void run(int jobs, Consumer<HostileOutcome> finished) throws LabFailure {
    HostileRun.Baseline baseline = HostileRun.baseline();
    range.run(
        jobs, seed -> HostileRun.run(HostileModule.of(seed), baseline, replay(seed)), finished);
  }

  /** Returns what outcomes come to, by attack. */
  public static List<Sum> sums(List<HostileOutcome> outcomes) {
    SequencedMap<Attack, List<HostileOutcome>> byAttack = new LinkedHashMap<>();
    for (Attack attack : Attack.values()) {
      List<HostileOutcome> those =
          outcomes.stream()
              .filter(each -> each.attack() == attack)
              .sorted(Comparator.comparingLong(HostileOutcome::seed))
              .toList();
      if (!those.isEmpty()) {
        byAttack.put(attack, those);
      }
    }
    List<Sum> sums = new ArrayList<>();
    byAttack.forEach((attack, those) -> sums.add(sum(attack, those)));
    return sums;
  }

  private static Sum sum(Attack attack, List<HostileOutcome> of) {
    List<HostileOutcome> ran = of.stream().filter(each -> each.refused().isEmpty()).toList();
    return new Sum(
        attack.text(),
        attack.reach.text(),
        of.size(),
        of.size() - ran.size(),
        ran.stream().mapToLong(HostileOutcome::calls).sum(),
        ran.stream().mapToLong(HostileOutcome::failures).sum(),
        ran.stream().filter(HostileOutcome::suspended).count(),
        ran.stream().mapToLong(HostileOutcome::longestNanos).max().orElse(0) / 1e6,
        ran.stream().mapToLong(HostileOutcome::arrived).min().orElse(0),
        ran.stream()
            .flatMap(each -> each.lastFailure().stream())
            .findFirst()
            .or(() -> of.stream().flatMap(each -> each.refused().stream()).findFirst())
            .orElse(""));
  }
}
