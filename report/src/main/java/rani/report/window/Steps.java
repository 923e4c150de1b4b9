// SPDX-License-Identifier: Apache-2.0
package rani.report.window;

import java.util.ArrayList;
import java.util.List;

/** A time series of bounded length: when it is full, pairs are merged and steps are doubled. */
final class Steps {
  /** Approximate limit of steps times cells: networks of many queues and links have fewer steps. */
  static final int CELLS_MAX = 60_000;

  private static final int STEPS_MIN = 150;
  private static final int STEPS_MAX = 1500;

  private final int stepsMax;
  private List<Step> steps = new ArrayList<>();
  private long stepNanos;

  /** Creates a time series for this number of queues and directions in each step. */
  Steps(int cells, long stepNanos) {
    this.stepsMax = Math.clamp(CELLS_MAX / Math.max(1, cells), STEPS_MIN, STEPS_MAX);
    this.stepNanos = stepNanos;
  }

  long stepNanos() {
    return stepNanos;
  }

  /** Returns the end of the step that contains a time since the start of the run. */
  long endOf(long nanos) {
    return Math.ceilDiv(Math.max(1, nanos), stepNanos) * stepNanos;
  }

  /** Adds a completed step, or merges it into the last step if both end at the same time. */
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

  /** Halves the number of steps; returns false if there are fewer than so many. */
  boolean halve(int stepsMin) {
    if (steps.size() < stepsMin) {
      return false;
    }
    halve();
    return true;
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
