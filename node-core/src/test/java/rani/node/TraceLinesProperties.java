// SPDX-License-Identifier: Apache-2.0
package rani.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import rani.world.Congestion;

class TraceLinesProperties {
  private final StringBuilder written = new StringBuilder();
  private final TraceLines lines =
      new TraceLines("n1", line -> written.append(new String(line, StandardCharsets.US_ASCII)));

  @Property
  void averagesReadAsJavaWritesThemHoweverOftenTheyComeAgain(
      @ForAll @Size(max = 5) List<Double> averages) {
    written.setLength(0);
    StringBuilder expected = new StringBuilder();
    for (double average : averages) {
      for (double each : List.of(average, average, -average)) {
        lines.congestion(5, "link-1", Congestion.ABOVE_MAX, each);
        expected.append("0.000000005 n1 congestion queue=link-1 kind=");
        expected.append(Congestion.ABOVE_MAX.text()).append(" average=").append(each).append('\n');
      }
    }

    assertEquals(expected.toString(), written.toString());
  }
}
