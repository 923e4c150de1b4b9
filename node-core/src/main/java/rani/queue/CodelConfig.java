// SPDX-License-Identifier: Apache-2.0
package rani.queue;

/**
 * The settings of {@link Codel}.
 *
 * @param targetNanos target, the acceptable standing delay (RFC 8289 §4.2), above 0
 * @param intervalNanos interval, for how long the delay may exceed it before a packet is dropped
 *     (§4.3), at least the target
 * @param ecn whether packets that ask for it are marked instead of dropped
 */
public record CodelConfig(long targetNanos, long intervalNanos, boolean ecn) implements AqmConfig {
  private static final long MILLISECOND = 1_000_000;

  /** 5 ms and 100 ms (RFC 8289 §4.2, §4.3), without marks. */
  public static final CodelConfig DEFAULT =
      new CodelConfig(5 * MILLISECOND, 100 * MILLISECOND, false);

  public CodelConfig {
    if (targetNanos <= 0 || intervalNanos < targetNanos) {
      throw new IllegalArgumentException(
          "target is above 0 and at most interval, not "
              + targetNanos
              + " ns and "
              + intervalNanos
              + " ns");
    }
  }
}
