// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import org.jspecify.annotations.Nullable;

/**
 * The first violation that the judges found. They run within calls of a service or a node, where an
 * exception would be contained or look like the node's own; so they record it here, and the run
 * checks after every event.
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

  /** In words; null if nothing was found. */
  @Nullable String first() {
    return first;
  }
}
