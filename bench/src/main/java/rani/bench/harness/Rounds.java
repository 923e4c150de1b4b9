// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import rani.bench.harness.InterleavedMeasurement.Player;
import rani.ground.LabFailure;

/**
 * The windows of a measurement against a reference.
 *
 * <p>Machines have fast and slow phases of seconds to minutes, in which figures change by a third
 * while ratios stay the same. Therefore every window of a contender lies between two windows of the
 * reference, and is compared with these two. If the two differ too much, the window is dropped.
 * Rounds go through the contenders alternately forwards and backwards. A second instance of the
 * reference, the control, is measured like a contender: its deviation from the reference is the
 * error of the method.
 *
 * @param reference values of the reference's windows, by column
 * @param seats the control, and then the rivals
 */
record Rounds(List<double[]> reference, List<Seat> seats) {
  /** The largest relative difference of two reference windows for a valid window between them. */
  static final double REFERENCE_DIFFERS_MAX = 0.10;

  private record Between(double[] before, double[] values, double[] after) {
    double mean(int column) {
      return (before[column] + after[column]) / 2;
    }
  }

  /** A contender, and its windows so far. */
  record Seat(Player player, String name, List<Between> windows) {
    Spread values(int column) {
      return Spread.of(windows, each -> each.values[column]);
    }

    Spread ratio(int column) {
      return compared(column, (own, reference) -> own / reference);
    }

    /** Compares a column with the mean of the reference's windows before and after. */
    Spread compared(int column, DoubleBinaryOperator how) {
      return compared(column, 0, how);
    }

    /**
     * Returns how much more than the reference it has. Windows are dropped in proportion to {@link
     * #leastMore} if that is larger than what the reference has.
     */
    Spread more(int column, double leastMore) {
      return compared(column, leastMore, (own, reference) -> own - reference);
    }

    private Spread compared(int column, double leastWhole, DoubleBinaryOperator how) {
      return Spread.of(
          windows.stream()
              .filter(
                  each ->
                      Math.abs(each.before[column] - each.after[column])
                          <= REFERENCE_DIFFERS_MAX * Math.max(each.mean(column), leastWhole))
              .toList(),
          each -> how.applyAsDouble(each.values[column], each.mean(column)));
    }

    private double medianMore(int column) {
      return Spread.of(windows, each -> Math.abs(each.values[column] - each.mean(column))).median();
    }
  }

  /**
   * Returns the smallest difference between a rival and the reference, of all windows; 0 without
   * rivals. Where differences are the result, the error of the method matters beside these, and not
   * beside the reference, which may be as small as the error.
   */
  double leastMore(int column) {
    return seats.stream().skip(1).mapToDouble(rival -> rival.medianMore(column)).min().orElse(0);
  }

  /** Measures all rounds; {@code control} is another instance of the reference. */
  static Rounds play(
      String title,
      BenchOptions options,
      Player reference,
      Player control,
      List<? extends Player> rivals)
      throws LabFailure, InterruptedException {
    Rounds rounds = new Rounds(new ArrayList<>(), new ArrayList<>());
    rounds.seats.add(new Seat(control, control.name() + ", again", new ArrayList<>()));
    rivals.forEach(rival -> rounds.seats.add(new Seat(rival, rival.name(), new ArrayList<>())));
    for (int round = 1; round <= options.rounds(); round++) {
      options.progress().accept(title + ": round " + round);
      double[] before = reference.window(options.window());
      rounds.reference.add(before);
      for (Seat seat : round % 2 == 1 ? rounds.seats : rounds.seats.reversed()) {
        double[] values = seat.player.window(options.window());
        double[] after = reference.window(options.window());
        seat.windows.add(new Between(before, values, after));
        rounds.reference.add(after);
        before = after;
      }
    }
    return rounds;
  }
}
