// SPDX-License-Identifier: Apache-2.0
package rani.world;

/** Congestion events of a monitored queue, for services. */
public enum Congestion {
  /** The average was above max_th when a packet arrived; at every such arrival. */
  ABOVE_MAX("above-max"),
  /** The average has fallen to max_th or less; once. */
  BELOW_MAX("below-max"),
  /** A packet was marked. */
  MARKED("marked"),
  /** A packet was dropped before the buffer was full. */
  EARLY_DROP("early-drop"),
  /** A packet found the buffer full. */
  OVERFLOW("overflow"),
  /** A packet joined a queue of at least the length that a service watches. */
  QUEUE_LENGTH("queue-length");

  private final String text;

  Congestion(String text) {
    this.text = text;
  }

  /** The name in traces. */
  public String text() {
    return text;
  }
}
