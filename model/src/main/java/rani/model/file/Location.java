// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.Comparator;

/**
 * A place in a file.
 *
 * @param file the file as the user named it, or the command-line option that gave the value
 * @param line counted from 1; 0 means the file as a whole
 * @param column in characters, counted from 1; 0 means the file as a whole
 */
public record Location(String file, int line, int column) implements Comparable<Location> {

  /** Made when it is first asked for, since a reader of files has places and may sort none. */
  private static final class Order {
    static final Comparator<Location> BY_PLACE =
        Comparator.comparing(Location::file)
            .thenComparingInt(Location::line)
            .thenComparingInt(Location::column);
  }

  /** The file as a whole. */
  public static Location ofFile(String file) {
    return new Location(file, 0, 0);
  }

  @Override
  public int compareTo(Location other) {
    return Order.BY_PLACE.compare(this, other);
  }

  /** {@code file:line:column}, or only the file. */
  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line + ":" + column;
  }
}
