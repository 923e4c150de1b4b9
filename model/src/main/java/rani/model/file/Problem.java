// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

/**
 * Problem in a file.
 *
 * @param at its location
 * @param message one line
 * @param hint suggested correction in one line; empty if there is none
 */
public record Problem(Location at, String message, String hint) {
  @Override
  public String toString() {
    return at + ": " + message + (hint.isEmpty() ? "" : "; " + hint);
  }
}
