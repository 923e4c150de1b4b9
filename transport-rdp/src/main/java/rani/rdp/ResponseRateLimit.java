// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/**
 * Limits the rate of responses to unsolicited segments, by interval.
 *
 * <p>Each connection has its own limit, as has each link for segments of no connection. A global
 * limit would be a side channel (CVE-2016-5696). An attacker could exhaust it on a connection of
 * its own and count the remaining responses. The count would reveal whether a segment forged into
 * another connection was answered. An exhausted global limit would also suppress responses to all
 * other peers.
 */
final class ResponseRateLimit {
  private final int max;
  private final long intervalNanos;
  private long beganNanos;
  private int given;

  /** Creates an unused limit of {@code max} responses per interval, at least 1. */
  ResponseRateLimit(int max, long intervalNanos) {
    this.max = max;
    this.intervalNanos = intervalNanos;
  }

  /** Takes one response from the limit; false if it is exhausted. */
  boolean take(long nowNanos) {
    if (given == 0 || isOver(nowNanos)) {
      beganNanos = nowNanos;
      given = 0;
    }
    if (given == max) {
      return false;
    }
    given++;
    return true;
  }

  boolean isOver(long nowNanos) {
    return nowNanos - beganNanos >= intervalNanos;
  }
}
