// SPDX-License-Identifier: Apache-2.0
package rani.world;

/** What a queue discipline decides about an arriving packet. The port that asked acts on it. */
public enum Verdict {
  /** Joins the queue as it is. */
  ENQUEUE("enqueue", true),
  /** Joins the queue with Congestion Experienced set (RFC 3168 §5). */
  MARK("mark", true),
  /** Dropped by chance, between the thresholds. */
  DROP_EARLY("drop-early", false),
  /** Dropped because the average is beyond the upper threshold. */
  DROP_FORCED("drop-forced", false),
  /** Dropped because the buffer is full. */
  OVERFLOW("overflow", false);

  private final String text;
  private final boolean joins;

  Verdict(String text, boolean joins) {
    this.text = text;
    this.joins = joins;
  }

  /** Whether the packet enters the queue. */
  public boolean joins() {
    return joins;
  }

  /** The name in traces and reports. */
  public String text() {
    return text;
  }
}
