// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

/**
 * The drift of a host's clock since its nodes received the origin of time: their time continues by
 * that host's clock with the offset of the start, and is never corrected.
 *
 * @param start the offset then
 * @param last the offset now
 * @param watchedNanos the time between both
 * @param timeErrorNanos the largest error so far of the host's node times against this host's
 */
public record ClockWatch(
    ClockOffset start, ClockOffset last, long watchedNanos, long timeErrorNanos) {

  /** A clock that was compared for the first time. */
  public static ClockWatch begin(ClockOffset start) {
    return new ClockWatch(start, start, 0, start.errorNanos());
  }

  /**
   * The state after another comparison.
   *
   * @param now the new offset
   * @param sinceNanos the time since the start
   */
  public ClockWatch compared(ClockOffset now, long sinceNanos) {
    long apartNanos = Math.abs(now.offsetNanos() - start.offsetNanos()) + now.errorNanos();
    return new ClockWatch(start, now, sinceNanos, Math.max(timeErrorNanos, apartNanos));
  }

  /** The drift of the host's clock against this one's, in parts per million; 0 while unknown. */
  public double driftPpm() {
    return perMillion(last.offsetNanos() - start.offsetNanos());
  }

  /** The error bound of {@link #driftPpm}. */
  public double driftErrorPpm() {
    return perMillion(last.errorNanos() + start.errorNanos());
  }

  private double perMillion(long nanos) {
    return watchedNanos <= 0 ? 0 : nanos * 1e6 / watchedNanos;
  }
}
