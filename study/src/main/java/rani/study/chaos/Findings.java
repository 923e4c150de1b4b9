// SPDX-License-Identifier: Apache-2.0
package rani.study.chaos;

import org.jspecify.annotations.Nullable;

/**
 * The first thing that the judges of a chaos found. What they see they see within a service's call
 * or a node's, where an exception would be contained or would look like the node's own; so they
 * write it down here, and the run looks after every event.
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
