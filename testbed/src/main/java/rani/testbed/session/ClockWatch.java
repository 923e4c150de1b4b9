// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

/**
 * What has become of a host's clock since its nodes were told when time began: they count on by
 * that host's clock, as far ahead as it was then, and no one sets them right later.
 *
 * @param start how far ahead it was then
 * @param last how far it is now
 * @param watchedNanos the time between
 * @param timeErrorNanos how far a time that the host's nodes wrote until now may be from this
 *     host's, at most
 */
public record ClockWatch(
    ClockOffset start, ClockOffset last, long watchedNanos, long timeErrorNanos) {

  /** A clock that has just been compared. */
  public static ClockWatch begin(ClockOffset start) {
    return new ClockWatch(start, start, 0, start.errorNanos());
  }

  /**
   * What is known after it was compared again.
   *
   * @param now how far ahead it is
   * @param sinceNanos the time since the start
   */
  public ClockWatch compared(ClockOffset now, long sinceNanos) {
    long apartNanos = Math.abs(now.offsetNanos() - start.offsetNanos()) + now.errorNanos();
    return new ClockWatch(start, now, sinceNanos, Math.max(timeErrorNanos, apartNanos));
  }

  /** By how many millionths the host's clock is faster than this one's; 0 as long as none knows. */
  public double driftPpm() {
    return perMillion(last.offsetNanos() - start.offsetNanos());
  }

  /** How far the truth may be from {@link #driftPpm}. */
  public double driftErrorPpm() {
    return perMillion(last.errorNanos() + start.errorNanos());
  }

  private double perMillion(long nanos) {
    return watchedNanos <= 0 ? 0 : nanos * 1e6 / watchedNanos;
  }
}
