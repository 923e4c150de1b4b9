// SPDX-License-Identifier: Apache-2.0
package rani.link;

import rani.queue.Rate;

/**
 * How one direction of a link follows a {@link LinkTrace}. At go, the trace is at {@code
 * startNanos}.
 *
 * @param name of the trace, as in files
 * @param loops whether the trace begins again after each period; else what holds at its end is its
 *     last step, and no opportunity comes any more
 * @param startNanos time of the trace at go, at least 0
 * @param periodNanos period of the loop, at least the last time of the trace; 0 if it does not loop
 */
public record TracedLink(
    String name, LinkTrace trace, boolean loops, long startNanos, long periodNanos) {
  public TracedLink {
    if (startNanos < 0 || startNanos > LinkTrace.NANOS_MAX) {
      throw new IllegalArgumentException("a trace starts at 0…1 day of its time");
    }
    boolean isDelivery = trace instanceof DeliveryTrace;
    long lastNanos = trace.lastNanos();
    if (loops
        && (periodNanos > LinkTrace.NANOS_MAX
            || periodNanos < lastNanos
            || (periodNanos == lastNanos && !isDelivery))) {
      throw new IllegalArgumentException(
          isDelivery
              ? "the period is at least the last time of the trace, and at most a day"
              : "the period is above the last time of the trace, and at most a day");
    }
    if (!loops && periodNanos != 0) {
      throw new IllegalArgumentException("a trace that does not loop has no period");
    }
    if (trace.hasRate() && !(trace.meanBitsPerSecond(periodNanos) > 0)) {
      throw new IllegalArgumentException("nothing would ever pass");
    }
  }

  /**
   * Returns the mean rate, by which queues, the share of control packets and reports judge the
   * link; unlimited if the trace has no rate.
   */
  public Rate meanRate() {
    return trace.hasRate()
        ? Rate.bitsPerSecond(Math.max(1, Math.rint(trace.meanBitsPerSecond(periodNanos))))
        : Rate.UNLIMITED;
  }

  /** Applies the first step to an impairment. */
  public ImpairmentConfig over(ImpairmentConfig before) {
    return trace instanceof StepTrace steps ? TracedWire.over(steps, 0, before) : before;
  }

  /**
   * Returns the rate about a time after go, in bits per second, for those who look at it; 0 if
   * nothing passes, or the trace has no rate.
   */
  public double bitsPerSecondAt(long sinceGoNanos) {
    if (!trace.hasRate()) {
      return 0;
    }
    long traceNanos = Math.max(0, sinceGoNanos) + startNanos;
    return trace.bitsPerSecondAt(loops ? traceNanos % periodNanos : traceNanos);
  }

  /** Returns why the delays of the trace conflict with a jitter; empty if they do not. */
  public String refusal(long jitterNanos) {
    return trace instanceof StepTrace steps
            && steps.hasDelay()
            && jitterNanos > steps.delayNanosMin()
        ? "jitter is at most the delay, and the trace "
            + name
            + " has one of "
            + steps.delayNanosMin()
            + " ns"
        : "";
  }
}
