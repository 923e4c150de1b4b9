// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import org.jspecify.annotations.Nullable;

/**
 * The first violation that the judges found. Judges run within calls of a service or node, which
 * would catch an exception or let it look like the node's own. So judges record violations here,
 * and the run checks after every event.
 */
final class Findings {
  private @Nullable String first;

  void report(String what) {
    if (first == null) {
      first = what;
    }
  }

  boolean isAny() {
    return first != null;
  }

  /** Returns the violation in words; null if nothing was found. */
  @Nullable String first() {
    return first;
  }
}
