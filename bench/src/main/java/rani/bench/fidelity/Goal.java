// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import rani.world.Facts;

/**
 * What a comparison should come to, and what it came to.
 *
 * @param wanted in words, such as {@code goodput within 2 %}
 * @param figure what was found, in words
 */
public record Goal(String wanted, String figure, Verdict verdict) {
  /** One that a count of misses decides. */
  static Goal noneOf(String wanted, String figure, boolean reached) {
    return new Goal(wanted, figure, reached ? Verdict.AGREES : Verdict.DIFFERS);
  }

  /** For programs. */
  Facts facts() {
    return new Shown(wanted, figure, verdict.word());
  }

  private record Shown(String goal, String found, String verdict) implements Facts {}
}
