// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;

class TrialLookupTest {
  private static final String SAME = "a1b2c3d4e5f60718";

  @TempDir private Path folder;

  @Test
  void aTrialIsFoundByABeginningThatNoOtherHas() throws Exception {
    write("0123" + "0".repeat(60), SAME + "0".repeat(48), SAME + "1".repeat(48));

    assertFound("0123" + "0".repeat(60), "0");
    assertFound("0123" + "0".repeat(60), "0123" + "0".repeat(60));
    assertFound(SAME + "1".repeat(48), SAME + "1");
    assertRefused("several trials do: a1b2c3d4e5f6…, a1b2c3d4e5f6…", SAME);
    assertRefused("several trials do: ", "a");
    assertRefused("no trial in " + folder + " begins with `b`; see results.jsonl", "b");
    assertRefused(
        "no trial in " + folder + " begins with `" + SAME + "2`; see results.jsonl", SAME + "2");
    assertRefused(
        "--trial names one of the sweep's trials: 012300000000…, a1b2c3d4e5f6…, a1b2c3d4e5f6…", "");
  }

  @Test
  void theOnlyTrialNeedsNoName() throws Exception {
    write("0123" + "0".repeat(60));

    assertFound("0123" + "0".repeat(60), "");
  }

  /** Two variants that differ in name alone have the same trials. */
  @Test
  void oneTrialUnderTwoLabelsIsOne() throws Exception {
    write(SAME + "0".repeat(48), SAME + "0".repeat(48));

    assertFound(SAME + "0".repeat(48), "a");
  }

  @Test
  void fiveAreNamedAndThatThereAreMore() throws Exception {
    List<String> trials = new ArrayList<>();
    for (int k = 0; k < 7; k++) {
      trials.add(k + "f".repeat(63));
    }
    write(trials.toArray(new String[0]));

    assertRefused(
        "--trial names one of the sweep's trials: 0fffffffffff…, 1fffffffffff…, 2fffffffffff…,"
            + " 3fffffffffff…, 4fffffffffff…, …",
        "");
  }

  @Test
  void allTrialsAreFoundVariantByVariantUnlessSomeAreMissing() throws Exception {
    SweepPlan plan = new SweepSample(folder, 2).plan(Shard.WHOLE);
    List<Long> reversed = new ArrayList<>(MadeUpTrials.own(plan));
    Collections.reverse(reversed);
    SweepFolder sweep =
        MadeUpTrials.journal(folder.resolve("all"), plan, MadeUpTrials.HALVES, reversed);
    List<TrialRow> all = TrialLookup.all(sweep);
    assertEquals(12, all.size());
    for (int k = 0; k < 12; k++) {
      assertEquals((double) k, all.get(k).metrics().get("drops.total"));
    }
    SweepFolder some =
        MadeUpTrials.journal(
            folder.resolve("some"), plan, MadeUpTrials.HALVES, reversed.subList(0, 11));
    assertEquals(
        some.path() + " has 11 whole trials of 12",
        assertThrows(LabFailure.class, () -> TrialLookup.all(some)).getMessage());
    Files.delete(some.journal());
    LabFailure unread = assertThrows(LabFailure.class, () -> TrialLookup.all(some));
    assertTrue(
        String.valueOf(unread.getMessage())
            .startsWith("cannot read the journal in " + some.path() + ": "),
        unread::getMessage);
    unread = assertThrows(LabFailure.class, () -> TrialLookup.find(some, ""));
    assertTrue(
        String.valueOf(unread.getMessage())
            .startsWith("cannot read the results in " + some.path() + ": "),
        unread::getMessage);
  }

  @Test
  void whereDamageMayHideItThatIsTold() throws Exception {
    write("0123" + "0".repeat(60));
    Path results = new SweepFolder(folder).results();
    Files.writeString(results, "what is this\n" + Files.readString(results));

    assertRefused(
        "no trial in "
            + folder
            + " begins with `b`; see results.jsonl. "
            + results
            + ", line 1: it is no row of a trial: `what is this`",
        "b");
  }

  private void assertFound(String trial, String beginning) throws LabFailure {
    assertEquals(trial, TrialLookup.find(new SweepFolder(folder), beginning).trial());
  }

  private void assertRefused(String why, String beginning) {
    LabFailure refused =
        assertThrows(LabFailure.class, () -> TrialLookup.find(new SweepFolder(folder), beginning));
    assertTrue(String.valueOf(refused.getMessage()).startsWith(why), refused::getMessage);
  }

  private void write(String... trials) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String trial : trials) {
      text.append(
              CheckedLine.of(
                  JsonText.line(
                      new TrialRow(
                          trial,
                          "demo",
                          "c0de",
                          new LinkedHashMap<>(),
                          0,
                          1,
                          null,
                          true,
                          null,
                          List.of(),
                          new LinkedHashMap<>(),
                          "rani run"))))
          .append('\n');
    }
    Files.writeString(new SweepFolder(folder).results(), text.toString(), UTF_8);
  }
}
