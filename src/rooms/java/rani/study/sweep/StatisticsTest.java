// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rani.study.sweep.MadeUpTrials.labels;
import static rani.study.sweep.MadeUpTrials.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.study.statistics.PairedDifference;
import rani.study.statistics.Summary;

/** What is made of the metrics of six variants, two of them baselines, and three trials of each. */
class StatisticsTest {
  private static final double EXACT = 1e-12;

  /** Of {@code through.a}, by variant and repetition; the second and fifth are baselines. */
  private static final double[][] THROUGH = {
    {0.5, 0.6, 0.4}, {0.9, 0.8, 1}, {0.2, 0.2, 0.2}, {0, 0, 0}, {0, 0, 0}, {0.5, Double.NaN, 0.25}
  };

  @TempDir private Path folder;
  private SweepSample sample;
  private final List<Long> heard = new ArrayList<>();

  @BeforeEach
  void writeTheFile() throws IOException {
    sample = new SweepSample(folder, 3);
  }

  private static SequencedMap<String, Double> measured(SweepPlan.Key key) {
    int k = key.repetition();
    SequencedMap<String, Double> measured = metrics("through.a", THROUGH[(int) key.variant()][k]);
    if (key.variant() < 2) {
      measured.put("drops.total", key.variant() == 0 ? 2.0 * (k + 1) : k + 1);
    }
    if (key.variant() == 0) {
      measured.put("delay.a.max", k == 1 ? Double.POSITIVE_INFINITY : 1 + k);
      measured.put("delay.a.min", Double.NaN);
    }
    if (key.variant() == 5 && k == 2) {
      measured.remove("through.a");
    }
    return measured;
  }

  @Test
  void numbersThatAreNoneAreLeftOut() throws Exception {
    List<VariantSummary> variants = sumUp(sample.plan(Shard.WHOLE));

    assertEquals(6, variants.size());
    VariantSummary first = variants.getFirst();
    assertEquals(labels("delay", "1ms", "loss", "10%"), first.labels());
    assertEquals(3, first.trials());
    assertEquals(0, first.passed());
    assertEquals(3, variants.get(2).passed());
    assertEquals(
        List.of("through.a", "delay.a.max", "drops.total"),
        List.copyOf(first.metrics().sequencedKeySet()));
    Summary through = of(first, "through.a").summary();
    assertEquals(3, through.count());
    assertEquals(0.5, through.mean(), EXACT);
    assertEquals(0.1, through.standardDeviation(), EXACT);
    Summary delay = of(first, "delay.a.max").summary();
    assertEquals(2, delay.count());
    assertEquals(1, delay.min());
    assertEquals(3, delay.max());
    assertEquals(1, of(variants.get(5), "through.a").summary().count());
  }

  /**
   * Three differences d have a mean m and a deviation s, t = m / (s / √3), and with two degrees of
   * freedom p = 1 − t / √(2 + t²): 1 − 2√3 / √14 for the first variant, 1 − 7√3 / √149 for the
   * third. The fourth has p = 1, and a single pair, such as the sixth has, no p.
   */
  @Test
  void variantsAreComparedWithTheirOwnBaseline() throws Exception {
    double first = 1 - 2 * Math.sqrt(3) / Math.sqrt(14);
    double third = 1 - 7 * Math.sqrt(3) / Math.sqrt(149);

    List<VariantSummary> variants = sumUp(sample.plan(Shard.WHOLE));

    assertDifference(-0.4, 0.2, first, 2 * first, 3, variants.get(0), "through.a");
    assertDifference(-0.7, 0.1, third, 3 * third, 3, variants.get(2), "through.a");
    assertDifference(0, 0, 1, 1, 3, variants.get(3), "through.a");
    // The four of all metrics: third, twice first, one.
    assertDifference(2, 1, first, 3 * first, 4, variants.get(0), "drops.total");
    PairedDifference single = requireNonNull(of(variants.get(5), "through.a").difference());
    assertEquals(1, single.pairs());
    assertEquals(0.5, single.mean());
    assertTrue(Double.isNaN(single.correctedP()), single::toString);
    for (int baseline : new int[] {1, 4}) {
      assertNull(of(variants.get(baseline), "through.a").difference());
      assertNull(of(variants.get(baseline), "through.a").harm());
    }
    assertNull(of(variants.get(0), "delay.a.max").difference());
  }

  private static void assertDifference(
      double mean,
      double deviation,
      double p,
      double corrected,
      long family,
      VariantSummary variant,
      String metric) {
    PairedDifference difference = requireNonNull(of(variant, metric).difference());
    assertEquals(3, difference.pairs());
    assertEquals(mean, difference.mean(), EXACT);
    assertEquals(deviation, difference.standardDeviation(), EXACT);
    assertEquals(p, difference.p(), 1e-9);
    assertEquals(corrected, difference.correctedP(), 1e-9);
    assertEquals(family, difference.family());
  }

  /** (alone − beside) / alone, where there was anything to lose and the file asks for it. */
  @Test
  void harmIsOverTheTrialsThatCouldBeHarmed() throws Exception {
    List<VariantSummary> variants = sumUp(sample.plan(Shard.WHOLE));

    Summary harm = requireNonNull(of(variants.getFirst(), "through.a").harm());
    assertEquals(3, harm.count());
    assertEquals((4 / 9.0 + 1 / 4.0 + 3 / 5.0) / 3, harm.mean(), EXACT);
    assertNull(of(variants.getFirst(), "drops.total").harm());
    assertNull(of(variants.getFirst(), "delay.a.max").harm());
    assertNull(of(variants.get(3), "through.a").harm());
    assertNull(of(variants.get(5), "through.a").harm());
  }

  @Test
  void eachRowIsHeardOfOnceInOrder() throws Exception {
    sumUp(sample.plan(Shard.WHOLE));

    List<Long> all = new ArrayList<>();
    for (long variant = 0; variant < 6; variant++) {
      all.addAll(List.of(1L, 2L, 3L));
    }
    assertEquals(all, heard);
  }

  /** Of the first variant one trial, of its baseline none, of the sixth the last. */
  @Test
  void variantsWithoutTrialsAreLeftOut() throws Exception {
    SweepPlan plan = sample.plan(Shard.WHOLE);
    SweepFolder sweep =
        MadeUpTrials.journal(
            folder.resolve("some"), plan, StatisticsTest::measured, List.of(17L, 9L, 1L, 13L));

    List<VariantSummary> variants = sumUp(plan, sweep);

    assertEquals(
        List.of(
            "{delay=1ms, loss=10%}",
            "{delay=2ms, loss=10%}", "{delay=2ms, loss=0%}", "{delay=2ms, loss=30%}"),
        variants.stream().map(variant -> variant.labels().toString()).toList());
    assertEquals(List.of(1, 1, 1, 1), variants.stream().map(VariantSummary::trials).toList());
    assertEquals(0.6, of(variants.getFirst(), "through.a").summary().mean());
    assertNull(of(variants.getFirst(), "through.a").difference());
    // The baseline has the second trial alone, the fourth variant the first.
    assertNull(of(variants.get(1), "through.a").difference());
    assertNull(of(variants.get(1), "through.a").harm());
    assertEquals(List.of(2L, 1L, 2L, 3L), heard);
    assertEquals(new LinkedHashMap<>(), variants.get(3).metrics());
  }

  @Test
  void withoutSeedsInCommonNothingIsPaired() throws Exception {
    Files.writeString(
        sample.file(),
        Files.readString(sample.file()).replace("repeat: 3\n", "repeat: 3\n  seeds: distinct\n"));

    for (VariantSummary variant : sumUp(sample.plan(Shard.WHOLE))) {
      for (VariantSummary.OfMetric metric : variant.metrics().values()) {
        assertNull(metric.difference());
        assertNull(metric.harm());
      }
    }
  }

  @Test
  void withoutBaselineNothingIsCompared() throws Exception {
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace("  baseline: {loss: 0%}\n", "")
            .replace("harm.through.a", "through.a"));

    for (VariantSummary variant : sumUp(sample.plan(Shard.WHOLE))) {
      for (VariantSummary.OfMetric metric : variant.metrics().values()) {
        assertNull(metric.difference());
      }
    }
  }

  private List<VariantSummary> sumUp(SweepPlan plan) throws IOException, LabFailure {
    return sumUp(plan, MadeUpTrials.journal(folder.resolve("all"), plan, StatisticsTest::measured));
  }

  private List<VariantSummary> sumUp(SweepPlan plan, SweepFolder sweep)
      throws IOException, LabFailure {
    List<VariantSummary> variants = new ArrayList<>();
    try (Rows rows = JournalRows.of(sweep)) {
      new Statistics(plan, rows, row -> heard.add(row.seed())).each(variants::add);
    }
    return variants;
  }

  private static VariantSummary.OfMetric of(VariantSummary variant, String metric) {
    return requireNonNull(variant.metrics().get(metric), metric);
  }
}
