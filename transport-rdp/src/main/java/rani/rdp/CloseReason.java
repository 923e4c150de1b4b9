// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import java.util.Locale;

/** Reason why a connection ended; the application receives it exactly once. */
public enum CloseReason {
  /** This end closed, and everything it had sent was acknowledged. */
  CLOSED,
  /** The other end closed; everything it had sent was received. */
  CLOSED_BY_PEER,
  /** This end aborted the connection and discarded unsent data. */
  ABORTED,
  /** The peer reset the connection; data may be lost. */
  RESET,
  /** Nothing listens at the other end, or it takes no more connections. */
  REFUSED,
  /** The other end was silent through as many retransmissions as the retry limit allows. */
  TIMED_OUT,
  /** The peer violated the protocol, as by asking for segments without room for data. */
  BAD_PEER,
  /** This half-open connection was evicted from a full backlog. */
  DISPLACED,
  /** The node was stopped. */
  STOPPED;

  /** The name in traces and messages. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
