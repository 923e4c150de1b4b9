// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/**
 * Average rate of a stream by Clark and Fang's time sliding window (RFC 2859, figure 2): traffic
 * before the current packet counts as spread evenly over one window.
 */
final class TimeSlidingWindow {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double windowSeconds;
  private double bytesPerSecond;
  private long frontNanos;

  /** Creates a window of AVG_INTERVAL, above 0, whose average starts at the initial rate. */
  TimeSlidingWindow(long sinceNanos, double initialBytesPerSecond, long windowNanos) {
    this.windowSeconds = windowNanos / NANOS_PER_SECOND;
    this.bytesPerSecond = initialBytesPerSecond;
    this.frontNanos = sinceNanos;
  }

  double add(long nowNanos, int bytes) {
    double sinceSeconds = (nowNanos - frontNanos) / NANOS_PER_SECOND;
    bytesPerSecond = (bytesPerSecond * windowSeconds + bytes) / (sinceSeconds + windowSeconds);
    frontNanos = nowNanos;
    return bytesPerSecond;
  }

  /** Returns the average now, without a new packet. */
  double bytesPerSecond(long nowNanos) {
    double sinceSeconds = (nowNanos - frontNanos) / NANOS_PER_SECOND;
    return bytesPerSecond * windowSeconds / (sinceSeconds + windowSeconds);
  }
}
