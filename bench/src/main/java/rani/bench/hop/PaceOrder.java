// SPDX-License-Identifier: Apache-2.0
package rani.bench.hop;

import java.time.Duration;
import java.util.Locale;

/**
 * The load's task for a window: IPv4 length, rate and train, which is 1 for single packets; {@code
 * gapNanos} is the expected time between arrivals, or 0.
 */
public record PaceOrder(
    int lengthBytes, double perSecond, Duration length, int train, double gapNanos) {
  /** Sends single packets without an expected gap. */
  public static PaceOrder of(int lengthBytes, double perSecond, Duration length) {
    return new PaceOrder(lengthBytes, perSecond, length, 1, 0);
  }

  String text() {
    return String.format(
        Locale.ROOT,
        "pace %d %f %d %d %f",
        lengthBytes,
        perSecond,
        length.toNanos(),
        train,
        gapNanos);
  }
}
