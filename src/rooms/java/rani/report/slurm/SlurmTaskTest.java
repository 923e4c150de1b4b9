// SPDX-License-Identifier: Apache-2.0
package rani.report.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The lines are those of squeue, sacct and sbatch 22.05. */
class SlurmTaskTest {
  @Test
  void aQueueIsRead() {
    Map<SlurmTask, SlurmState> states =
        SlurmTask.queued(
                """
                1_4|RUNNING|None
                1_10|PENDING|ReqNodeNotAvail, UnavailableNodes:n[1-500]|x
                2_3|OUT_OF_MEMORY|OutOfMemory
                """)
            .orElseThrow();

    assertEquals(
        List.of(new SlurmTask(1, 4), new SlurmTask(1, 10), new SlurmTask(2, 3)),
        List.copyOf(states.keySet()));
    assertTrue(Objects.requireNonNull(states.get(new SlurmTask(1, 10))).isWaiting());
    assertTrue(Objects.requireNonNull(states.get(new SlurmTask(1, 4))).isAlive());
    assertFalse(Objects.requireNonNull(states.get(new SlurmTask(2, 3))).isAlive());
    assertTrue(SlurmTask.queued("").orElseThrow().isEmpty());
  }

  @Test
  void aLineOfAnotherFormMakesItNoAnswer() {
    for (String line :
        List.of(
            "1_4 RUNNING None", "1_[1-4]|PENDING|None", "1_99999999|RUNNING|", "error", "_|A|")) {
      assertEquals(Optional.empty(), SlurmTask.queued("1_1|RUNNING|None\n" + line + "\n"), line);
    }
  }

  @Test
  void accountsAreRead() {
    assertEquals(
        Map.of(
            new SlurmTask(12, 1), new SlurmState("CANCELLED", ""),
            new SlurmTask(12, 2), new SlurmState("TIMEOUT", ""),
            new SlurmTask(12, 4), new SlurmState("PENDING", ""),
            new SlurmTask(12, 5), new SlurmState("PENDING", ""),
            new SlurmTask(12, 9), new SlurmState("PENDING", "")),
        SlurmTask.accounted(
            """
            12_1|CANCELLED by 1000
            12_2|TIMEOUT
            12_2.batch|CANCELLED
            12_[4-5,9%2]|PENDING
            13|COMPLETED
            """));
  }

  @Test
  void theNumberOfAJobIsTheLastLine() {
    assertEquals(17, SlurmTask.submitted("17\n"));
    assertEquals(17, SlurmTask.submitted("17;cluster-a\n"));
    assertEquals(17, SlurmTask.submitted("Welcome\n17"));
    assertEquals(0, SlurmTask.submitted("Submitted batch job 17\n"));
    assertEquals(0, SlurmTask.submitted(""));
    assertEquals(0, SlurmTask.submitted("12345678901234567890\n"));
  }

  @Property
  void rangesNameEachShardOnce(@ForAll Set<@IntRange(min = 1, max = 60) Integer> shards) {
    TreeSet<Integer> all = new TreeSet<>(shards);
    assertEquals(List.copyOf(all), SlurmTask.numbers(SlurmTask.ranges(all)));
  }

  @Test
  void neighboursAreARange() {
    assertEquals("1-3,7,9-10", SlurmTask.ranges(new TreeSet<>(List.of(9, 7, 1, 2, 3, 10))));
  }

  @Test
  void aStateThatIsNotKnownGoesOn() {
    assertTrue(new SlurmState("STAGE_OUT", "").isAlive());
    assertTrue(new SlurmState("OF_A_LATER_VERSION", "").isAlive());
    assertFalse(new SlurmState("BOOT_FAIL", "").isAlive());
  }

  /** 3,600 s of trials on 4 processors are three times five minutes of each. */
  @Test
  void aShardTakesMinutes() {
    assertEquals(3, SlurmShards.derived(1000, 4, Optional.of(3600.0), 1000));
    assertEquals(1, SlurmShards.derived(1000, 4, Optional.of(5.0), 1000));
    assertEquals(2, SlurmShards.derived(8, 4, Optional.of(1e9), 1000));
    assertEquals(500, SlurmShards.derived(1_000_000, 4, Optional.of(1e9), 1000));
    assertEquals(100, SlurmShards.derived(1_000_000, 4, Optional.of(1e9), 100));
    assertEquals(9, SlurmShards.derived(1000, 4, Optional.empty(), 1000));
  }
}
