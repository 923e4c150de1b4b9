// SPDX-License-Identifier: Apache-2.0
package rani.sim;

/** A violated invariant, with the time and the command that reproduces the run. */
public final class InvariantViolation extends IllegalStateException {
  private static final long serialVersionUID = 1;

  InvariantViolation(String what, long atNanos, String replay) {
    super(what + ", at " + atNanos + " ns of virtual time\n  replay: " + replay);
  }
}
