// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.study.experiment.SweepFile;
import rani.study.sweep.JsonText;
import rani.study.sweep.MadeUpTrials;
import rani.study.sweep.Provenance;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepLock;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;
import rani.study.sweep.SweepSample;
import rani.study.trial.RunOptions;

/** Shards of a sweep of eighteen trials, which no one ran. */
class SweepMergeTest {
  private static final int TRIALS = 18;

  @TempDir private Path folder;
  private SweepSample sample;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void writeTheFile() throws IOException {
    sample = new SweepSample(folder, 3);
  }

  @Test
  void theWholeHasAllTrialsAndTellsOfItsParts() throws Exception {
    for (int k = 1; k <= 4; k++) {
      SweepFolder part = shard("part-" + k, k, 4);
      Provenance.begin(sample.plan(new Shard(k, 4)), part, "run", "rani sweep " + k, 1).end(4, 0);
    }

    SweepOutcome outcome =
        SweepMerge.merge(
            List.of(at("part-3"), at("part-1"), at("part-4"), at("part-2")),
            at("all"),
            "rani sweep merge",
            told::add);

    assertEquals(List.of(), told);
    assertEquals(TRIALS, outcome.trials());
    assertEquals(TRIALS - 1, outcome.failed());
    assertEquals(6, outcome.variants().size());
    assertEquals(at("all").resolve("report.html"), outcome.report().orElseThrow());
    SweepFolder all = new SweepFolder(at("all"));
    assertEquals(sample.plan(Shard.WHOLE).identity(), all.identity());
    assertEquals(
        Files.readString(new SweepFolder(at("part-1")).experiment()),
        Files.readString(all.experiment()));
    StringBuilder journals = new StringBuilder();
    for (int k : new int[] {3, 1, 4, 2}) {
      journals.append(Files.readString(new SweepFolder(at("part-" + k)).journal()));
    }
    assertEquals(journals.toString(), Files.readString(all.journal()));
    assertEquals(TRIALS, Files.readAllLines(all.results()).size());
    Map<String, Object> provenance = JsonText.object(Files.readString(all.provenance()));
    assertEquals("rani sweep merge", provenance.get("command"));
    List<?> sessions = (List<?>) requireNonNull(provenance.get("sessions"));
    Map<?, ?> session = (Map<?, ?>) sessions.getFirst();
    assertEquals("merge", session.get("what"));
    assertEquals(1, session.get("jobs"));
    assertEquals(TRIALS, session.get("trials"));
    assertEquals(0.0, session.get("work-seconds"));
    List<?> parts = (List<?>) requireNonNull(session.get("parts"));
    assertEquals(
        List.of("rani sweep 3", "rani sweep 1", "rani sweep 4", "rani sweep 2"),
        parts.stream().map(part -> ((Map<?, ?>) part).get("command")).toList());
  }

  @Test
  void whatIsRecordedOfTheChoicesOfTheFileIsInTheWhole() throws Exception {
    shard("part-1", 1, 2);
    shard("part-2", 2, 2);
    String recorded = "{\"format\": 1, \"experiment\": \"recorded\"}\n";
    Files.writeString(at("part-2").resolve("sensitivity.json"), recorded);

    SweepMerge.merge(List.of(at("part-1"), at("part-2")), at("all"), "merge", Progress.SILENT);

    assertEquals(recorded, Files.readString(at("all").resolve("sensitivity.json")));
  }

  @Test
  void whatWasRunByOtherCodeIsMergedAsThat() throws Exception {
    shard("part-1", 1, 1);

    SweepOutcome outcome =
        SweepMerge.merge(List.of(at("part-1")), at("all"), "merge", Progress.SILENT);

    assertEquals(SweepSample.CODE, outcome.identity().code());
  }

  @Test
  void whatIsMissingAndWhatDoesNotBelongIsTold() throws Exception {
    for (int k = 1; k <= 3; k++) {
      shard("part-" + k, k, 3);
    }
    Path second = new SweepFolder(at("part-2")).journal();
    Files.writeString(second, Files.readString(second).lines().findFirst().orElseThrow() + "\n");

    assertRefused(
        "5 of 18 trials are missing: 5 of shard 2/3, which `rani sweep --resume --out "
            + at("part-2")
            + "` runs",
        at("part-1"),
        at("part-2"),
        at("part-3"));
    assertRefused(
        "11 of 18 trials are missing: 5 of shard 2/3, which `rani sweep --resume --out "
            + at("part-2")
            + "` runs; all 6 of shard 3/3",
        at("part-1"),
        at("part-2"));
    assertRefused(
        at("part-1") + " is named twice; each shard counts once",
        at("part-1"),
        at("part-3"),
        at("part-1"));
    shard("again-1", 1, 3);
    Path again = new SweepFolder(at("again-1")).journal();
    List<String> lines = Files.readAllLines(again);
    Files.write(again, List.of(lines.get(0), lines.get(2)));
    Files.write(new SweepFolder(at("part-1")).journal(), lines.subList(1, 6));
    assertRefused(
        at("again-1") + " has trial 6, which another folder has, too",
        at("part-1"),
        at("part-3"),
        at("again-1"));
    shard("half", 2, 2);
    assertRefused(
        at("half")
            + " does not belong to "
            + at("part-1")
            + ": it is shard 2/2, and the other is shard 1/3",
        at("part-1"),
        at("half"));
    assertRefused(folder + " is no folder of a sweep: it has no sweep.json", folder);
  }

  @Test
  void aPartThatIsNamedByALinkIsNamedTwice() throws Exception {
    shard("part-1", 1, 3);
    Files.createSymbolicLink(at("link-1"), at("part-1"));

    assertRefused(
        at("link-1") + " is named twice; each shard counts once", at("part-1"), at("link-1"));
  }

  @Test
  void partsOfDifferentSweepsDoNotBelongTogether() throws Exception {
    shard("part-1", 1, 2);
    SweepPlan seeded =
        new SweepPlan(
            SweepFile.load(sample.file(), List.of(), List.of()),
            RunOptions.Mode.VIRTUAL,
            SweepSample.CODE,
            OptionalInt.empty(),
            OptionalLong.of(7),
            new Shard(2, 2),
            true);
    MadeUpTrials.journal(at("part-2"), seeded, MadeUpTrials.HALVES);

    assertRefused(
        at("part-2")
            + " does not belong to "
            + at("part-1")
            + ": the first seed is 7, not the file's",
        at("part-1"),
        at("part-2"));
    // It is read as its identity says, the seed that was asked for included.
    shard("other-1", 1, 1);
    MadeUpTrials.journal(
        at("seeded"),
        new SweepPlan(
            seeded.sweep(),
            seeded.mode(),
            seeded.code(),
            OptionalInt.of(2),
            seeded.seed(),
            Shard.WHOLE,
            false),
        MadeUpTrials.HALVES);
    SweepOutcome outcome =
        SweepMerge.merge(List.of(at("seeded")), at("all"), "merge", Progress.SILENT);
    assertEquals(12, outcome.trials());
    assertEquals(7L, outcome.identity().seed());
    assertEquals(2, outcome.identity().repeat());
    assertFalse(outcome.identity().digests());
  }

  @Test
  void tenShardsThatAreMissingAreNamedAndTheOthersCounted() throws Exception {
    shard("part-2", 2, 13);

    // The first five of thirteen shards have two of eighteen trials, the others one.
    assertRefused(
        "16 of 18 trials are missing: all 2 of shard 1/13; all 2 of shard 3/13; all 2 of shard"
            + " 4/13; all 2 of shard 5/13; all 1 of shard 6/13; all 1 of shard 7/13; all 1 of"
            + " shard 8/13; all 1 of shard 9/13; all 1 of shard 10/13; all 1 of shard 11/13; and"
            + " of 2 further shards",
        at("part-2"));
  }

  @Test
  void whatIsDamagedIsToldAndLeftOut() throws Exception {
    shard("part-1", 1, 2);
    SweepFolder second = shard("part-2", 2, 2);
    List<String> lines = new ArrayList<>(Files.readAllLines(second.journal()));
    lines.add(4, "what is this");
    Files.write(second.journal(), lines);

    SweepMerge.merge(List.of(at("part-1"), at("part-2")), at("all"), "merge", told::add);

    assertEquals(
        List.of(second.journal() + ", line 5: it is no line of a journal: `what is this`"), told);
    lines.remove(4);
    assertTrue(
        Files.readString(new SweepFolder(at("all")).journal())
            .endsWith(String.join("\n", lines) + "\n"),
        "the second part's lines");
  }

  @Test
  void anExperimentThatWasChangedIsNotMerged() throws Exception {
    Path experiment = shard("part-1", 1, 1).experiment();
    Files.writeString(
        experiment, Files.readString(experiment).replace("packets: 20", "packets: 21"));

    assertRefused(
        at("part-1") + " is not as it was: the experiment file, or what it refers to, has changed",
        at("part-1"));
  }

  @Test
  void nothingIsWrittenWhereAnythingIs() throws Exception {
    shard("part-1", 1, 1);
    Files.writeString(Files.createDirectory(at("mine")).resolve("thesis.txt"), "years of work");
    Path file = Files.writeString(at("file"), "mine");

    assertEquals(
        at("mine") + " is not empty; what is merged has a folder of its own", refused(at("mine")));
    assertEquals(file + " is a file, not a folder", refused(file));
    String below = refused(file.resolve("below"));
    assertTrue(
        below.startsWith("cannot write to " + file.resolve("below") + ": ")
            || below.startsWith("cannot look into " + file.resolve("below") + ": "),
        below);
    Files.createDirectory(at("locked"));
    try (SweepLock lock = SweepLock.take(at("locked"))) {
      assertEquals(
          "process " + ProcessHandle.current().pid() + " is at work on a sweep in " + at("locked"),
          refused(at("locked")));
    }
  }

  private String refused(Path into) {
    return String.valueOf(
        assertThrows(
                LabFailure.class,
                () -> SweepMerge.merge(List.of(at("part-1")), into, "merge", Progress.SILENT))
            .getMessage());
  }

  @Test
  void aPartWithoutJournalCannotBeRead() throws Exception {
    Files.delete(shard("part-1", 1, 1).journal());

    String message = refused(at("all"));

    assertTrue(
        message.startsWith("cannot read " + at("part-1").resolve("journal.jsonl") + ": "), message);
  }

  private void assertRefused(String why, Path... parts) {
    LabFailure refused =
        assertThrows(
            LabFailure.class,
            () -> SweepMerge.merge(List.of(parts), at("all"), "merge", Progress.SILENT));
    assertEquals(why, refused.getMessage());
    assertFalse(Files.exists(at("all")));
  }

  private SweepFolder shard(String name, int number, int of) throws Exception {
    return MadeUpTrials.journal(at(name), sample.plan(new Shard(number, of)), MadeUpTrials.HALVES);
  }

  private Path at(String name) {
    return sample.path(name);
  }
}
