// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import java.util.List;
import rani.bench.harness.InterleavedMeasurement.Player;
import rani.ground.LabFailure;
import rani.world.Facts;

/**
 * Measures units, such as {@code packet}, per second, and processor time per unit, which does not
 * depend on the machine's load, by {@link Rounds} against a reference.
 */
public record PairedMeasurement(String bench, String unit, BenchOptions options) {
  private static final int PER_SECOND = 0;
  private static final int CPU_NANOS = 1;

  private record Measured(Contender contender) implements Player {
    @Override
    public String name() {
      return contender.name();
    }

    @Override
    public double[] window(Duration length) throws LabFailure, InterruptedException {
      Sample sample = contender.window(length);
      return new double[] {sample.perSecond(), sample.cpuNanosPerUnit()};
    }
  }

  /** Warms up, and measures all rounds; the control is another instance of the reference. */
  public Comparison play(
      String variant, Contender reference, Contender control, List<? extends Contender> rivals)
      throws LabFailure, InterruptedException {
    Sample _ = reference.window(options.warmUp());
    Sample _ = control.window(options.warmUp());
    for (Contender rival : rivals) {
      Sample _ = rival.window(options.warmUp());
    }
    Rounds rounds =
        Rounds.play(
            bench + ", " + variant,
            options,
            new Measured(reference),
            new Measured(control),
            rivals.stream().map(Measured::new).toList());
    List<ContenderResult> results = rounds.seats().stream().map(PairedMeasurement::result).toList();
    return new Comparison(
        bench,
        variant,
        unit,
        options.rounds(),
        new ContenderResult(
            reference.name(),
            Spread.of(rounds.reference(), values -> values[PER_SECOND]),
            Spread.of(rounds.reference(), values -> values[CPU_NANOS]),
            Spread.of(List.of()),
            Spread.of(List.of()),
            0),
        results.getFirst(),
        results.subList(1, results.size()),
        Facts.NONE);
  }

  private static ContenderResult result(Rounds.Seat seat) {
    Spread ratio = seat.ratio(PER_SECOND);
    return new ContenderResult(
        seat.name(),
        seat.values(PER_SECOND),
        seat.values(CPU_NANOS),
        ratio,
        seat.compared(CPU_NANOS, (own, reference) -> reference / own),
        seat.windows().size() - ratio.count());
  }
}
