// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.List;

/**
 * A bounded number of steps over a run of any length: when there are too many, pairs are merged and
 * the step length doubles.
 */
final class Steps {
  /**
   * What all steps together may name, about; a network of many queues and links has fewer steps.
   */
  static final int CELLS_MAX = 60_000;

  private static final int STEPS_MIN = 150;
  private static final int STEPS_MAX = 1500;

  private final int stepsMax;
  private List<Step> steps = new ArrayList<>();
  private long stepNanos;

  /**
   * None yet.
   *
   * @param cells that a step may name: queues and directions of links
   * @param stepNanos how long each lasts at first
   */
  Steps(int cells, long stepNanos) {
    this.stepsMax = Math.clamp(CELLS_MAX / Math.max(1, cells), STEPS_MIN, STEPS_MAX);
    this.stepNanos = stepNanos;
  }

  /** How long each lasts. */
  long stepNanos() {
    return stepNanos;
  }

  /** The end of the step that a time since go belongs to. */
  long endOf(long nanos) {
    return Math.ceilDiv(Math.max(1, nanos), stepNanos) * stepNanos;
  }

  /** Adds the step that is over; the last one grows if it is of the same time. */
  void add(Step step) {
    step.endAt(endOf(step.endNanos()));
    append(steps, step);
    while (steps.size() > stepsMax) {
      halve();
    }
  }

  private static void append(List<Step> to, Step step) {
    if (!to.isEmpty() && to.getLast().endNanos() >= step.endNanos()) {
      to.getLast().mergeLater(step, to.getLast().endNanos());
    } else {
      to.add(step);
    }
  }

  private void halve() {
    stepNanos *= 2;
    List<Step> half = new ArrayList<>(steps.size() / 2 + 1);
    for (Step step : steps) {
      step.endAt(endOf(step.endNanos()));
      append(half, step);
    }
    steps = half;
  }

  List<Step.Shown> shown() {
    return steps.stream().map(Step::shown).toList();
  }
}
