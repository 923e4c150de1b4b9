// SPDX-License-Identifier: Apache-2.0
package rani.link;

/** The step of a trace that holds at a time, which only rises. Before go the first step holds. */
final class StepCursor {
  /** Stands for the end of a step that does not end. */
  static final long NO_END = Long.MAX_VALUE;

  private final StepTrace trace;
  private final TracedLink link;

  /** Time at which the trace was at the beginning of its present period. */
  private long baseNanos;

  private int step;
  private long endNanos = NO_END;

  StepCursor(StepTrace trace, TracedLink link) {
    this.trace = trace;
    this.link = link;
  }

  void go(long goNanos) {
    baseNanos = goNanos - link.startNanos();
    step = 0;
    endNanos = Long.MIN_VALUE;
    seek(goNanos);
  }

  /** Goes on to the step that holds at a time; stays if that is past. */
  void seek(long nanos) {
    if (nanos < endNanos) {
      return;
    }
    if (link.loops() && nanos - baseNanos >= link.periodNanos()) {
      baseNanos += (nanos - baseNanos) / link.periodNanos() * link.periodNanos();
      step = 0;
    }
    step = trace.stepAt(step, nanos - baseNanos);
    if (step + 1 < trace.steps()) {
      endNanos = baseNanos + trace.nanos(step + 1);
    } else {
      endNanos = link.loops() ? baseNanos + link.periodNanos() : NO_END;
    }
  }

  int step() {
    return step;
  }

  /** Returns when the step ends, or {@link #NO_END}. */
  long endNanos() {
    return endNanos;
  }
}
