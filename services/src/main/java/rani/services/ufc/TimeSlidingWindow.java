// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/**
 * The rate of a stream by Clark and Fang's time sliding window (RFC 2859, figure 2): what came
 * before a packet counts as spread evenly over one window, and fades with every packet.
 */
final class TimeSlidingWindow {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double windowSeconds;
  private double bytesPerSecond;
  private long frontNanos;

  /**
   * A window in which the initial rate has gone on for long.
   *
   * @param sinceNanos the time now
   * @param windowNanos AVG_INTERVAL, above 0
   */
  TimeSlidingWindow(long sinceNanos, double initialBytesPerSecond, long windowNanos) {
    this.windowSeconds = windowNanos / NANOS_PER_SECOND;
    this.bytesPerSecond = initialBytesPerSecond;
    this.frontNanos = sinceNanos;
  }

  /** Counts a packet in. Says the rate that it makes. */
  double add(long nowNanos, int bytes) {
    double sinceSeconds = (nowNanos - frontNanos) / NANOS_PER_SECOND;
    bytesPerSecond = (bytesPerSecond * windowSeconds + bytes) / (sinceSeconds + windowSeconds);
    frontNanos = nowNanos;
    return bytesPerSecond;
  }

  /** The rate now, if no packet comes. */
  double bytesPerSecond(long nowNanos) {
    double sinceSeconds = (nowNanos - frontNanos) / NANOS_PER_SECOND;
    return bytesPerSecond * windowSeconds / (sinceSeconds + windowSeconds);
  }
}
