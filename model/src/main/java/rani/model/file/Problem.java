// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

/**
 * One thing that is wrong in a file.
 *
 * @param at where
 * @param message what is wrong, one line
 * @param hint what may have been meant, one line; empty when there is nothing to say
 */
public record Problem(Location at, String message, String hint) {

  /** {@code file:line:column: message; hint}. */
  @Override
  public String toString() {
    return at + ": " + message + (hint.isEmpty() ? "" : "; " + hint);
  }
}
