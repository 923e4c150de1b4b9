// SPDX-License-Identifier: Apache-2.0
package rani.sim;

/**
 * An invariant was violated in virtual time. The message says which, when, and how to reproduce it.
 */
public final class InvariantViolation extends IllegalStateException {
  private static final long serialVersionUID = 1;

  InvariantViolation(String what, long atNanos, String replay) {
    super(what + ", at " + atNanos + " ns of virtual time\n  replay: " + replay);
  }
}
