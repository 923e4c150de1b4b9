// SPDX-License-Identifier: Apache-2.0
package rani.live;

import java.util.List;

/**
 * A service whose call blocks its node's thread.
 *
 * @param node by name
 * @param service by name
 * @param nanos how long the call has lasted
 * @param stack of the thread, innermost frame first, down to where the node called the service
 */
public record BlockedCall(String node, String service, long nanos, List<String> stack) {
  /** A call that blocks is reported within this time: 0.5 s. */
  public static final long LIMIT_NANOS = 500_000_000;

  /**
   * The system property that says, in milliseconds, after which a call is taken never to return.
   */
  public static final String STUCK_PROPERTY = "rani.stuck.millis";

  private static final long STUCK_MILLIS = 8000;
  private static final double NANOS_PER_SECOND = 1e9;

  public BlockedCall {
    stack = List.copyOf(stack);
  }

  /** Time after which a call is taken never to return, in nanoseconds: 8 s by default. */
  public static long stuckNanos() {
    return Long.getLong(STUCK_PROPERTY, STUCK_MILLIS) * 1_000_000;
  }

  /** How long the call has lasted, in nanoseconds. */
  public double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  /** The innermost stack frame of the thread. */
  public String where() {
    return stack.isEmpty() ? "nowhere" : stack.getFirst();
  }
}
