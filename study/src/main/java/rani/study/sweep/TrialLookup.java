// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import rani.ground.LabFailure;

/** Finds finished trials of a sweep: all, or one by its hash. */
public final class TrialLookup {
  /** Number of digits of a hash that are shown if a prefix is ambiguous. */
  private static final int TOLD_DIGITS = 12;

  private static final int TOLD_MAX = 5;
  private static final int HASH_DIGITS = 16;

  private TrialLookup() {}

  /**
   * Finds the trial whose hash has a beginning, or the only trial if that is empty. Looks into the
   * results, or into the journal if the sweep is not finished.
   */
  public static TrialRow find(SweepFolder folder, String beginning) throws LabFailure {
    boolean whole = Files.exists(folder.results());
    try (Rows rows = whole ? Rows.ofResults(folder.results()) : JournalRows.of(folder)) {
      List<TrialRow> found = new ArrayList<>();
      for (Rows.Place place : rows.byHash()) {
        if (found.size() < TOLD_MAX && mayBegin(place.hash(), beginning)) {
          TrialRow row = rows.row(place);
          if (row.trial().startsWith(beginning)) {
            found.add(row);
          }
        }
      }
      return only(found, folder, beginning, rows.damaged());
    } catch (IOException e) {
      throw new LabFailure("cannot read the results in " + folder.path() + ": " + e, e);
    }
  }

  /** Returns all trials by variant. Throws if the journal cannot be read or lacks trials. */
  public static List<TrialRow> all(SweepFolder folder) throws LabFailure {
    try (Rows rows = JournalRows.of(folder)) {
      List<TrialRow> all = new ArrayList<>(rows.count());
      for (Rows.Place place : rows.byIndex()) {
        all.add(rows.row(place));
      }
      long asked = folder.identity().trials();
      if (all.size() != asked) {
        throw new LabFailure(folder.path() + " has " + all.size() + " whole trials of " + asked);
      }
      return all;
    } catch (IOException e) {
      throw new LabFailure("cannot read the journal in " + folder.path() + ": " + e, e);
    }
  }

  private static boolean mayBegin(long hash, String beginning) {
    String known = String.format("%016x", hash);
    return known.startsWith(beginning.substring(0, Math.min(HASH_DIGITS, beginning.length())));
  }

  private static TrialRow only(
      List<TrialRow> found, SweepFolder folder, String beginning, DamagedLines damaged)
      throws LabFailure {
    boolean same = found.stream().map(TrialRow::trial).distinct().count() == 1;
    if (same) {
      return found.getFirst();
    }
    if (found.isEmpty()) {
      throw LabFailure.ofInput(
          "no trial in %s begins with `%s`; see results.jsonl%s"
              .formatted(
                  folder.path(),
                  beginning,
                  damaged.isEmpty() ? "" : ". " + String.join("; ", damaged.told())));
    }
    List<String> names =
        found.stream().map(row -> row.trial().substring(0, TOLD_DIGITS) + "…").toList();
    throw LabFailure.ofInput(
        (beginning.isEmpty() ? "--trial names one of the sweep's trials" : "several trials do")
            + ": "
            + String.join(", ", names)
            + (found.size() == TOLD_MAX ? ", …" : ""));
  }
}
