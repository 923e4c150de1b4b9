// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import org.jspecify.annotations.Nullable;

/**
 * Scalar in a file. The reader of a key decides how to parse the text.
 *
 * @param text without quotes
 * @param quoted whether it was quoted or a block scalar, so that it is text even if it looks like
 *     null or a number
 */
public record LocatedScalar(Location at, String text, boolean quoted) implements LocatedValue {
  @Override
  public String described() {
    return isNull() ? "nothing" : Quoted.of(text);
  }

  /** Returns whether this is null in YAML's core schema: an empty or null-like plain scalar. */
  @Override
  public boolean isNull() {
    return !quoted
        && switch (text) {
          case "", "~", "null", "Null", "NULL" -> true;
          default -> false;
        };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LocatedScalar scalar
        && isNull() == scalar.isNull()
        && (isNull() || text.equals(scalar.text));
  }

  @Override
  public int hashCode() {
    return isNull() ? 0 : text.hashCode();
  }
}
