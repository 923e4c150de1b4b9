// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.List;

/**
 * A service's call that blocks its node's thread.
 *
 * @param nanos duration of the call so far
 * @param stack of the thread, innermost frame first, down to the node's call of the service
 */
public record BlockedCall(String node, String service, long nanos, List<String> stack) {
  /** Time within which a blocking call is reported. */
  public static final long LIMIT_NANOS = 500_000_000;

  /** System property: milliseconds after which a call is assumed never to return. */
  public static final String STUCK_PROPERTY = "rani.stuck.millis";

  private static final long STUCK_MILLIS = 8000;
  private static final double NANOS_PER_SECOND = 1e9;

  public BlockedCall {
    stack = List.copyOf(stack);
  }

  /** Returns the time in nanoseconds after which a call is assumed never to return. */
  public static long stuckNanos() {
    return Long.getLong(STUCK_PROPERTY, STUCK_MILLIS) * 1_000_000;
  }

  /** Returns the duration of the call so far. */
  public double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  /** Returns the innermost stack frame of the thread. */
  public String where() {
    return stack.isEmpty() ? "nowhere" : stack.getFirst();
  }
}
