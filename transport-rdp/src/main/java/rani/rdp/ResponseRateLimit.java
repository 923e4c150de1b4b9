// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/**
 * Limits the rate of responses to unsolicited segments, by interval.
 *
 * <p>Each connection has its own limit, as has each link for segments of no connection. A global
 * one would be a side channel: an attacker who exhausts it on a connection of its own, and counts
 * the remaining responses, learns whether a segment forged into another connection was answered
 * (CVE-2016-5696); and exhausting it would suppress the responses to everyone else.
 */
final class ResponseRateLimit {
  private final int max;
  private final long intervalNanos;
  private long beganNanos;
  private int given;

  /**
   * A fresh limit.
   *
   * @param max how many in an interval, at least 1
   */
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

  /** Whether the last interval is over. */
  boolean isOver(long nowNanos) {
    return nowNanos - beganNanos >= intervalNanos;
  }
}
