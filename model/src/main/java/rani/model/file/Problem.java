// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

/**
 * Problem at a location in a file. Message and hint have one line each; the hint suggests a
 * correction, and is empty if there is none.
 */
public record Problem(Location at, String message, String hint) {
  @Override
  public String toString() {
    return at + ": " + message + (hint.isEmpty() ? "" : "; " + hint);
  }
}
