// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.Locale;

/** Congestion events of a monitored queue, of which services are notified. */
public enum Congestion {
  /** The average was above max_th when a packet arrived; reported at every such arrival. */
  ABOVE_MAX,
  /** The average has fallen to max_th or less; reported once. */
  BELOW_MAX,
  /** A packet was marked. */
  MARKED,
  /** A packet was dropped before the buffer was full. */
  EARLY_DROP,
  /** A packet found the buffer full. */
  OVERFLOW,
  /** A packet joined a queue of at least the length that a service watches. */
  QUEUE_LENGTH;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the name in traces. */
  public String text() {
    return text;
  }
}
