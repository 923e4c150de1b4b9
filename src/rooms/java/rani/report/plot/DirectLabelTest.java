// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import rani.report.plot.Chart.At;
import rani.report.plot.Chart.Axis;
import rani.report.plot.Chart.Panel;
import rani.study.experiment.Plot;

class DirectLabelTest {
  private static final double LETTERS = 20;
  private static final double EXACT = 1e-9;

  private static Panel panel(double until, double... ends) {
    List<Chart.Layer> lines = new ArrayList<>();
    for (double end : ends) {
      List<At> points =
          List.of(new At(0, 1, ""), new At(until, end, ""), new At(9, Double.NaN, ""));
      lines.add(new Chart.Line(lines.size(), false, false, points));
    }
    Axis x = new Axis("x", Chart.Unit.NONE, false, false, 0, 10, List.of());
    return new Panel(
        "", "", x, new Axis("y", Chart.Unit.NONE, true, false, 1, 100, List.of()), lines);
  }

  private static boolean fit(Panel panel) {
    Chart.Legend legend = new Chart.Legend("", List.of("a", "b", "c"), Plot.Legend.DIRECT);
    return DirectLabel.fit(
        new Chart("", "", List.of(), "", legend, Chart.Facets.NONE, List.of(panel)), LETTERS);
  }

  @Test
  void namesStandAtTheLastPointsOfLinesThatAreApart() {
    List<DirectLabel> labels = DirectLabel.of(panel(9.5, 10, 50, 2), LETTERS);

    assertEquals(List.of(2, 0, 1), labels.stream().map(DirectLabel::series).toList());
    assertEquals(0.95, labels.get(1).x(), EXACT);
    assertEquals(0.5, labels.get(1).y(), EXACT); // the middle of a decade of two
    labels.forEach(label -> assertEquals(label.y(), label.labelY(), EXACT));
    assertTrue(fit(panel(9.5, 10, 50, 2)));
  }

  @Test
  void namesThatWouldTouchGiveWayByTheSame() {
    List<DirectLabel> labels = DirectLabel.of(panel(9.5, 10, 10), LETTERS);

    assertEquals(1, 0.5 * (labels.getFirst().labelY() + labels.getLast().labelY()) / 0.5, EXACT);
    assertEquals(1.15 / LETTERS, labels.getLast().labelY() - labels.getFirst().labelY(), EXACT);
  }

  @Test
  void thereIsNoRoomForLinesThatEndTogetherOrEarlyAndForBars() {
    assertFalse(fit(panel(9.5, 10, 10, 10, 10, 10)));
    assertFalse(fit(panel(7, 10, 50)));
    Panel lines = panel(9.5, 10, 50);
    List<Chart.Layer> bars = new ArrayList<>(lines.layers());
    bars.add(new Chart.Bars(2, 1, List.of(new At(1, 1, ""))));
    assertFalse(fit(new Panel("", "", lines.x(), lines.y(), bars)));
  }

  @Property(tries = 200)
  void noTwoNamesTouchAndAllAreInThePanelInTheOrderOfTheLines(
      @ForAll @Size(min = 1, max = 8) List<@DoubleRange(min = 1, max = 100) Double> ends) {
    List<DirectLabel> labels =
        DirectLabel.of(
            panel(9.5, ends.stream().mapToDouble(Double::doubleValue).toArray()), LETTERS);

    for (int k = 1; k < labels.size(); k++) {
      assertTrue(labels.get(k).y() >= labels.get(k - 1).y());
      assertTrue(labels.get(k).labelY() - labels.get(k - 1).labelY() > 1.14 / LETTERS);
    }
    assertTrue(labels.getFirst().labelY() > -EXACT && labels.getLast().labelY() < 1 + EXACT);
  }
}
