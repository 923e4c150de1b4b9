// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

/**
 * The drift of a host's clock since its nodes received the origin of time, from the offsets at the
 * start and at the last comparison. Node times there follow the host's clock with the offset of the
 * start, so {@code timeErrorNanos}, their largest error so far, may grow.
 */
public record ClockWatch(
    ClockOffset start, ClockOffset last, long watchedNanos, long timeErrorNanos) {

  /** Starts from the first comparison. */
  public static ClockWatch begin(ClockOffset start) {
    return new ClockWatch(start, start, 0, start.errorNanos());
  }

  /** Returns the state after another comparison, at a time since the start. */
  public ClockWatch compared(ClockOffset now, long sinceNanos) {
    long apartNanos = Math.abs(now.offsetNanos() - start.offsetNanos()) + now.errorNanos();
    return new ClockWatch(start, now, sinceNanos, Math.max(timeErrorNanos, apartNanos));
  }

  /** Returns the drift against this host's clock, in parts per million; 0 while unknown. */
  public double driftPpm() {
    return perMillion(last.offsetNanos() - start.offsetNanos());
  }

  /** Returns the error bound of {@link #driftPpm}. */
  public double driftErrorPpm() {
    return perMillion(last.errorNanos() + start.errorNanos());
  }

  private double perMillion(long nanos) {
    return watchedNanos <= 0 ? 0 : nanos * 1e6 / watchedNanos;
  }
}
