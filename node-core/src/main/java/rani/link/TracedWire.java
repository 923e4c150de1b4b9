// SPDX-License-Identifier: Apache-2.0
package rani.link;

import org.jspecify.annotations.Nullable;

/** Gives a wire the delay and the loss of a trace, step by step. */
final class TracedWire {
  private final StepTrace trace;
  private final StepCursor cursor;
  private final WireImpairment wire;
  private boolean followsDelay;
  private boolean followsLoss;

  private TracedWire(StepTrace trace, TracedLink link, WireImpairment wire) {
    this.trace = trace;
    this.cursor = new StepCursor(trace, link);
    this.wire = wire;
    this.followsDelay = trace.hasDelay();
    this.followsLoss = trace.hasLoss();
  }

  /** Returns what changes a wire; null if the trace has neither delay nor loss. */
  static @Nullable TracedWire of(TracedLink link, WireImpairment wire) {
    return link.trace() instanceof StepTrace trace && (trace.hasDelay() || trace.hasLoss())
        ? new TracedWire(trace, link, wire)
        : null;
  }

  void go(long goNanos) {
    cursor.go(goNanos);
    apply();
  }

  /** Applies the step that holds at a time; does nothing if that has been done. */
  void seek(long nanos) {
    if (nanos >= cursor.endNanos()) {
      cursor.seek(nanos);
      apply();
    }
  }

  /** Releases what an operator has set. */
  void change(LinkChange change) {
    followsDelay &= change.delayNanos() == null;
    followsLoss &= change.loss() == null;
  }

  boolean followsDelay() {
    return followsDelay;
  }

  private void apply() {
    ImpairmentConfig before = wire.config();
    ImpairmentConfig after = over(trace, cursor.step(), before, followsDelay, followsLoss);
    if (!after.equals(before)) {
      wire.configure(after);
    }
  }

  static ImpairmentConfig over(StepTrace trace, int step, ImpairmentConfig before) {
    return over(trace, step, before, trace.hasDelay(), trace.hasLoss());
  }

  private static ImpairmentConfig over(
      StepTrace trace, int step, ImpairmentConfig before, boolean delay, boolean loss) {
    return new ImpairmentConfig(
        delay ? trace.delayNanos(step) : before.delayNanos(),
        before.jitterNanos(),
        loss ? trace.loss(step) : before.loss(),
        before.duplicate(),
        before.reorder(),
        before.corrupt(),
        before.drops());
  }
}
