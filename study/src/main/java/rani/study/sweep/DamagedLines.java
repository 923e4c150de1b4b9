// SPDX-License-Identifier: Apache-2.0
package rani.study.sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The damaged lines of a file. Only the first lines are described. */
public final class DamagedLines {
  static final int TOLD_MAX = 10;

  private final Path file;
  private final List<String> first = new ArrayList<>();
  private long count;

  public DamagedLines(Path file) {
    this.file = file;
  }

  /** Adds a damaged line by its number, from 1, and describes the damage in words. */
  void add(long line, String what) {
    if (count++ < TOLD_MAX) {
      first.add(file + ", line " + line + ": " + what);
    }
  }

  public boolean isEmpty() {
    return count == 0;
  }

  long count() {
    return count;
  }

  /** Returns the descriptions of the first lines, and one line for the rest. */
  List<String> told() {
    List<String> told = new ArrayList<>(first);
    if (count > TOLD_MAX) {
      told.add(file + ": and so on, " + count + " lines in all");
    }
    return told;
  }
}
