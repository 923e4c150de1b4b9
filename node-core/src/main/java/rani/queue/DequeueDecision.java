// SPDX-License-Identifier: Apache-2.0
package rani.queue;

import java.util.Locale;

/** A discipline's decision about a packet at dequeue. */
public enum DequeueDecision {
  SEND,
  /** The packet is sent with Congestion Experienced set (RFC 3168 §5). */
  MARK,
  /** The packet has waited too long and is dropped. */
  DROP;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  public String text() {
    return text;
  }
}
