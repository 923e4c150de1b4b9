// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import java.util.List;

/** The states of a connection (RFC 908 §3.2.3), with their transitions. */
public enum ConnectionState {
  /** There is no connection, or no longer. */
  CLOSED("CLOSED"),
  /** A port waits for a SYN. The listener has this state; its connections begin in SYN-RCVD. */
  LISTEN("LISTEN"),
  /** A SYN was sent. */
  SYN_SENT("SYN-SENT"),
  /** A SYN came, and was answered by one. */
  SYN_RCVD("SYN-RCVD"),
  /** Both ends know each other; data flows. */
  OPEN("OPEN"),
  /** A RST was sent; segments still in flight to this end are waited out. */
  CLOSE_WAIT("CLOSE-WAIT");

  private final String text;

  ConnectionState(String text) {
    this.text = text;
  }

  /** The name in RFC 908, as in traces. */
  public String text() {
    return text;
  }

  /** The states that may follow this one. */
  public List<ConnectionState> successors() {
    return switch (this) {
      case CLOSED -> List.of(LISTEN, SYN_SENT);
      case LISTEN -> List.of(CLOSED, SYN_RCVD);
      case SYN_SENT -> List.of(CLOSED, SYN_RCVD, OPEN);
      case SYN_RCVD -> List.of(CLOSED, OPEN);
      case OPEN -> List.of(CLOSED, CLOSE_WAIT);
      case CLOSE_WAIT -> List.of(CLOSED);
    };
  }
}
