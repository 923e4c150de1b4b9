// SPDX-License-Identifier: Apache-2.0
package rani.bench.hop;

import java.time.Duration;
import java.util.Locale;

/**
 * The load's task for one window.
 *
 * @param lengthBytes IPv4 length of each packet
 * @param perSecond packets per second
 * @param train packets that are sent together; 1 for single packets
 * @param gapNanos expected time between two arrivals; 0 for no expectation
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
