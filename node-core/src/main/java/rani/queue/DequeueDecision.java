// SPDX-License-Identifier: Apache-2.0
package rani.queue;

/** What a discipline decides about a packet whose turn to leave has come. */
public enum DequeueDecision {
  /** Goes on its way. */
  SEND("send"),
  /** Goes on its way with Congestion Experienced set (RFC 3168 §5). */
  MARK("mark"),
  /** Has waited too long, and is dropped. */
  DROP("drop");

  private final String text;

  DequeueDecision(String text) {
    this.text = text;
  }

  /** The name in traces. */
  public String text() {
    return text;
  }
}
