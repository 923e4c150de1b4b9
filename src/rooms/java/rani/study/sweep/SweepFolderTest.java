// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;

/** The folder of a sweep, and what is none. */
class SweepFolderTest {
  @TempDir private Path folder;

  @Test
  void itsFilesHaveNames() {
    SweepFolder sweep = new SweepFolder(folder);
    assertEquals(folder.resolve("experiment.yaml"), sweep.experiment());
    assertEquals(folder.resolve("sweep.json"), sweep.identityFile());
    assertEquals(folder.resolve("journal.jsonl"), sweep.journal());
    assertEquals(folder.resolve("journal.damaged"), sweep.damagedJournal());
    assertEquals(folder.resolve("results.jsonl"), sweep.results());
    assertEquals(folder.resolve("provenance.json"), sweep.provenance());
    assertEquals(folder.resolve("summary.csv"), sweep.summary());
    assertEquals(folder.resolve("report.html"), sweep.report());
    assertEquals(folder.resolve("trial-3"), sweep.trial(2));
  }

  @Test
  void aFolderIsEmptyThatHoldsALockAlone() throws Exception {
    SweepFolder sweep = new SweepFolder(folder.resolve("new"));
    assertTrue(sweep.isEmpty());
    sweep.make();
    assertTrue(Files.isDirectory(sweep.path()));
    sweep.make();
    assertTrue(sweep.isEmpty());
    Files.writeString(sweep.path().resolve(".lock"), "");
    assertTrue(sweep.isEmpty());
    Files.writeString(sweep.path().resolve("thesis.txt"), "");
    assertFalse(sweep.isEmpty());
  }

  @Test
  void aFileIsNoFolder() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "mine");

    assertEquals(file + " is a file, not a folder", refused(file));
    LabFailure below =
        assertThrows(LabFailure.class, () -> new SweepFolder(file.resolve("below")).make());
    assertTrue(
        String.valueOf(below.getMessage())
            .startsWith("cannot make the folder " + file.resolve("below") + ": "),
        below::getMessage);
  }

  private static String refused(Path path) {
    SweepFolder sweep = new SweepFolder(path);
    LabFailure refused = assertThrows(LabFailure.class, sweep::make);
    assertEquals(refused.getMessage(), assertThrows(LabFailure.class, sweep::isEmpty).getMessage());
    return String.valueOf(refused.getMessage());
  }

  @Test
  void aSweepIsThereOnceItsIdentityIs() throws Exception {
    assertFalse(SweepFolder.isBegun(folder));
    assertEquals(
        folder + " is no folder of a sweep: it has no sweep.json",
        assertThrows(LabFailure.class, () -> SweepFolder.existing(folder)).getMessage());
    SweepFolder sweep = new SweepFolder(folder);
    SweepIdentity identity = new SweepIdentity("demo", "c0de", "ff", "live", 4, 2, 7L, true, 2, 3);
    Files.writeString(sweep.identityFile(), JsonText.page(identity));

    assertTrue(SweepFolder.isBegun(folder));
    assertEquals(sweep, SweepFolder.existing(folder));
    assertEquals(identity, sweep.identity());
    assertTrue(sweep.isLive());
    for (String text : new String[] {"{", "{\"experiment\": \"demo\"}"}) {
      Files.writeString(sweep.identityFile(), text);
      LabFailure refused = assertThrows(LabFailure.class, sweep::identity);
      assertTrue(
          String.valueOf(refused.getMessage())
              .startsWith("cannot read " + sweep.identityFile() + ": "),
          refused::getMessage);
    }
  }
}
