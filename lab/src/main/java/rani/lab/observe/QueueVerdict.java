// SPDX-License-Identifier: Apache-2.0
package rani.lab.observe;

/** What a queue decided about an arriving packet. */
public enum QueueVerdict {
  /** It joined the queue. */
  ENQUEUE("enqueue"),
  /** It joined the queue and carries a congestion mark. */
  MARK("mark"),
  /** Dropped by chance, between the thresholds. */
  DROP_EARLY("drop-early"),
  /** Dropped because the average is over the upper threshold. */
  DROP_FORCED("drop-forced"),
  /** Dropped because the buffer is full. */
  OVERFLOW("overflow");

  private final String text;

  QueueVerdict(String text) {
    this.text = text;
  }

  /** The word of the trace line. */
  public String text() {
    return text;
  }

  /** Whether the packet entered the queue. */
  public boolean entered() {
    return this == ENQUEUE || this == MARK;
  }
}
