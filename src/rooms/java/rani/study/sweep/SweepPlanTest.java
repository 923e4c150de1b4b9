// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.study.experiment.Sweep;
import rani.study.experiment.SweepFile;
import rani.study.trial.RunOptions;

class SweepPlanTest {
  @TempDir private Path folder;

  @Test
  void shardsShareTrialsOutWithoutRestOrOverlap() {
    for (int of = 1; of <= 7; of++) {
      for (long trials = 0; trials < 20; trials++) {
        BitSet seen = new BitSet();
        for (int number = 1; number <= of; number++) {
          Shard shard = new Shard(number, of);
          for (long k = 0; k < shard.count(trials); k++) {
            int index = (int) shard.index(k);
            assertEquals(false, seen.get(index), shard + " of " + trials);
            seen.set(index);
          }
        }
        assertEquals(trials, seen.cardinality());
        assertEquals(trials, seen.length());
      }
    }
    assertThrows(IllegalArgumentException.class, () -> new Shard(0, 2));
    assertThrows(IllegalArgumentException.class, () -> new Shard(3, 2));
  }

  @Test
  void aShardHasANameAndLimits() {
    assertEquals("2/4", new Shard(2, 4).toString());
    assertEquals(false, new Shard(1, 2).isWhole());
    assertEquals(true, Shard.WHOLE.isWhole());
    assertEquals(Shard.SHARDS_MAX, new Shard(Shard.SHARDS_MAX, Shard.SHARDS_MAX).number());
    int tooMany = Shard.SHARDS_MAX + 1;
    assertThrows(IllegalArgumentException.class, () -> new Shard(1, tooMany));
    assertThrows(IllegalArgumentException.class, () -> new Shard(1, 0));
  }

  /** Two variants of three trials each; the file says which seeds. */
  @Test
  void seedsAreTheFilesOrThoseAskedFor() throws Exception {
    assertSeeds("seeds 1–3", List.of(1, 2, 3, 1, 2, 3), "", null, null);
    assertSeeds("seeds 1–2", List.of(1, 2, 1, 2), "", 2, null);
    assertSeeds("seeds 1–4", List.of(1, 2, 3, 4, 1, 2, 3, 4), "", 4, null);
    assertSeeds("seed 1", List.of(1, 1), "", 1, null);
    assertSeeds("seeds 9–11", List.of(9, 10, 11, 9, 10, 11), "", null, 9L);
    assertSeeds("seeds 9–10", List.of(9, 10, 9, 10), "seeds: distinct", 2, 9L);
    assertSeeds("seeds 1–6", List.of(1, 2, 3, 4, 5, 6), "seeds: distinct", null, null);
    assertSeeds("seeds 1–4", List.of(1, 2, 3, 4), "seeds: distinct", 2, null);
    assertSeeds("seeds 1–2", List.of(1, 2), "seeds: distinct", 1, null);
    assertSeeds("seeds from 4 to 9", List.of(4, 5, 9, 4, 5, 9), "seeds: [4, 5, 9]", null, null);
    assertSeeds("seeds 4–5", List.of(4, 5, 4, 5), "seeds: [4, 5, 9]", 2, null);
    assertSeeds("seeds 2–5", List.of(2, 3, 4, 5, 2, 3, 4, 5), "seeds: [2, 3, 4]", 4, null);
  }

  @Test
  void moreTrialsThanTheFileHasSeedsForAreRefused() throws Exception {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> plan("seeds: [4, 5, 9]", 4, null));
    assertEquals("the file lists the seeds of 3 trials, not of 4", refused.getMessage());
    assertEquals(8, plan("seeds: [4, 5, 9]", 4, 1L).trials());
    assertThrows(IllegalArgumentException.class, () -> plan("", 0, null));
    assertEquals(Sweep.TRIALS_MAX, plan("", (int) (Sweep.TRIALS_MAX / 2), null).trials());
    refused =
        assertThrows(
            IllegalArgumentException.class, () -> plan("", (int) (Sweep.TRIALS_MAX / 2) + 1, null));
    assertEquals(
        "2 variants, 5000001 times each: a sweep has at most 10000000 trials",
        refused.getMessage());
  }

  @Test
  void pairedAreTrialsOfTheSameSeedInEveryVariant() throws Exception {
    assertEquals(true, plan("", 3, null).isPaired());
    assertEquals(false, plan("seeds: distinct", 3, null).isPaired());
    assertEquals(true, plan("seeds: distinct", 3, 1L).isPaired());
    assertEquals(true, plan("seeds: distinct", 3, null).hasSeedsInARow());
    assertEquals(false, plan("seeds: [4, 5, 9]", 3, null).hasSeedsInARow());
    assertEquals(true, plan("seeds: [4, 5, 6]", 3, null).hasSeedsInARow());
    assertEquals(true, plan("seeds: [4, 5, 9]", 3, 1L).hasSeedsInARow());
  }

  private void assertSeeds(
      String words,
      List<Integer> seeds,
      String given,
      @Nullable Integer trials,
      @Nullable Long seed)
      throws Exception {
    SweepPlan plan = plan(given, trials, seed);
    assertEquals(words, plan.seeds());
    assertEquals(seeds.size(), plan.trials());
    for (int k = 0; k < seeds.size(); k++) {
      int repetitions = seeds.size() / 2;
      assertEquals(
          new SweepPlan.Key(k, k / repetitions, k % repetitions, seeds.get(k)), plan.key(k));
    }
  }

  private SweepPlan plan(String seeds, @Nullable Integer trials, @Nullable Long seed)
      throws Exception {
    SweepSample sample = new SweepSample(folder, 3);
    Files.writeString(
        sample.file(),
        Files.readString(sample.file())
            .replace(
                "  repeat: 3\n",
                (seeds.contains("[") ? "" : "  repeat: 3\n")
                    + (seeds.isEmpty() ? "" : "  " + seeds + "\n")));
    return new SweepPlan(
        SweepFile.load(sample.file(), List.of(), List.of("loss=0%")),
        RunOptions.Mode.VIRTUAL,
        SweepSample.CODE,
        trials == null ? OptionalInt.empty() : OptionalInt.of(trials),
        seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
        Shard.WHOLE,
        false);
  }

  /** Anyone who reads results.jsonl goes by this line; numbers are exact, no locale has a say. */
  @Test
  void aRowIsWrittenLikeThis() {
    SequencedMap<String, String> labels = new LinkedHashMap<>();
    labels.put("limiter", "lgc");
    SequencedMap<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("third", 1.0 / 3);
    metrics.put("big", 1234567890123.0);
    metrics.put("none", Double.NaN);
    TrialRow row =
        new TrialRow(
            "00ff",
            "demo",
            "c0de",
            labels,
            2,
            -5,
            null,
            false,
            "it broke: \u00e4\n",
            List.of(new TrialRow.Expected("a", false, null, "below 4s")),
            metrics,
            "rani run");

    String line = JsonText.line(row);

    assertEquals(
        """
        {"trial":"00ff","experiment":"demo","code":"c0de","parameters":{"limiter":"lgc"},\
        "repetition":2,"seed":-5,"digest":null,"passed":false,"failure":"it broke: \u00e4\\n",\
        "expect":[{"name":"a","passed":false,"value":null,"bound":"below 4s"}],\
        "metrics":{"third":0.3333333333333333,"big":1.234567890123E12,"none":"NaN"},\
        "replay":"rani run"}\
        """,
        line);
    assertEquals(row, JsonText.read(line.getBytes(UTF_8), TrialRow.class));
  }
}
