// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A finished trial as another process hands it in: the line of a journal, without line feed.
 * Nothing in such a line is believed before it was checked.
 *
 * @param index of the trial in its sweep, from 0
 * @param millis how long it ran
 * @param line the row with its checksum, as the journal takes it
 */
public record HandedRow(int index, long millis, TrialRow row, String line) {
  /** Largest length of a line, in bytes, as in a journal. */
  public static final int LINE_BYTES_MAX = LineCutter.LINE_BYTES_MAX;

  /** Returns the line of a finished trial, with its line feed. */
  public static String text(long index, long millis, String sweep, TrialRow row) {
    return JournalLines.text(index, millis, sweep, CheckedLine.of(JsonText.line(row)));
  }

  /**
   * Reads a line of the sweep of that id. The row must be written as this process would write it,
   * so that it holds nothing else.
   *
   * @throws IOException with the reason, if it is no such line
   */
  public static HandedRow parse(byte[] line, String sweep) throws IOException {
    JournalLines.Entry entry = JournalLines.entry(line);
    if (entry == null || !sweep.equals(entry.sweep()) || entry.index() > Integer.MAX_VALUE) {
      throw new IOException("a line is damaged, or of another sweep");
    }
    byte[] bytes = entry.row(line);
    String text = new String(bytes, StandardCharsets.UTF_8);
    Optional<TrialRow> row =
        Rows.parsed(bytes).filter(read -> CheckedLine.of(JsonText.line(read)).equals(text));
    return new HandedRow(
        (int) entry.index(),
        entry.millis(),
        row.orElseThrow(() -> new IOException("a line holds no row of a trial")),
        text);
  }
}
