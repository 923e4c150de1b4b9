// SPDX-License-Identifier: Apache-2.0
package rani.world;

/** What a monitored queue tells the services that subscribed to it. */
public enum Congestion {
  /** The average was beyond max_th when a packet arrived; told at every such arrival. */
  ABOVE_MAX("above-max"),
  /** The average has come back to max_th or less; told once. */
  BELOW_MAX("below-max"),
  /** A packet was marked. */
  MARKED("marked"),
  /** A packet was dropped before the buffer was full. */
  EARLY_DROP("early-drop"),
  /** A packet found the buffer full. */
  OVERFLOW("overflow"),
  /** A packet joined a queue in which so many waited that a service wants to know. */
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
