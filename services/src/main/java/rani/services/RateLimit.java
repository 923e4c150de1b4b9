// SPDX-License-Identifier: Apache-2.0
package rani.services;

/** How many times something may be done in one second; what is forged makes no storm of it. */
public final class RateLimit {
  private static final long SECOND = 1_000_000_000;

  private final int max;
  private long beganNanos = Long.MIN_VALUE;
  private int taken;

  public RateLimit(int max) {
    this.max = max;
  }

  /** Whether it may be done once more now. */
  public boolean take(long nowNanos) {
    if (beganNanos == Long.MIN_VALUE || nowNanos - beganNanos >= SECOND) {
      beganNanos = nowNanos;
      taken = 0;
    }
    return ++taken <= max;
  }
}
