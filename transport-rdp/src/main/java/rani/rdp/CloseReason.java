// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

/** Why a connection ended; the application receives it exactly once. */
public enum CloseReason {
  /** This end closed, and everything it had sent was acknowledged. */
  CLOSED("closed"),
  /** The other end closed; everything it had sent was received. */
  CLOSED_BY_PEER("closed-by-peer"),
  /** This end gave up what it had not sent yet. */
  ABORTED("aborted"),
  /** The peer reset the connection; data may be lost. */
  RESET("reset"),
  /** Nothing listens at the other end, or it takes no more connections. */
  REFUSED("refused"),
  /** The other end was silent through as many retransmissions as the retry limit allows. */
  TIMED_OUT("timed-out"),
  /** The peer violated the protocol, as by asking for segments without room for data. */
  BAD_PEER("bad-peer"),
  /** Half-open, it was evicted from a full backlog. */
  DISPLACED("displaced"),
  /** The node was stopped. */
  STOPPED("stopped");

  private final String text;

  CloseReason(String text) {
    this.text = text;
  }

  /** The name in traces and messages. */
  public String text() {
    return text;
  }
}
