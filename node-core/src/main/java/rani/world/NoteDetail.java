// SPDX-License-Identifier: Apache-2.0
package rani.world;

/**
 * What a note says beside its event, as values: who wants text has it written, who counts reads the
 * values. For notes of which a run has very many. Lent for the call, like a frame.
 */
public interface NoteDetail {
  /** Appends {@code key=value} pairs separated by single blanks, ASCII. */
  void writeTo(AsciiLine line);

  /** The same as text. */
  default String text() {
    AsciiLine line = new AsciiLine();
    writeTo(line);
    return line.toString();
  }
}
