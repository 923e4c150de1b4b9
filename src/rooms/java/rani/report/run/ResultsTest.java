// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Sha256;
import rani.study.sweep.CheckedLine;
import rani.study.sweep.Journal;
import rani.study.sweep.JournalRows;
import rani.study.sweep.JsonText;
import rani.study.sweep.Rows;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepIdentity;
import rani.study.sweep.SweepSample;
import rani.study.sweep.TrialRow;

/** Journals whose rows are sorted, found, and missed. */
class ResultsTest {
  @TempDir private Path folder;

  /** Of any size, beside that of the buffer they are written through. */
  @Test
  void rowsAreSortedByTheHashesOfTheirTrials() throws Exception {
    List<String> rows = new ArrayList<>();
    Random chance = new Random(1);
    for (int size : new int[] {100, 262_043, 262_044, 262_045, 1, 600_000, 200_000, 62_000, 5}) {
      rows.add(row(Sha256.hex("trial " + size), size));
    }
    Collections.shuffle(rows, chance);
    SweepFolder sweep = journal(rows);
    Path results = folder.resolve("sorted.jsonl");

    try (Rows journal = JournalRows.of(sweep)) {
      Results.sort(journal, results);
    }

    assertEquals(rows.stream().sorted().toList(), Files.readAllLines(results));
    assertTrue(Files.readString(results).endsWith("\n"), "the last line feed");
  }

  /** Rows that just fill what the buffer has left, and all of it, but for their line feeds. */
  @Test
  void aRowWhoseLineFeedNoLongerFitsIsWrittenWhole() throws Exception {
    int buffer = 1 << 18;
    int bare = row("0".repeat(64), 0).length();
    String first = row("1".repeat(64), 100);
    String second = row("2".repeat(64), buffer - (first.length() + 1) - bare);
    String third = row("3".repeat(64), buffer - bare);
    assertEquals(buffer, first.length() + 1 + second.length());
    assertEquals(buffer, third.length());
    SweepFolder sweep = journal(List.of(third, second, first));
    Path results = folder.resolve("sorted.jsonl");

    try (Rows journal = JournalRows.of(sweep)) {
      Results.sort(journal, results);
    }

    assertEquals(List.of(first, second, third), Files.readAllLines(results));
  }

  @Test
  void rowsOfOneTrialAreSortedByTheRest() throws Exception {
    String shorter = row("1".repeat(64), 1);
    String longer = row("1".repeat(64), 2);
    assertTrue(shorter.compareTo(longer) < 0, "a quote comes before an x");
    try (Rows journal = JournalRows.of(journal(List.of(longer, shorter)))) {
      assertEquals(List.of(1, 0), Arrays.stream(journal.byHash()).map(Rows.Place::index).toList());
    }
  }

  /** Hashes are compared as numbers without sign, of which the first 64 bits are known. */
  @Test
  void rowsAreFoundByTheirTrial() throws Exception {
    List<String> trials =
        List.of(
            "0".repeat(64),
            "7fffffffffffffff" + "0".repeat(48),
            "8000000000000000" + "0".repeat(48),
            "8000000000000000" + "f".repeat(48),
            "f".repeat(64));
    List<String> rows = new ArrayList<>();
    for (String trial : trials) {
      rows.add(row(trial, 1));
    }
    Collections.reverse(rows);
    try (Rows journal = JournalRows.of(journal(rows))) {
      Rows.Place[] sorted = journal.byHash();
      assertEquals(List.of(4L), found(journal, sorted, trials.get(0)));
      assertEquals(List.of(3L), found(journal, sorted, trials.get(1)));
      assertEquals(List.of(2L, 1L), found(journal, sorted, trials.get(2)));
      assertEquals(List.of(0L), found(journal, sorted, trials.get(4)));
      assertEquals(List.of(), found(journal, sorted, "8000000000000001" + "0".repeat(48)));
      assertEquals(List.of(), found(journal, sorted, "0000000000000001" + "0".repeat(48)));
    }
  }

  private static List<Long> found(Rows rows, Rows.Place[] sorted, String trial) {
    return rows.find(sorted, trial).stream().map(place -> (long) place.index()).toList();
  }

  @Test
  void aJournalThatDoesNotHoldAllTrialsGivesNoResults() throws Exception {
    SweepSample sample = new SweepSample(folder, 3);
    sample.run("all", Shard.WHOLE, 1);
    SweepFolder sweep = new SweepFolder(sample.path("all"));
    List<String> lines = new ArrayList<>(Files.readAllLines(sweep.journal()));
    lines.removeFirst();
    lines.set(4, "what is this");
    Files.write(sweep.journal(), lines);

    LabFailure refused =
        assertThrows(
            LabFailure.class, () -> Results.write(sample.plan(Shard.WHOLE), sweep, "rani sweep"));

    assertEquals(
        sweep.journal()
            + " holds 16 of 18 trials, although all were run: "
            + sweep.journal()
            + ", line 5: it is no line of a journal: `what is this`",
        refused.getMessage());
  }

  @Test
  void aRowThatChangesWhileItIsReadIsNotTaken() throws Exception {
    String row = row(Sha256.hex("trial"), 1);
    SweepFolder sweep = journal(List.of(row));
    try (Rows rows = JournalRows.of(sweep)) {
      assertEquals("demo", rows.row(rows.byIndex()[0]).experiment());
      String text = Files.readString(sweep.journal());
      Files.writeString(sweep.journal(), text.replace("demo", "dame"));
      LabFailure changed = assertThrows(LabFailure.class, () -> rows.row(rows.byIndex()[0]));
      assertTrue(
          String.valueOf(changed.getMessage())
              .startsWith(
                  sweep.journal()
                      + " has changed while it was read: in line 1 is no row of a"
                      + " trial, but `{\"trial\":"),
          changed::getMessage);
      Files.writeString(sweep.journal(), text.substring(0, 150));
      IOException shorter = assertThrows(IOException.class, () -> rows.row(rows.byIndex()[0]));
      assertEquals(sweep.journal() + " has become shorter while it was read", shorter.getMessage());
    }
  }

  private SweepFolder journal(List<String> rows) throws IOException {
    SweepIdentity identity =
        new SweepIdentity(
            "demo", "c0de".repeat(16), "ff", "virtual", rows.size(), 1, null, false, 1, 1);
    SweepFolder sweep = new SweepFolder(Files.createDirectory(folder.resolve("sweep")));
    Files.writeString(sweep.identityFile(), JsonText.page(identity));
    try (Journal journal = Journal.open(sweep.journal(), identity.id(), 0)) {
      for (int k = 0; k < rows.size(); k++) {
        journal.append(k, 1, rows.get(k));
      }
    }
    return sweep;
  }

  private static String row(String trial, int size) {
    SequencedMap<String, String> parameters = new LinkedHashMap<>();
    parameters.put("size", "x".repeat(size));
    return CheckedLine.of(
        JsonText.line(
            new TrialRow(
                trial,
                "demo",
                "c0de",
                parameters,
                0,
                1,
                null,
                true,
                null,
                List.of(),
                new LinkedHashMap<>(),
                "rani run")));
  }
}
