// SPDX-License-Identifier: Apache-2.0
package rani.bench.hop;

import java.time.Duration;
import java.util.Locale;

/**
 * The load's task for one window.
 *
 * @param lengthBytes of each packet, IPv4
 * @param perSecond packets that are due in a second
 * @param length of the window
 * @param train packets that leave as one train; 1 for each by itself
 * @param gapNanos what should lie between two arrivals; 0 if nothing should
 */
public record PaceOrder(
    int lengthBytes, double perSecond, Duration length, int train, double gapNanos) {
  /** Packets one by one, whatever lies between their arrivals. */
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
