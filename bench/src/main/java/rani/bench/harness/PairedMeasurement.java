// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.ArrayList;
import java.util.List;
import rani.ground.LabFailure;
import rani.world.Facts;

/**
 * Measures contenders against a reference.
 *
 * <p>Machines have fast and slow phases of seconds to minutes; figures swing by a third while
 * ratios repeat. So every window of a contender lies between two windows of the reference, and is
 * compared with those alone; if those two differ too much, the window is dropped. Processor time
 * per unit is compared likewise; it does not depend on the load of the machine. Rounds go through
 * the contenders alternately forwards and backwards. A second instance of the reference, the
 * control, is measured like a contender: its deviation from 1 is the error of the method.
 */
public final class PairedMeasurement {
  /** The largest difference of two reference windows for a valid window between them. */
  static final double REFERENCE_DIFFERS_MAX = 0.10;

  private final String bench;
  private final String unit;
  private final BenchOptions options;

  /** A window between two of the reference. */
  private record Between(Sample before, Sample sample, Sample after) {
    boolean hasRatio() {
      return agree(before.perSecond(), after.perSecond());
    }

    boolean hasCpuRatio() {
      return agree(before.cpuNanosPerUnit(), after.cpuNanosPerUnit());
    }

    double ratio() {
      return sample.perSecond() / mean(before.perSecond(), after.perSecond());
    }

    double cpuRatio() {
      return mean(before.cpuNanosPerUnit(), after.cpuNanosPerUnit()) / sample.cpuNanosPerUnit();
    }
  }

  /** Whether two windows of the reference are alike enough for the one between them to count. */
  static boolean agree(double before, double after) {
    return Math.abs(before - after) <= REFERENCE_DIFFERS_MAX * mean(before, after);
  }

  static double mean(double one, double other) {
    return (one + other) / 2;
  }

  /** A contender, and its windows so far. */
  private static final class Player {
    private final Contender contender;
    private final String name;
    private final List<Between> windows = new ArrayList<>();

    Player(Contender contender, String name) {
      this.contender = contender;
      this.name = name;
    }

    ContenderResult standing() {
      List<Between> counted = windows.stream().filter(Between::hasRatio).toList();
      return new ContenderResult(
          name,
          Spread.of(windows, each -> each.sample().perSecond()),
          Spread.of(windows, each -> each.sample().cpuNanosPerUnit()),
          Spread.of(counted, Between::ratio),
          Spread.of(windows.stream().filter(Between::hasCpuRatio).toList(), Between::cpuRatio),
          windows.size() - counted.size());
    }
  }

  /**
   * Matches of one case.
   *
   * @param unit what contenders do and samples count, such as {@code packet}
   */
  public PairedMeasurement(String bench, String unit, BenchOptions options) {
    this.bench = bench;
    this.unit = unit;
    this.options = options;
  }

  /**
   * Plays every round.
   *
   * @param control another instance of the reference
   */
  public Comparison play(
      String variant, Contender reference, Contender control, List<Contender> rivals)
      throws LabFailure, InterruptedException {
    List<Player> players = new ArrayList<>();
    players.add(new Player(control, control.name() + ", again"));
    rivals.forEach(rival -> players.add(new Player(rival, rival.name())));
    warmUp(reference, players);
    List<Sample> references = new ArrayList<>();
    for (int round = 1; round <= options.rounds(); round++) {
      options.progress().accept(bench + ", " + variant + ": round " + round);
      Sample before = reference.window(options.window());
      references.add(before);
      for (Player player : round % 2 == 1 ? players : players.reversed()) {
        Sample sample = player.contender.window(options.window());
        Sample after = reference.window(options.window());
        player.windows.add(new Between(before, sample, after));
        references.add(after);
        before = after;
      }
    }
    return new Comparison(
        bench,
        variant,
        unit,
        options.rounds(),
        standing(reference, references),
        players.getFirst().standing(),
        players.stream().skip(1).map(Player::standing).toList(),
        Facts.NONE);
  }

  private void warmUp(Contender reference, List<Player> players)
      throws LabFailure, InterruptedException {
    Sample _ = reference.window(options.warmUp());
    for (Player player : players) {
      Sample _ = player.contender.window(options.warmUp());
    }
  }

  private static ContenderResult standing(Contender reference, List<Sample> samples) {
    return new ContenderResult(
        reference.name(),
        Spread.of(samples, Sample::perSecond),
        Spread.of(samples, Sample::cpuNanosPerUnit),
        Spread.of(List.of()),
        Spread.of(List.of()),
        0);
  }
}
