// SPDX-License-Identifier: Apache-2.0
package rani.study.tracefile;

/** Thrown for a line that is no trace line; names the column and what was expected there. */
public final class TraceFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int column;

  TraceFormatException(int column, String problem) {
    super("column " + column + ": " + problem);
    this.column = column;
  }

  /** Returns the column of the first error, counted from 1. */
  public int column() {
    return column;
  }
}
