// SPDX-License-Identifier: Apache-2.0
package rani.link;

/**
 * A recording of what a link could carry over time, from time 0 of the trace. Links may share one;
 * how a link follows it is its {@link TracedLink}.
 */
public sealed interface LinkTrace permits DeliveryTrace, StepTrace {
  /** The largest time, and the largest period: one day. */
  long NANOS_MAX = 86_400_000_000_000L;

  /** Returns the last time of the trace. */
  long lastNanos();

  /** Returns the period of a loop for which no other is set; 0 if the trace has no time. */
  long usualPeriodNanos();

  /** Reports whether the trace says how fast the link is. */
  boolean hasRate();

  /**
   * Returns the bits that pass from time 0 to the end of the period, or to the last time if the
   * period is 0, per second of that; 0 if nothing passes.
   */
  double meanBitsPerSecond(long periodNanos);

  /** Returns the bits per second about a time within the trace, for those who look at it. */
  double bitsPerSecondAt(long traceNanos);
}
