// SPDX-License-Identifier: Apache-2.0
package rani.parts;

import java.util.Locale;

/**
 * One line of a module's record.
 *
 * @param kind what became of the test
 * @param count how many tests, or runs of one
 * @param test its class
 * @param reason in words, of one line
 */
record RecordLine(Kind kind, int count, String test, String reason) {
  /** What became of a test. */
  enum Kind {
    /** It was skipped. */
    SKIPPED,
    /** It ran something once more. */
    AGAIN,
    /** It lost a buffer. */
    LEAKED
  }

  private static final String GAP = "\t";

  RecordLine {
    reason = reason.replaceAll("\\s+", " ").strip();
  }

  static RecordLine of(String line) {
    String[] parts = line.split(GAP, 4);
    return new RecordLine(
        Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)),
        Integer.parseInt(parts[1]),
        parts[2],
        parts[3]);
  }

  /** The line, with its end. */
  String text() {
    return String.join(GAP, kind.name().toLowerCase(Locale.ROOT), "" + count, test, reason) + "\n";
  }
}
