// SPDX-License-Identifier: Apache-2.0
package rani.study.hostile;

import java.util.Optional;

/**
 * The result of one module.
 *
 * @param refused why the module was not taken; empty if it was
 * @param failures failed calls
 * @param suspended whether it failed three times in a row
 * @param lastFailure what the node says of the last one
 * @param calls calls of the service
 * @param longestNanos processor time of the longest call
 * @param arrived packets of others that arrived while the service was there
 * @param broken what must not be, if anything
 */
public record HostileOutcome(
    long seed,
    Attack attack,
    Optional<String> refused,
    long failures,
    boolean suspended,
    Optional<String> lastFailure,
    long calls,
    long longestNanos,
    long arrived,
    Optional<String> broken) {
  static HostileOutcome refused(HostileModule module, String why) {
    return of(module, Optional.of(why), Optional.empty());
  }

  static HostileOutcome broken(HostileModule module, String what) {
    return of(module, Optional.empty(), Optional.of(what));
  }

  private static HostileOutcome of(
      HostileModule module, Optional<String> refused, Optional<String> broken) {
    return new HostileOutcome(
        module.seed(), module.attack(), refused, 0, false, Optional.empty(), 0, 0, 0, broken);
  }
}
