// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import rani.ground.LabFailure;
import rani.study.statistics.Summary;
import rani.world.Streams;

/** Compares RED in ns-2 and rani: the average after each decision, and the share of drops. */
final class RedCase implements FidelityCase {
  /** Variants of RED's rules; ns-2's is first. */
  private static final List<String> RULES = List.of("ns-2", "1993");

  private static final List<Double> LOADS = List.of(0.9, 1.0, 1.1, 1.3);
  private static final List<Double> LOADS_QUICK = List.of(1.1);
  private static final double BITS_PER_SECOND = 2e6;
  private static final int PACKETS = 10_000;
  private static final int SEEDS = 20;
  private static final double DEVIATIONS_MAX = 2;

  @Override
  public String name() {
    return "red";
  }

  @Override
  public String summary() {
    return "RED's average and its drops, on the same arrivals";
  }

  /** Arrivals at one load; {@code bytes} is RED's byte mode. */
  private record Point(boolean bytes, double load, List<Arrival> arrivals, Path file) {
    String mode() {
      return bytes ? "bytes" : "packets";
    }

    /** Returns a part of file names. */
    String name() {
      return "red-" + mode() + "-" + load;
    }
  }

  @Override
  public void run(Sides sides, Consumer<Agreement> found)
      throws LabFailure, IOException, InterruptedException {
    List<Point> points = new ArrayList<>();
    for (boolean bytes : List.of(false, true)) {
      for (double load : sides.isQuick() ? LOADS_QUICK : LOADS) {
        double gapNanos = Arrival.meanBytes(bytes) * 8 / BITS_PER_SECOND / load * 1e9;
        String stream = (bytes ? "bytes " : "packets ") + load;
        List<Arrival> arrivals = Arrival.poisson(stream, PACKETS, bytes, gapNanos);
        Path file = sides.file("red-" + stream.replace(' ', '-') + ".txt", Arrival.text(arrivals));
        points.add(new Point(bytes, load, arrivals, file));
      }
    }
    found.accept(averages(sides, points));
    found.accept(drops(sides, points));
  }

  private Agreement averages(Sides sides, List<Point> points)
      throws LabFailure, IOException, InterruptedException {
    List<RedTrace> traces =
        sides.each(
            points,
            point ->
                RedTrace.parse(
                    point.arrivals(),
                    sides.ns2(
                        point.name() + "-each",
                        "red.tcl",
                        List.of(point.file().toString(), "1", point.mode(), "each")),
                    point.bytes() ? 1000 : 1));
    List<List<Object>> rows = new ArrayList<>();
    int alike = 0;
    int all = 0;
    int resisted = 0;
    for (int i = 0; i < points.size(); i++) {
      for (String rules : RULES) {
        RedTrace.Beside beside = traces.get(i).beside(points.get(i).mode(), rules);
        rows.add(
            List.of(
                points.get(i).mode(),
                points.get(i).load(),
                rules,
                beside.rows(),
                beside.dropped(),
                beside.alike(),
                beside.furthest(),
                beside.resisted()));
        if (rules.equals(RULES.getFirst())) {
          alike += beside.alike();
          all += beside.rows();
          resisted += beside.resisted();
        }
      }
    }
    return new Agreement(
        name(),
        "the average, decision by decision",
        "Recorded Poisson arrivals at a RED queue (min 5, max 15, w 0.002, max_p 0.1, 50 packets)"
            + " before 2 Mbit/s. rani is compelled to decide as ns-2 did, so that averages can be"
            + " compared on every row; what its rules do not allow is counted.",
        List.of(
            "mode",
            "load",
            "rules",
            "arrivals",
            "dropped",
            "averages alike",
            "furthest apart",
            "not allowed"),
        rows,
        List.of(
            Goal.noneOf(
                "with `rules: ns-2` every average within 1e-5, every decision allowed",
                alike + " of " + all + " averages, " + resisted + " decisions not allowed",
                alike == all && resisted == 0)),
        List.of(
            "ns-2's rules are those of its red.cc: an idle time ages the average by whole packets,"
                + " then by the ordinary step for the arrival; no early drop while at most one"
                + " packet waits; the first arrival at min_th is spared. 1993's are the pseudo-code"
                + " of Floyd and Jacobson, figure 2: `m = f(time - q_time)`, `avg = (1-w)^m avg`."
                + " Both are right, each by its own book."));
  }

  /** The share of packets that one side dropped, a value for each seed. */
  private record Rate(Summary parts) {
    static Rate of(List<Double> parts) {
      return new Rate(Summary.of(parts.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    String text() {
      return String.format(
          Locale.ROOT, "%.2f ± %.2f %%", 100 * parts.mean(), 100 * parts.standardDeviation());
    }

    /** Returns the distance of the means in standard deviations of the other. */
    double deviations(Rate other) {
      return (parts.mean() - other.parts.mean()) / other.parts.standardDeviation();
    }
  }

  private Agreement drops(Sides sides, List<Point> points) throws LabFailure, InterruptedException {
    List<List<Object>> rows = new ArrayList<>();
    double furthest = 0;
    for (Point point : points) {
      sides.progress("red: drops, " + point.mode() + ", load " + point.load());
      List<Integer> seeds = IntStream.rangeClosed(1, SEEDS).boxed().toList();
      Rate theirs = Rate.of(sides.each(seeds, seed -> theirs(sides, point, seed)));
      List<Rate> ours = new ArrayList<>();
      for (String rules : RULES) {
        ours.add(Rate.of(sides.each(seeds, seed -> ours(point, rules, seed))));
      }
      double deviations = ours.getFirst().deviations(theirs);
      furthest = Math.max(furthest, Math.abs(deviations));
      rows.add(
          List.of(
              point.mode(),
              point.load(),
              theirs.text(),
              ours.getFirst().text(),
              Math.round(100 * deviations) / 100.0,
              ours.getLast().text(),
              Math.round(100 * ours.getLast().deviations(theirs)) / 100.0));
    }
    return new Agreement(
        name(),
        "drops",
        "The same arrivals, "
            + SEEDS
            + " seeds on each side: the part that is dropped, with its"
            + " standard deviation, and how many of ns-2's deviations rani's mean is away.",
        List.of(
            "mode",
            "load",
            "ns-2",
            "rani, `rules: ns-2`",
            "deviations",
            "rani, `rules: 1993`",
            "deviations of 1993"),
        rows,
        List.of(
            Goal.noneOf(
                "with `rules: ns-2` within 2 standard deviations of ns-2",
                String.format(Locale.ROOT, "at most %.2f", furthest),
                furthest <= DEVIATIONS_MAX)),
        List.of());
  }

  private static double theirs(Sides sides, Point point, int seed) throws LabFailure, IOException {
    String[] words =
        sides
            .ns2(
                point.name() + "-" + seed,
                "red.tcl",
                List.of(point.file().toString(), "" + seed, point.mode(), "total"))
            .getLast()
            .split(" ");
    return Double.parseDouble(words[2]) / Double.parseDouble(words[1]);
  }

  private static double ours(Point point, String rules, int seed) throws LabFailure {
    RedQueue red = new RedQueue(point.mode(), rules, Streams.of(seed, "a", "red"));
    for (Arrival each : point.arrivals()) {
      var _ = red.arrive(each);
    }
    return (double) red.dropped() / point.arrivals().size();
  }
}
