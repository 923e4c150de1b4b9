// SPDX-License-Identifier: Apache-2.0
package rani.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ChartCsvTest {
  @Test
  void aMeanHasItsIntervalInOneRowInSiUnits() throws Exception {
    MadeUpRun run =
        new MadeUpRun("run")
            .variable("rate", "2Mbit/s", "5Mbit/s")
            .variable("aqm", "red", "codel")
            .variant("2Mbit/s red", "delay.a.mean", 0.25, 0.25)
            .variant("5Mbit/s red", "delay.a.mean", 0.5, 0.5)
            .variant("2Mbit/s codel", "delay.a.mean", 0.125, 0.125)
            .variant("5Mbit/s codel", "delay.a.mean", 0.0625, 0.0625);

    assertEquals(
        """
        aqm,shows,rate_bits_per_second,mean_delay_of_packets_of_a_seconds,low,high
        red,mean,2000000,0.25,0.25,0.25
        red,mean,5000000,0.5,0.5,0.5
        codel,mean,2000000,0.125,0.125,0.125
        codel,mean,5000000,0.0625,0.0625,0.0625
        """,
        ChartCsv.text(Plots.chart("x: rate, metric: delay.a.mean, by: aqm", run)));
  }

  @Test
  void namesStandAsNamesWhereverTheyAreDrawn() throws Exception {
    MadeUpRun run =
        new MadeUpRun("run")
            .variable("aqm", "=red", "codel")
            .variant("=red", "drops.total", 1, 1)
            .variant("codel", "drops.total", 2, 2);

    assertEquals(
        """
        shows,aqm,packets_dropped_in_all,low,high
        mean,'=red,1,1,1
        mean,codel,2,2,2
        """,
        ChartCsv.text(Plots.chart("kind: bar, x: aqm, metric: drops.total", run)));
  }

  @Test
  void aBoxHasItsQuartilesAndPanelsTheirNames() throws Exception {
    MadeUpRun run =
        new MadeUpRun("run")
            .variable("n", "1", "2")
            .variant("1", "drops.total", 1, 2, 3, 4)
            .variant("2", "drops.total", 5, 5, 5, 5);

    assertEquals(
        """
        panel,shows,x,packets_dropped_in_all,low,quartile_1,quartile_3,high
        n 1,box,drops.total,2,1,1,3,4
        n 2,box,drops.total,5,5,5,5,5
        """,
        ChartCsv.text(Plots.chart("kind: box, metric: drops.total, facet: n", run)));
  }
}
