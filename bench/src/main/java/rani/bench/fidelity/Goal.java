// SPDX-License-Identifier: Apache-2.0
package rani.bench.fidelity;

import rani.world.Facts;

/** A goal of a comparison in words, such as {@code goodput within 2 %}, and the result in words. */
public record Goal(String wanted, String figure, Verdict verdict) {
  /** Creates a goal that is either reached or missed. */
  static Goal noneOf(String wanted, String figure, boolean reached) {
    return new Goal(wanted, figure, reached ? Verdict.AGREES : Verdict.DIFFERS);
  }

  /** Returns the goal for JSON. */
  Facts facts() {
    return new Shown(wanted, figure, verdict.word());
  }

  private record Shown(String goal, String found, String verdict) implements Facts {}
}
