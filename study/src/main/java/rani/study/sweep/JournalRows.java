// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import rani.ground.LabFailure;

/**
 * Scans the journal of a sweep for finished trials and damage. If two lines are of the same trial,
 * the first row counts if both are equal, and neither otherwise.
 */
public final class JournalRows implements JournalLines.Sink {
  private final SweepFolder folder;
  private final SweepIdentity identity;
  private final String id;
  private final BitSet seen = new BitSet();
  private final List<Rows.Place> places = new ArrayList<>();
  private final List<Rows.Place> again = new ArrayList<>();
  private final DamagedLines damaged;
  private final DamagedLines foreign;
  private long unchecked;

  private JournalRows(SweepFolder folder) throws LabFailure {
    this.folder = folder;
    this.identity = folder.identity();
    this.id = identity.id();
    this.damaged = new DamagedLines(folder.journal());
    this.foreign = new DamagedLines(folder.journal());
  }

  /** Reads the journal of a sweep. Throws {@link LabFailure} if it holds trials of another one. */
  public static Rows of(SweepFolder folder) throws IOException, LabFailure {
    return new JournalRows(folder).read();
  }

  private Rows read() throws IOException, LabFailure {
    long wholeBytes = JournalLines.read(folder.journal(), this);
    if (!foreign.isEmpty()) {
      throw new LabFailure(
          String.join("; ", foreign.told())
              + ". Lines of other sweeps or shards are to be taken out of it first");
    }
    Rows rows = new Rows(folder.journal(), places, damaged, unchecked, wholeBytes);
    try {
      judgeDuplicates(rows);
      return rows;
    } catch (IOException e) {
      rows.close();
      throw e;
    }
  }

  @Override
  public void line(JournalLines.Entry entry, byte[] line) {
    byte[] row = entry.row(line);
    Optional<TrialRow> old = Optional.empty();
    if (entry.sweep() == null) {
      old = Rows.parsed(row);
      if (old.isEmpty()) {
        damaged(entry.line(), "it has no checksum, and holds no row of a trial");
        return;
      }
      unchecked++;
    }
    if (isOfAnotherSweep(entry, old)) {
      foreign.add(
          entry.line(),
          "it is of another sweep" + Rows.parsed(row).map(JournalRows::which).orElse(""));
    } else if (entry.index() % identity.shards() != identity.shard() - 1) {
      foreign.add(
          entry.line(),
          "the trial of index %s is shard %s's, and the folder is shard %s's"
              .formatted(
                  entry.index(),
                  new Shard((int) (entry.index() % identity.shards()) + 1, identity.shards()),
                  identity.part()));
    } else {
      Rows.Place place =
          new Rows.Place(
              (int) entry.index(),
              (int) entry.line(),
              Rows.hash(row),
              entry.offsetBytes(),
              entry.rowBytes());
      (seen.get(place.index()) ? again : places).add(place);
      seen.set(place.index());
    }
  }

  @Override
  public void damaged(long number, String what) {
    damaged.add(number, what);
  }

  private boolean isOfAnotherSweep(JournalLines.Entry entry, Optional<TrialRow> old) {
    return entry.index() >= identity.trials()
        || (entry.sweep() != null && !entry.sweep().equals(id))
        || old.filter(row -> !isOurs(row, entry.index())).isPresent();
  }

  /** Returns whether a row without checksum fits this sweep. */
  private boolean isOurs(TrialRow row, long index) {
    return row.experiment().equals(identity.experiment())
        && row.code().equals(identity.code())
        && row.repetition() == index % identity.repeat();
  }

  private static String which(TrialRow row) {
    return ": of %s, run by the code %s…, parameters %s, seed %s"
        .formatted(row.experiment(), SweepIdentity.brief(row.code()), row.parameters(), row.seed());
  }

  private void judgeDuplicates(Rows rows) throws IOException {
    if (again.isEmpty()) {
      return;
    }
    Rows.Place[] first = rows.byIndex();
    BitSet doubted = new BitSet();
    for (Rows.Place place : again) {
      Rows.Place before = first[Arrays.binarySearch(first, place, Rows.BY_INDEX)];
      boolean same = Arrays.equals(rows.bytes(before), rows.bytes(place));
      damaged.add(
          place.line(),
          "the trial of line %s is there again%s"
              .formatted(
                  before.line(), same ? "" : ", and says something else; neither is believed"));
      doubted.set(place.index(), !same || doubted.get(place.index()));
    }
    places.removeIf(place -> doubted.get(place.index()));
  }
}
