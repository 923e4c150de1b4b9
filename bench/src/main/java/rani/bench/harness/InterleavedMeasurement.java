// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import rani.bench.harness.Measures.Figure;
import rani.bench.harness.Measures.Kind;
import rani.bench.harness.Measures.Row;
import rani.ground.LabFailure;
import rani.world.Facts;

/**
 * Measures contenders by {@link Rounds}, for figures other than units per second. The first
 * compared column decides whether results are valid.
 */
public record InterleavedMeasurement(String bench, BenchOptions options, List<Column> columns) {
  /** How a contender's figure is compared with the reference's. */
  public enum Beside {
    /** The figure is not compared. */
    NOTHING,
    /** By their quotient. */
    RATIO,
    /** By their difference. */
    MORE
  }

  /** A figure that is measured in each window, with a name for people, such as {@code p50}. */
  public record Column(String name, Kind kind, Beside beside) {}

  /** A contender with several figures. It is idle between its windows. */
  public interface Player {
    String name();

    /** Works for about this long; returns a value for each column. */
    double[] window(Duration length) throws LabFailure, InterruptedException;
  }

  /** Measures all rounds, without a warm-up; the control is another instance of the reference. */
  public Measures play(
      String variant, Player reference, Player control, List<? extends Player> rivals)
      throws LabFailure, InterruptedException {
    Rounds rounds = Rounds.play(bench + ", " + variant, options, reference, control, rivals);
    List<Row> rows = new ArrayList<>();
    rows.add(
        new Row(
            reference.name(),
            IntStream.range(0, columns.size())
                .mapToObj(i -> figure(i, Spread.of(rounds.reference(), values -> values[i])))
                .toList()));
    rounds.seats().forEach(seat -> rows.add(row(rounds, seat)));
    boolean isVoid = isVoid(rounds);
    return new Measures(bench, variant, options.rounds(), isVoid, rows, Facts.NONE);
  }

  private Figure figure(int column, Spread values) {
    return new Figure(columns.get(column).name(), columns.get(column).kind(), values);
  }

  private Row row(Rounds rounds, Rounds.Seat seat) {
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.get(i).name();
      figures.add(figure(i, seat.values(i)));
      switch (columns.get(i).beside()) {
        case NOTHING -> {}
        case RATIO -> figures.add(new Figure(name + " ratio", Kind.RATIO, seat.ratio(i)));
        case MORE -> {
          Spread more = seat.more(i, rounds.leastMore(i));
          figures.add(new Figure(name + " more", Kind.NANOS, more));
        }
      }
    }
    return new Row(seat.name(), figures);
  }

  private boolean isVoid(Rounds rounds) {
    Rounds.Seat control = rounds.seats().getFirst();
    for (int i = 0; i < columns.size(); i++) {
      switch (columns.get(i).beside()) {
        case NOTHING -> {}
        case RATIO -> {
          return Comparison.isVoid(control.ratio(i));
        }
        case MORE -> {
          int column = i;
          double reference = Spread.of(rounds.reference(), values -> values[column]).median();
          double least = rounds.leastMore(i);
          Spread stray = control.more(i, least);
          return stray.count() == 0
              || Math.abs(stray.median())
                  > Comparison.CONTROL_STRAY_MAX * Math.max(reference, least);
        }
      }
    }
    return false;
  }
}
