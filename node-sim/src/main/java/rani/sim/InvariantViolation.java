// SPDX-License-Identifier: Apache-2.0
package rani.sim;

/**
 * Something happened in virtual time that cannot happen in a right program. The message says what,
 * when, and how to see it again.
 */
public final class InvariantViolation extends IllegalStateException {
  private static final long serialVersionUID = 1;

  InvariantViolation(String what, long atNanos, String replay) {
    super(what + ", at " + atNanos + " ns of virtual time\n  replay: " + replay);
  }
}
