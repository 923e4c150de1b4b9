// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import rani.world.Facts;

/**
 * A goal of a comparison, and the figure found.
 *
 * @param wanted in words, such as {@code goodput within 2 %}
 * @param figure the figure found, in words
 */
public record Goal(String wanted, String figure, Verdict verdict) {
  /** A goal that is decided by a count of misses. */
  static Goal noneOf(String wanted, String figure, boolean reached) {
    return new Goal(wanted, figure, reached ? Verdict.AGREES : Verdict.DIFFERS);
  }

  /** The result for programs. */
  Facts facts() {
    return new Shown(wanted, figure, verdict.word());
  }

  private record Shown(String goal, String found, String verdict) implements Facts {}
}
