// SPDX-License-Identifier: Apache-2.0
package rani.lab.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class SweepPlanTest {
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

  /** Whoever reads results.jsonl goes by this line; numbers are exact, no locale has a say. */
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
        "replay":"rani run"}""",
        line);
    assertEquals(row, JsonText.read(line.getBytes(UTF_8), TrialRow.class));
  }
}
