// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Panel;
import rani.report.plot.Chart.Tick;
import rani.study.experiment.Plot;
import rani.study.series.Series;
import rani.study.series.SeriesName;

/** What is computed for each kind of chart, with values that were worked out by hand. */
class PlotChartTest {
  private static final double EXACT = 1e-12;

  private static List<List<Double>> places(List<At> points) {
    return points.stream().map(at -> List.of(at.x(), at.y())).toList();
  }

  private static MadeUpRun rates() {
    return new MadeUpRun("rates")
        .variable("rate", "2Mbit/s", "5Mbit/s", "10Mbit/s")
        .variable("aqm", "red", "codel")
        .variant("2Mbit/s red", "throughput.a", 1e6, 2e6, 3e6)
        .variant("2Mbit/s codel", "throughput.a", 2e6, 2e6, 2e6)
        .variant("5Mbit/s red", "throughput.a", 4e6, 4e6, 4e6)
        .variant("5Mbit/s codel", "throughput.a", 5e6, 5e6, 5e6)
        .variant("10Mbit/s red", "throughput.a", 8e6, 8e6, 8e6)
        .variant("10Mbit/s codel", "throughput.a", 9e6, 9e6, 9e6);
  }

  @Test
  void aLineHasMeansWithStudentsIntervalAtTheValuesOfItsVariable() throws Exception {
    Chart chart = Plots.chart("x: rate, metric: throughput.a, by: aqm", rates());
    Panel panel = chart.panels().getFirst();
    var lines =
        panel.layers().stream()
            .filter(Chart.Line.class::isInstance)
            .map(Chart.Line.class::cast)
            .toList();
    var band = (Chart.Band) panel.layers().getFirst();

    assertEquals(List.of("red", "codel"), chart.legend().names());
    assertEquals("aqm", chart.legend().title());
    assertEquals(
        List.of(List.of(2e6, 2e6), List.of(5e6, 4e6), List.of(10e6, 8e6)),
        places(lines.getFirst().points()));
    assertEquals(
        List.of(List.of(2e6, 2e6), List.of(5e6, 5e6), List.of(10e6, 9e6)),
        places(lines.getLast().points()));
    // Student's t of two degrees of freedom is 4.302653 at 97.5 %; the deviation is 1e6
    double half = 4.302652729911275 * 1e6 / Math.sqrt(3);
    assertEquals(2e6 - half, band.intervals().getFirst().low(), 1);
    assertEquals(2e6 + half, band.intervals().getFirst().high(), 1);
  }

  @Test
  void anAxisOfNumbersHasItsTicksAtTheValuesAndAUnitBySize() throws Exception {
    Axis x = Plots.chart("x: rate, metric: throughput.a, by: aqm", rates()).panels().getFirst().x();

    assertEquals("rate in Mbit/s", x.label());
    assertEquals(List.of(new Tick(2e6, "2"), new Tick(5e6, "5"), new Tick(10e6, "10")), x.ticks());
    assertTrue(x.low() < 2e6 && x.high() > 10e6, x.toString());
    assertTrue(
        Plots.chart("x: rate, metric: throughput.a, by: aqm, x-scale: log", rates())
            .panels()
            .getFirst()
            .x()
            .isLog());
  }

  @Test
  void anAxisOfNamesHasOnePlaceForEach() throws Exception {
    Axis x =
        Plots.chart("x: rate, x-scale: names, metric: throughput.a, by: aqm", rates())
            .panels()
            .getFirst()
            .x();

    assertTrue(x.isNames());
    assertEquals(
        List.of("2\u202fMbit/s", "5\u202fMbit/s", "10\u202fMbit/s"),
        x.ticks().stream().map(Tick::label).toList());
    assertEquals(-0.5, x.low());
    assertEquals(2.5, x.high());
  }

  @Test
  void barsOfSeveralLinesStandSideBySideAndBeginAtZero() throws Exception {
    Panel panel =
        Plots.chart("kind: bar, x: rate, metric: throughput.a, by: aqm", rates())
            .panels()
            .getFirst();
    var bars =
        panel.layers().stream()
            .filter(Chart.Bars.class::isInstance)
            .map(Chart.Bars.class::cast)
            .toList();

    // two lines share 0.8 of the distance of two names
    assertEquals(-0.2, bars.getFirst().points().getFirst().x(), EXACT);
    assertEquals(0.2, bars.getLast().points().getFirst().x(), EXACT);
    assertEquals(0, panel.y().low());
    assertTrue(bars.getFirst().width() < 0.4, "they do not touch");
  }

  @Test
  void variablesThatThePlotDoesNotNameMakeLinesWhileThereAreFew() throws Exception {
    Chart chart = Plots.chart("x: rate, metric: throughput.a", rates());

    assertEquals(List.of("red", "codel"), chart.legend().names());
  }

  @Test
  void variablesOfTooManyLinesStandAtTheBaseline() throws Exception {
    MadeUpRun run =
        new MadeUpRun("many")
            .variable("n", "1", "2")
            .variable("aqm", "red", "codel", "pie")
            .variable("seconds", "1s", "2s", "3s")
            .baseline("seconds", "2s");
    for (String n : List.of("1", "2")) {
      for (String aqm : List.of("red", "codel", "pie")) {
        for (String seconds : List.of("1s", "2s", "3s")) {
          double value = seconds.equals("2s") ? 7 : 1;
          run.variant(n + " " + aqm + " " + seconds, "drops.total", value, value);
        }
      }
    }
    Chart chart = Plots.chart("x: n, metric: drops.total, by: aqm", run);
    var means =
        chart.panels().getFirst().layers().stream()
            .filter(Chart.Line.class::isInstance)
            .flatMap(line -> ((Chart.Line) line).points().stream())
            .toList();

    assertEquals(List.of("red", "codel", "pie"), chart.legend().names());
    assertEquals(6, means.size());
    assertTrue(means.stream().allMatch(at -> at.y() == 7), means.toString());
    assertTrue(chart.caption().contains("Drawn at seconds 2\u202fs"), chart.caption());
  }

  @Test
  void aDistributionOverTrialsRisesAtEachValueByItsPart() throws Exception {
    MadeUpRun run = new MadeUpRun("one").variant("", "delay.a.mean", 0.3, 0.1, 0.2, 0.2);
    Panel panel = Plots.chart("kind: cdf, metric: delay.a.mean", run).panels().getFirst();
    var line = Plots.only(panel, Chart.Line.class);

    assertTrue(line.isStep());
    assertEquals(
        List.of(List.of(0.1, 0.0), List.of(0.1, 0.25), List.of(0.2, 0.75), List.of(0.3, 1.0)),
        places(line.points()));
    assertEquals("share of trials \u2264 x in %", panel.y().label());
    assertEquals("mean delay of packets of a in ms", panel.x().label());
  }

  @Test
  void theComplementFallsAndOnALogarithmicAxisNeverTo0() throws Exception {
    MadeUpRun run = new MadeUpRun("one").variant("", "delay.a.mean", 1, 2, 3, 4);
    Panel panel =
        Plots.chart("kind: ccdf, y-scale: log, metric: delay.a.mean", run).panels().getFirst();

    assertEquals(
        List.of(
            List.of(1.0, 1.0),
            List.of(1.0, 0.75),
            List.of(2.0, 0.5),
            List.of(3.0, 0.25),
            List.of(4.0, 0.25)),
        places(Plots.only(panel, Chart.Line.class).points()));
    assertTrue(panel.y().low() > 0 && panel.y().low() <= 0.25, panel.y().toString());
  }

  @Test
  void theTailOfALongDistributionIsNotThinnedAway() throws Exception {
    double[] many = IntStream.rangeClosed(1, 100_000).asDoubleStream().toArray();
    MadeUpRun run = new MadeUpRun("one").variant("", "drops.total", many);
    Chart chart = Plots.chart("kind: ccdf, y-scale: log, metric: drops.total", run);
    List<At> points = Plots.only(chart.panels().getFirst(), Chart.Line.class).points();

    assertTrue(points.size() < 2_000, points.size() + " points");
    // one of 100,000 is beyond the last but one value
    assertEquals(1e-5, points.getLast().y(), 1e-12);
    for (int k = 1; k < points.size() - 1; k++) {
      double before = points.get(k - 1).y();
      assertTrue(points.get(k).y() > before * 0.4, "a gap at " + points.get(k));
    }
    assertTrue(chart.caption().contains("quantiles are drawn"), chart.caption());
  }

  @Test
  void aBoxHasQuartilesByNearestRankAndTukeysWhiskers() throws Exception {
    MadeUpRun run = new MadeUpRun("one").variant("", "drops.total", 8, 7, 6, 5, 4, 3, 2, 1, 100);
    Panel panel = Plots.chart("kind: box, metric: drops.total", run).panels().getFirst();

    // of 9: the 3rd, 5th and 7th; whiskers within 3 - 1.5*4 and 7 + 1.5*4
    assertEquals(
        List.of(new Chart.Box(0, 1, 3, 5, 7, 8)), Plots.only(panel, Chart.Boxes.class).boxes());
    assertEquals(
        List.of(List.of(0.0, 100.0)), places(Plots.only(panel, Chart.Dots.class).points()));
  }

  @Test
  void aStripShowsEveryTrialBesideTheMean() throws Exception {
    MadeUpRun run = new MadeUpRun("one").variant("", "drops.total", 1, 2, 6);
    Panel panel = Plots.chart("kind: strip, metric: drops.total", run).panels().getFirst();
    var dots =
        panel.layers().stream()
            .filter(Chart.Dots.class::isInstance)
            .map(Chart.Dots.class::cast)
            .toList();

    assertEquals(List.of(1.0, 2.0, 6.0), dots.getFirst().points().stream().map(At::y).toList());
    assertTrue(dots.getFirst().isRaw());
    assertEquals(List.of(3.0), dots.getLast().points().stream().map(At::y).toList());
    assertTrue(
        dots.getFirst().points().stream().allMatch(at -> Math.abs(at.x()) <= 0.15), "near 0");
  }

  @Test
  void aHeatMapHasACellForEachPairWithOneScaleForAll() throws Exception {
    Panel panel =
        Plots.chart("kind: heat, x: rate, metric: throughput.a, by: aqm", rates())
            .panels()
            .getFirst();
    var cells = Plots.only(panel, Chart.Cells.class);

    assertEquals(6, cells.cells().size());
    assertEquals(2e6, cells.low());
    assertEquals(9e6, cells.high());
    assertEquals("Mbit/s", cells.unit().symbol());
    Chart.Cell last = cells.cells().getLast();
    assertEquals(List.of(2.0, 1.0, 9e6), List.of(last.x(), last.y(), last.value()));
  }

  @Test
  void aScatterPlotHasAMeanForEachVariantAndItsTrials() throws Exception {
    MadeUpRun run =
        new MadeUpRun("two")
            .variable("aqm", "red", "codel")
            .variant("red", "delay.a.mean", 0.1, 0.3, Double.NaN)
            .variant("red", "throughput.a", 1e6, 3e6, 5e6)
            .variant("codel", "delay.a.mean", 0.01, 0.01, 0.01)
            .variant("codel", "throughput.a", 2e6, 2e6, 2e6);
    Panel panel =
        Plots.chart(
                "kind: scatter, x: delay.a.mean, metric: throughput.a, by: aqm, trials: true", run)
            .panels()
            .getFirst();
    var dots =
        panel.layers().stream()
            .filter(Chart.Dots.class::isInstance)
            .map(Chart.Dots.class::cast)
            .toList();

    assertEquals(List.of(List.of(0.1, 1e6), List.of(0.3, 3e6)), places(dots.getFirst().points()));
    List<At> ofRed = dots.stream().filter(one -> !one.isRaw()).findFirst().orElseThrow().points();
    assertEquals(0.2, ofRed.getFirst().x(), EXACT);
    assertEquals(3e6, ofRed.getFirst().y(), EXACT);
    assertEquals("mean delay of packets of a in ms", panel.x().label());
  }

  @Test
  void severalMetricsAreLinesWithTheNamesThatTellThemApart() throws Exception {
    MadeUpRun run =
        new MadeUpRun("two")
            .variable("n", "1", "2")
            .variant("1", "throughput.a", 1e6)
            .variant("1", "throughput.b", 2e6)
            .variant("2", "throughput.a", 3e6)
            .variant("2", "throughput.b", 4e6);
    Chart chart = Plots.chart("x: n, metric: [throughput.a, throughput.b]", run);
    Chart bars = Plots.chart("kind: bar, x: metric, metric: [throughput.a, throughput.b]", run);

    assertEquals(List.of("a", "b"), chart.legend().names());
    assertEquals("throughput of each node in Mbit/s", chart.panels().getFirst().y().label());
    assertEquals(
        List.of("a", "b"), bars.panels().getFirst().x().ticks().stream().map(Tick::label).toList());
    assertEquals(List.of("1", "2"), bars.legend().names());
  }

  @Test
  void eachMetricMayHaveItsPanelWithAnAxisOfItsOwn() throws Exception {
    MadeUpRun run =
        new MadeUpRun("two")
            .variable("n", "1", "2")
            .variant("1", "throughput.a", 1e6)
            .variant("1", "delay.a.mean", 0.2)
            .variant("2", "throughput.a", 3e6)
            .variant("2", "delay.a.mean", 0.4);
    Chart chart = Plots.chart("x: n, metric: [throughput.a, delay.a.mean], facet: metric", run);

    assertEquals(
        List.of("throughput of a in Mbit/s", "mean delay of packets of a in ms"),
        chart.panels().stream().map(panel -> panel.y().label()).toList());
    assertTrue(chart.panels().getLast().y().high() < 1, "in seconds, not bit/s");
    assertEquals(2, chart.facets().columns());
  }

  @Test
  void panelsOfVariablesHaveCommonAxes() throws Exception {
    Chart chart = Plots.chart("kind: bar, x: aqm, metric: throughput.a, facet: rate", rates());

    assertEquals(
        List.of("rate 2\u202fMbit/s", "rate 5\u202fMbit/s", "rate 10\u202fMbit/s"),
        chart.panels().stream().map(Panel::head).toList());
    assertEquals(1, chart.panels().stream().map(Panel::y).distinct().count());
  }

  @Test
  void labelsStandForNamesOfMetricsVariablesAndValues() throws Exception {
    Chart chart =
        Plots.chart(
            "x: rate, metric: throughput.a, by: aqm, labels: {rate: rate of the link,"
                + " throughput.a: goodput, aqm: discipline, codel: CoDel}",
            rates());

    assertEquals("discipline", chart.legend().title());
    assertTrue(chart.legend().names().contains("CoDel"), chart.legend().names().toString());
    Panel panel = chart.panels().getFirst();
    assertEquals("rate of the link in Mbit/s", panel.x().label());
    assertEquals("goodput in Mbit/s", panel.y().label());
    Chart panels =
        Plots.chart(
            "kind: bar, x: aqm, metric: throughput.a, facet: rate, labels: {rate: link}", rates());
    assertEquals("link 2\u202fMbit/s", panels.panels().getFirst().head());
  }

  @Test
  void aPanelIsNamedByItsValueAlone() throws Exception {
    Chart chart = Plots.chart("kind: bar, x: rate, metric: throughput.a, facet: aqm", rates());

    assertTrue(chart.panels().stream().map(Panel::head).toList().contains("codel"), "of aqm codel");
  }

  @Test
  void onlyTheChosenValuesOfVariablesAreDrawn() throws Exception {
    Chart chart = Plots.chart("x: rate, metric: throughput.a, where: {aqm: codel}", rates());

    assertEquals(List.of(""), chart.legend().names());
    assertEquals(
        List.of(List.of(2e6, 2e6), List.of(5e6, 5e6), List.of(10e6, 9e6)),
        places(Plots.only(chart.panels().getFirst(), Chart.Line.class).points()));
    assertTrue(chart.caption().contains("Drawn at aqm codel"), chart.caption());
    assertEquals("throughput.a over rate at aqm codel", chart.title());
    Chart two =
        Plots.chart(
            "x: aqm, metric: throughput.a, by: rate, where: {rate: [10Mbit/s, 2Mbit/s]}", rates());
    assertEquals(List.of("2\u202fMbit/s", "10\u202fMbit/s"), two.legend().names());
    assertTrue(
        two.caption().contains("Of rate only 10\u202fMbit/s, 2\u202fMbit/s."), two.caption());
  }

  @Test
  void aVariableThatHasPanelsMayTellLinesApartInThemWithoutALegend() throws Exception {
    Chart chart = Plots.chart("x: rate, metric: throughput.a, by: aqm, facet: aqm", rates());

    assertEquals(
        List.of(0, 1),
        chart.panels().stream()
            .map(panel -> Plots.only(panel, Chart.Line.class).series())
            .toList());
    assertEquals(Plot.Legend.NONE, chart.legend().place());
  }

  @Test
  void aPlotOfOneVariantHasNoVariables() throws Exception {
    Map<String, String> red = Map.of("rate", "2Mbit/s", "aqm", "red");
    Plot queue = Plots.plot("x: time, metric: queue.a, by: aqm, where: {aqm: red}", rates());

    Plot left = queue.ofVariant(red).orElseThrow();
    assertEquals(List.of(), left.by());
    assertTrue(left.where().isEmpty());
    assertTrue(queue.ofVariant(Map.of("rate", "2Mbit/s", "aqm", "codel")).isEmpty());
    assertTrue(Plots.plot("x: rate, metric: throughput.a", rates()).ofVariant(red).isEmpty());
  }

  @Test
  void severalRunsAreLinesOfOneChart() throws Exception {
    MadeUpRun before =
        new MadeUpRun("before")
            .variable("n", "1", "2")
            .variant("1", "drops.total", 10)
            .variant("2", "drops.total", 20);
    MadeUpRun after =
        new MadeUpRun("after")
            .variable("n", "1", "2")
            .variant("1", "drops.total", 5)
            .variant("2", "drops.total", 6);
    Chart chart = Plots.chart("x: n, metric: drops.total", before, after);
    Chart boxes = Plots.chart("kind: box, metric: drops.total, x: run, by: n", before, after);

    assertEquals(List.of("before", "after"), chart.legend().names());
    assertEquals(
        List.of("before", "after"),
        boxes.panels().getFirst().x().ticks().stream().map(Tick::label).toList());
  }

  @Test
  void anIntervalThatReachesBelowALogarithmicAxisEndsThere() throws Exception {
    MadeUpRun run =
        new MadeUpRun("wide")
            .variable("aqm", "red", "codel")
            .variant("red", "drops.total", 1, 1000)
            .variant("codel", "drops.total", 10, 10);
    Panel panel = Plots.chart("x: aqm, metric: drops.total, y-scale: log", run).panels().getFirst();
    List<Chart.Interval> intervals =
        panel.layers().stream()
            .filter(Chart.ErrorBars.class::isInstance)
            .flatMap(bars -> ((Chart.ErrorBars) bars).intervals().stream())
            .toList();

    assertTrue(panel.y().low() > 0);
    assertTrue(
        intervals.stream().allMatch(one -> one.low() >= panel.y().low()), intervals.toString());
  }

  @Test
  void limitsOfTheFileAreThoseOfTheAxis() throws Exception {
    Panel panel =
        Plots.chart(
                "x: rate, metric: throughput.a, by: aqm, x-limits: [0, ~], y-limits: [0, 20Mbit/s]",
                rates())
            .panels()
            .getFirst();

    assertEquals(0, panel.x().low());
    assertEquals(0, panel.y().low());
    assertEquals(20e6, panel.y().high());
  }

  @Test
  void aValueOfThePaperThatSeveralLinesShareIsThereOnce() throws Exception {
    Chart chart =
        Plots.chart("x: rate, metric: throughput.a, by: aqm", rates().print("throughput.a", "3"));
    var printed = Plots.only(chart.panels().getFirst(), Chart.Printed.class);

    assertEquals(Chart.Printed.OF_ALL, printed.series());
    assertEquals(3, printed.points().size());
    assertTrue(chart.caption().contains("A diamond is what the paper prints."), chart.caption());
  }

  @Test
  void aSeriesOverTimeIsThinnedToItsExtremes() throws Exception {
    int count = 50_000;
    double[] times = IntStream.range(0, count).mapToDouble(k -> k * 1e-3).toArray();
    double[] values = DoubleStream.generate(() -> 10).limit(count).toArray();
    values[31_234] = 99;
    values[31_235] = 0;
    double[] weights = DoubleStream.generate(() -> 1).limit(count).toArray();
    MadeUpRun run =
        new MadeUpRun("long")
            .variant("", "drops.total", 0)
            .series(series("queue.a", times, values, weights));
    Chart chart = Plots.chart("x: time, metric: queue.a", run);
    List<At> points = Plots.only(chart.panels().getFirst(), Chart.Line.class).points();

    assertTrue(points.size() <= Layers.POINTS_MAX, points.size() + " points");
    assertTrue(points.contains(new At(31.234, 99, "")), "the greatest");
    assertTrue(points.contains(new At(31.235, 0, "")), "the least");
    assertTrue(chart.caption().contains("thinned"), chart.caption());
    assertEquals("queue at a in packets", chart.panels().getFirst().y().label());
  }

  @Test
  void theInflationOfARecoveryDoesNotSetTheScaleOfWindows() throws Exception {
    double[] values = {10, 20, 250, 10};
    Series windows =
        new Series(
            SeriesName.of("rdp.cwnd.a").orElseThrow(),
            "",
            new double[] {0, 1, 2, 3},
            values,
            new double[4],
            List.of(),
            20,
            0);
    MadeUpRun run = new MadeUpRun("run").variant("", "drops.total", 0).series(windows);
    Chart chart = Plots.chart("x: time, metric: rdp.cwnd.a", run);

    Axis y = chart.panels().getFirst().y();
    assertTrue(y.high() >= 20 && y.high() <= 24, y.toString());
    assertTrue(chart.caption().contains("inflated to at most 250 packets"), chart.caption());
    assertTrue(chart.toString().contains("250"), "it is cut by the axis, not left out");
    Chart whole = Plots.chart("x: time, metric: rdp.cwnd.a, y-limits: [0, 300]", run);
    assertEquals(300, whole.panels().getFirst().y().high());
    assertFalse(whole.caption().contains("inflated"), whole.caption());
  }

  @Test
  void whatHappenedIsMarkedOnceOverTimeAndNotInADistribution() throws Exception {
    double[] two = {1, 2};
    MadeUpRun run =
        new MadeUpRun("one")
            .variable("aqm", "red", "codel")
            .variant("red", "drops.total", 0)
            .variant("codel", "drops.total", 0)
            .series(series("queue.a", two, two, two))
            .moment(1.5, "cut a -- b")
            .moment(1.7, "a finds b down");
    Chart chart = Plots.chart("x: time, metric: queue.a, by: aqm", run);
    Chart distribution = Plots.chart("kind: cdf, metric: queue.a, by: aqm", run);

    assertEquals(
        List.of(new At(1.5, 0, "cut a -- b"), new At(1.7, 0, "a finds b down")),
        Plots.only(chart.panels().getFirst(), Chart.Moments.class).points());
    assertTrue(chart.caption().contains("what the schedule did"), chart.caption());
    assertTrue(
        distribution.panels().getFirst().layers().stream()
            .noneMatch(layer -> layer instanceof Chart.Moments),
        "no axis of time");
  }

  @Test
  void aDistributionOfStepsCountsHowLongEachValueLasted() throws Exception {
    MadeUpRun run =
        new MadeUpRun("steps")
            .variant("", "drops.total", 0)
            .series(
                series(
                    "rdp.cwnd.a",
                    new double[] {0, 1, 4, 5},
                    new double[] {1, 2, 8, 4},
                    new double[] {1, 3, 0, 4}));
    Panel panel = Plots.chart("kind: cdf, metric: rdp.cwnd.a", run).panels().getFirst();

    assertEquals(
        List.of(List.of(1.0, 0.0), List.of(1.0, 0.125), List.of(2.0, 0.5), List.of(4.0, 1.0)),
        places(Plots.only(panel, Chart.Line.class).points()));
    assertEquals("share of time \u2264 x in %", panel.y().label());
  }

  private static Series series(String name, double[] times, double[] values, double[] weights) {
    return new Series(
        SeriesName.of(name).orElseThrow(), "", times, values, weights, List.of(), Double.NaN, 0);
  }

  @Test
  void aTimelineHasALaneForEachNodeAndAColourForEachState() throws Exception {
    List<Series.State> states =
        List.of(new Series.State(0, 1.5, "slow start"), new Series.State(1.5, 4, "fast recovery"));
    Series series =
        new Series(
            SeriesName.of("rdp.state.a").orElseThrow(),
            "",
            new double[0],
            new double[0],
            new double[0],
            states,
            Double.NaN,
            0);
    MadeUpRun run = new MadeUpRun("run").variant("", "drops.total", 0).series(series);
    Chart chart = Plots.chart("kind: timeline, metric: rdp.state.a", run);
    Panel panel = chart.panels().getFirst();

    assertEquals(List.of("slow start", "fast recovery"), chart.legend().names());
    assertEquals(List.of(new Tick(0, "a")), panel.y().ticks());
    assertEquals(
        List.of(new Chart.Span(0, 1.5, 4, "fast recovery")),
        ((Chart.Spans) panel.layers().getLast()).spans());
  }

  @Test
  void whatNoTrialHasIsAnEmptyChart() throws Exception {
    MadeUpRun run = new MadeUpRun("one").variant("", "drops.total", 1);

    assertTrue(Plots.chart("kind: box, metric: delay.a.mean", run).isEmpty());
  }

  @Test
  void ofTwoStylesNoneIsLikeAnotherInGrey() {
    for (int a = 0; a < Style.MAX; a++) {
      for (int b = 0; b < a; b++) {
        Style one = Style.of(a);
        Style other = Style.of(b);
        String which = a + " and " + b;
        assertTrue(one.marker() != other.marker(), which + " have one marker");
        assertTrue(!one.dashes().equals(other.dashes()), which + " have the same dashes");
        assertTrue(
            Math.abs(lightness(one.colour()) - lightness(other.colour())) > 4, which + " in grey");
      }
    }
  }

  /** Returns the lightness L* of CIELAB, 0…100, of a colour of sRGB (IEC 61966-2-1). */
  private static double lightness(String colour) {
    double[] parts = new double[3];
    for (int k = 0; k < 3; k++) {
      double value = Integer.parseInt(colour.substring(1 + 2 * k, 3 + 2 * k), 16) / 255.0;
      parts[k] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
    double y = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    return y > 216.0 / 24389 ? 116 * Math.cbrt(y) - 16 : y * 24389 / 27;
  }
}
