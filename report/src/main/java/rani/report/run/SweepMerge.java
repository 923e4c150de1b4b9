// SPDX-License-Identifier: Apache-2.0
package rani.report.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import rani.ground.LabFailure;
import rani.ground.Progress;
import rani.model.file.FileError;
import rani.model.file.InputFile;
import rani.model.file.WholeFile;
import rani.report.Sensitivity;
import rani.study.sweep.JournalRows;
import rani.study.sweep.Provenance;
import rani.study.sweep.Rows;
import rani.study.sweep.Shard;
import rani.study.sweep.SweepFolder;
import rani.study.sweep.SweepIdentity;
import rani.study.sweep.SweepLock;
import rani.study.sweep.SweepOutcome;
import rani.study.sweep.SweepPlan;

/** Joins the shards of a sweep. The result is the same as without shards. */
public final class SweepMerge {
  private static final int MISSING_SHOWN_MAX = 10;

  private SweepMerge() {}

  /**
   * Joins all shards, in any order, into a new or empty folder; fails if they do not belong
   * together, or trials are missing.
   */
  public static SweepOutcome merge(List<Path> parts, Path into, String command, Progress progress)
      throws LabFailure, FileError {
    List<SweepFolder> folders = new ArrayList<>();
    Set<Path> places = new HashSet<>();
    for (Path part : parts) {
      folders.add(SweepFolder.existing(part));
      if (!places.add(place(part))) {
        throw new LabFailure(part + " is named twice; each shard counts once");
      }
    }
    SweepIdentity whole = folders.getFirst().identity().whole();
    belongTogether(folders, whole);
    Optional<String> changed =
        whole.difference(SweepPlan.ofThatCode(folders.getFirst()).identity());
    if (changed.isPresent()) {
      throw new LabFailure(folders.getFirst().path() + " is not as it was: " + changed.get());
    }
    BitSet finished = new BitSet();
    for (SweepFolder folder : folders) {
      collect(folder, finished, progress);
    }
    complete(finished, whole, folders);
    SweepFolder target = new SweepFolder(into);
    if (!target.isEmpty()) {
      throw new LabFailure(into + " is not empty; what is merged has a folder of its own");
    }
    try {
      Files.createDirectories(into);
      try (SweepLock lock = SweepLock.take(into)) {
        return write(folders, target, whole, command);
      }
    } catch (IOException e) {
      throw new LabFailure("cannot write to " + into + ": " + e.getMessage(), e);
    }
  }

  /** Returns a unique path, because a folder has several names. */
  private static Path place(Path folder) throws LabFailure {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      throw new LabFailure("cannot find " + folder + ": " + e, e);
    }
  }

  private static void belongTogether(List<SweepFolder> folders, SweepIdentity whole)
      throws LabFailure {
    Path first = folders.getFirst().path();
    for (SweepFolder folder : folders) {
      SweepIdentity identity = folder.identity();
      Optional<String> difference = whole.difference(identity);
      if (difference.isEmpty() && identity.shards() != folders.getFirst().identity().shards()) {
        difference =
            Optional.of(
                "it is shard %s, and the other is shard %s"
                    .formatted(identity.part(), folders.getFirst().identity().part()));
      }
      if (difference.isPresent()) {
        throw new LabFailure(
            folder.path() + " does not belong to " + first + ": " + difference.get());
      }
    }
  }

  private static void collect(SweepFolder folder, BitSet finished, Progress progress)
      throws LabFailure {
    try (Rows rows = JournalRows.of(folder)) {
      rows.remarks().forEach(progress::say);
      BitSet own = rows.finished();
      if (own.intersects(finished)) {
        own.and(finished);
        throw new LabFailure(
            folder.path() + " has trial " + own.nextSetBit(0) + ", which another folder has, too");
      }
      finished.or(own);
    } catch (IOException e) {
      throw new LabFailure("cannot read " + folder.journal() + ": " + e, e);
    }
  }

  private static void complete(BitSet finished, SweepIdentity whole, List<SweepFolder> folders)
      throws LabFailure {
    if (finished.cardinality() == whole.trials()) {
      return;
    }
    int shards = folders.getFirst().identity().shards();
    long[] missing = new long[shards];
    for (int index = 0; index < whole.trials(); index++) {
      missing[index % shards] += finished.get(index) ? 0 : 1;
    }
    List<String> told = new ArrayList<>();
    int more = 0;
    for (int k = 0; k < shards; k++) {
      if (missing[k] > 0 && told.size() < MISSING_SHOWN_MAX) {
        told.add(told(new Shard(k + 1, shards), missing[k], folders));
      } else if (missing[k] > 0) {
        more++;
      }
    }
    throw new LabFailure(
        "%s of %s trials are missing: %s%s"
            .formatted(
                whole.trials() - finished.cardinality(),
                whole.trials(),
                String.join("; ", told),
                more == 0 ? "" : "; and of " + more + " further shards"));
  }

  private static String told(Shard shard, long missing, List<SweepFolder> folders)
      throws LabFailure {
    for (SweepFolder folder : folders) {
      if (folder.identity().part().equals(shard)) {
        return "%s of shard %s, which `rani sweep --resume --out %s` runs"
            .formatted(missing, shard, folder.path());
      }
    }
    return "all " + missing + " of shard " + shard;
  }

  private static SweepOutcome write(
      List<SweepFolder> folders, SweepFolder target, SweepIdentity whole, String command)
      throws IOException, LabFailure, FileError {
    WholeFile.write(target.experiment(), InputFile.text(folders.getFirst().experiment()));
    WholeFile.write(target.identityFile(), whole.json());
    copyRecorded(folders, target);
    SweepPlan plan = SweepPlan.ofThatCode(target);
    Provenance provenance = Provenance.begin(plan, target, "merge", command, 1);
    provenance.note("parts", Provenance.of(folders));
    WholeFile.write(
        target.journal(),
        channel -> {
          for (SweepFolder folder : folders) {
            try (Rows rows = JournalRows.of(folder)) {
              rows.copy(channel);
            }
          }
        });
    SweepOutcome outcome = Results.write(plan, target, provenance.command());
    provenance.end(outcome.trials(), 0);
    return outcome;
  }

  /** Copies what is recorded of the file's choices, of which reports say what decides. */
  private static void copyRecorded(List<SweepFolder> folders, SweepFolder target)
      throws IOException {
    for (SweepFolder folder : folders) {
      Path recorded = folder.path().resolve(Sensitivity.NAME);
      if (Files.isRegularFile(recorded)) {
        WholeFile.write(target.path().resolve(Sensitivity.NAME), InputFile.text(recorded));
        return;
      }
    }
  }
}
