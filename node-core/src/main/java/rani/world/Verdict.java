// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.Locale;

/** A queue discipline's verdict on an arriving packet, which the port carries out. */
public enum Verdict {
  /** The packet joins the queue unchanged. */
  ENQUEUE(true),
  /** The packet joins the queue with Congestion Experienced set (RFC 3168 §5). */
  MARK(true),
  /** The packet is dropped by chance, between the thresholds. */
  DROP_EARLY(false),
  /** The packet is dropped because the average is above the upper threshold. */
  DROP_FORCED(false),
  /** The packet is dropped because the buffer is full. */
  OVERFLOW(false);

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final boolean joins;

  Verdict(boolean joins) {
    this.joins = joins;
  }

  /** Reports whether the packet enters the queue. */
  public boolean joins() {
    return joins;
  }

  /** Returns the name in traces and reports. */
  public String text() {
    return text;
  }
}
