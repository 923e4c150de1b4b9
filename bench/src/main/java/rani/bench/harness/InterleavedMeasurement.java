// SPDX-License-Identifier: Apache-2.0
package rani.bench.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import rani.bench.harness.Measures.Figure;
import rani.bench.harness.Measures.Kind;
import rani.bench.harness.Measures.Row;
import rani.ground.LabFailure;
import rani.world.Facts;

/**
 * Measures contenders by the method of {@link PairedMeasurement}, for figures other than units per
 * second: every window of a contender lies between two windows of the reference, and is compared
 * with those alone.
 */
public final class InterleavedMeasurement {
  private final String bench;
  private final BenchOptions options;
  private final List<Column> columns;

  /** How a contender's figure is compared with the reference's. */
  public enum Beside {
    /** Not at all. */
    NOTHING,
    /** How many times it. */
    RATIO,
    /** How much more than it. */
    MORE
  }

  /**
   * What is measured in each window.
   *
   * @param name as people read it, such as {@code p50}
   */
  public record Column(String name, Kind kind, Beside beside) {}

  /** One of those that are measured beside each other. Idle between its windows. */
  public interface Player {
    /** What it is called in results. */
    String name();

    /** Works for about as long, and says what it came to: a value for each column. */
    double[] window(Duration length) throws LabFailure, InterruptedException;
  }

  /** A window between two of the reference. */
  private record Between(double[] before, double[] values, double[] after) {}

  private static final class Seat {
    private final Player player;
    private final String name;
    private final List<Between> windows = new ArrayList<>();

    Seat(Player player, String name) {
      this.player = player;
      this.name = name;
    }
  }

  /**
   * Turns of one case.
   *
   * @param columns by the first of which that is compared the control is judged
   */
  public InterleavedMeasurement(String bench, BenchOptions options, List<Column> columns) {
    this.bench = bench;
    this.options = options;
    this.columns = List.copyOf(columns);
  }

  /**
   * Plays every round. No one is warmed up here.
   *
   * @param control another instance of the reference
   */
  public Measures play(String variant, Player reference, Player control, List<Player> rivals)
      throws LabFailure, InterruptedException {
    List<Seat> seats = new ArrayList<>();
    seats.add(new Seat(control, control.name() + ", again"));
    rivals.forEach(rival -> seats.add(new Seat(rival, rival.name())));
    List<double[]> references = new ArrayList<>();
    for (int round = 1; round <= options.rounds(); round++) {
      options.progress().accept(bench + ", " + variant + ": round " + round);
      double[] before = reference.window(options.window());
      references.add(before);
      for (Seat seat : round % 2 == 1 ? seats : seats.reversed()) {
        double[] values = seat.player.window(options.window());
        double[] after = reference.window(options.window());
        seat.windows.add(new Between(before, values, after));
        references.add(after);
        before = after;
      }
    }
    List<Row> rows = new ArrayList<>();
    rows.add(new Row(reference.name(), figures(references)));
    seats.forEach(seat -> rows.add(row(seat)));
    return new Measures(
        bench, variant, options.rounds(), isVoid(seats.getFirst()), rows, Facts.NONE);
  }

  private List<Figure> figures(List<double[]> windows) {
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      figures.add(
          new Figure(
              columns.get(i).name(),
              columns.get(i).kind(),
              Spread.of(windows, each -> each[column])));
    }
    return figures;
  }

  private Row row(Seat seat) {
    List<Figure> figures = new ArrayList<>();
    List<Figure> own = figures(seat.windows.stream().map(Between::values).toList());
    for (int i = 0; i < columns.size(); i++) {
      figures.add(own.get(i));
      Column column = columns.get(i);
      switch (column.beside()) {
        case NOTHING -> {}
        case RATIO ->
            figures.add(new Figure(column.name() + " ratio", Kind.RATIO, compared(seat, i)));
        case MORE -> figures.add(new Figure(column.name() + " more", Kind.NANOS, more(seat, i)));
      }
    }
    return new Row(seat.name, figures);
  }

  private static Spread compared(Seat seat, int column) {
    return Spread.of(
        counted(seat, column),
        each ->
            each.values[column] / PairedMeasurement.mean(each.before[column], each.after[column]));
  }

  private static Spread more(Seat seat, int column) {
    return Spread.of(
        counted(seat, column),
        each ->
            each.values[column] - PairedMeasurement.mean(each.before[column], each.after[column]));
  }

  private static List<Between> counted(Seat seat, int column) {
    return seat.windows.stream()
        .filter(each -> PairedMeasurement.agree(each.before[column], each.after[column]))
        .toList();
  }

  private boolean isVoid(Seat control) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).beside() != Beside.NOTHING) {
        Spread ratio = compared(control, i);
        return ratio.count() == 0 || Math.abs(ratio.median() - 1) > Comparison.CONTROL_STRAY_MAX;
      }
    }
    return false;
  }
}
