// SPDX-License-Identifier: Apache-2.0
package rani.services;

/**
 * Limits how often an action is done within a second, so that forged packets cannot start a storm
 * of messages.
 */
public final class RateLimit {
  private static final long SECOND = 1_000_000_000;

  private final int max;
  private long beganNanos = Long.MIN_VALUE;
  private int taken;

  public RateLimit(int max) {
    this.max = max;
  }

  /** Returns true if the action may be done now, and counts it. */
  public boolean take(long nowNanos) {
    if (beganNanos == Long.MIN_VALUE || nowNanos - beganNanos >= SECOND) {
      beganNanos = nowNanos;
      taken = 0;
    }
    return ++taken <= max;
  }
}
