// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.Comparator;

/**
 * Location in a file.
 *
 * @param file name as the user gave it, or the command-line option with the value
 * @param line counted from 1; 0 means the file as a whole
 * @param column in characters from 1; 0 means the file as a whole
 */
public record Location(String file, int line, int column) implements Comparable<Location> {
  /** Initialised at the first comparison, because most programs never sort locations. */
  private static final class Order {
    static final Comparator<Location> BY_PLACE =
        Comparator.comparing(Location::file)
            .thenComparingInt(Location::line)
            .thenComparingInt(Location::column);
  }

  public static Location ofFile(String file) {
    return new Location(file, 0, 0);
  }

  @Override
  public int compareTo(Location other) {
    return Order.BY_PLACE.compare(this, other);
  }

  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}
