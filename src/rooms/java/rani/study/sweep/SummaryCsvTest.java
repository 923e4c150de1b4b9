// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.report.run.SweepRun;
import rani.study.experiment.SweepFile;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;
import rani.study.trial.RunOptions;

/** The table of a sweep as other programs read it. */
class SummaryCsvTest {
  @TempDir private Path folder;

  /** RFC 4180: quotes around what holds a comma or quotes, and these twice; and no formulas. */
  @Test
  void labelsAreQuotedWhereTheyMustBe() throws Exception {
    SweepSample sample = new SweepSample(folder, 1);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace("experiment: sample\n", "experiment: sample\ntitle: ${word}\n")
            .replace(
                "  variables:\n",
                "  variables:\n    word: ['a, b', 'say \"c\"', plain, '=1+1']\n"));
    SweepPlan plan =
        new SweepPlan(
            SweepFile.load(sample.file(), List.of(), List.of("delay=1ms", "loss=0%")),
            RunOptions.Mode.VIRTUAL,
            SweepSample.CODE,
            OptionalInt.empty(),
            OptionalLong.empty(),
            Shard.WHOLE,
            false);

    SweepRun.in(
        MadeUpTrials.world(MadeUpTrials.HALVES),
        sample.order("quoted", plan, 1, false),
        SweepWatch.SILENT);

    List<String> through =
        Files.readAllLines(sample.path("quoted").resolve("summary.csv")).stream()
            .filter(line -> line.contains("through.a"))
            .map(line -> line.substring(0, line.indexOf("through.a")))
            .toList();
    assertEquals(4, through.size());
    for (String label : List.of("\"a, b\"", "\"say \"\"c\"\"\"", "plain", "'=1+1")) {
      assertEquals(
          1,
          through.stream().filter(line -> line.matches("(.*,)?\\Q" + label + "\\E,.*")).count(),
          through::toString);
    }
  }

  /** What a single trial, or a variant without baseline, cannot say is empty. */
  @Test
  void aRowHasAllNumbersInTheOrderOfTheColumns() throws Exception {
    SequencedMap<String, VariantSummary.OfMetric> metrics = new LinkedHashMap<>();
    metrics.put(
        "through.a",
        new VariantSummary.OfMetric(
            new Summary(4, 2.5, 0.5, 1.25, 1, 2, 3, 3.5, 4),
            new PairedDifference(3, -1.5, 0.25, 0.75, 0.0625, 0.125, 7),
            new Summary(2, 0.375, 0.0625, 0.875, 0, 0, 0, 0, 0)));
    double none = Double.NaN;
    metrics.put(
        "drops.total",
        new VariantSummary.OfMetric(
            new Summary(1, 6, none, none, 6, 6, 6, 6, 6),
            new PairedDifference(1, 5, none, none, none, none, 0),
            new Summary(1, 0.5, none, none, 0, 0, 0, 0, 0)));
    metrics.put(
        "delay.a.max",
        new VariantSummary.OfMetric(new Summary(5, 7, 0, 0, 7, 7, 7, 7, 7), null, null));
    Path file = folder.resolve("rows.csv");

    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        SummaryCsv csv =
            new SummaryCsv(channel, MadeUpTrials.values("delay", "1ms", "loss", "0%"))) {
      csv.write(
          new VariantSummary(MadeUpTrials.labels("delay", "1ms", "loss", "0%"), 5, 5, metrics));
    }

    assertEquals(
        """
        delay,delay_seconds,loss,loss_share,metric,trials,mean,standard_deviation,\
        half_width_95,min,p50,p90,p99,max,pairs,\
        difference,difference_standard_deviation,difference_half_width_95,trials_without,p,\
        p_holm,family,harm_pairs,harm,harm_half_width_95,unit
        1ms,0.001,0%,0,through.a,4,2.5,0.5,1.25,1.0,2.0,3.0,3.5,4.0,3,-1.5,0.25,0.75,1,\
        0.0625,0.125,7,2,\
        0.375,0.875,share
        1ms,0.001,0%,0,drops.total,1,6.0,,,6.0,6.0,6.0,6.0,6.0,1,5.0,,,4,,,0,1,0.5,,\
        packets
        1ms,0.001,0%,0,delay.a.max,5,7.0,0.0,0.0,7.0,7.0,7.0,7.0,7.0,,,,,0,,,,,,,s
        """,
        Files.readString(file));
  }
}
