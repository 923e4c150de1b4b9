// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/**
 * How often segments are answered that no one here has asked for, in one interval after another.
 *
 * <p>Each connection has one for itself, as has each link for segments that belong to no
 * connection. One for all would be a side channel: who fills it on a connection of his own, and
 * counts what is left, learns whether what he forged into another's was answered (CVE-2016-5696);
 * and by filling it he would keep the answers from all others.
 */
final class AnswerLimit {
  private final int max;
  private final long intervalNanos;
  private long beganNanos;
  private int given;

  /**
   * None was given yet.
   *
   * @param max how many in an interval, at least 1
   */
  AnswerLimit(int max, long intervalNanos) {
    this.max = max;
    this.intervalNanos = intervalNanos;
  }

  /** Whether one more may be given; if so it counts as given. */
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

  /** Whether what was given no longer counts. */
  boolean isOver(long nowNanos) {
    return nowNanos - beganNanos >= intervalNanos;
  }
}
