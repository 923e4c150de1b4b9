// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import org.jspecify.annotations.Nullable;

/**
 * A single text in a file; what it means is decided by who reads it.
 *
 * @param at where it begins
 * @param text without quotes
 * @param quoted whether it was written in quotes or as a block, and so is text whatever it looks
 *     like
 */
public record LocatedScalar(Location at, String text, boolean quoted) implements LocatedValue {

  @Override
  public String described() {
    return isNull() ? "nothing" : Quoted.of(text);
  }

  /** YAML 1.2 core schema: an empty plain scalar and these spellings are null. */
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
