// SPDX-License-Identifier: Apache-2.0
package rani.rdp;

import java.util.List;

/** The states of a connection (RFC 908 §3.2.3), with their transitions. */
public enum ConnectionState {
  /** There is no connection, or no longer. */
  CLOSED,
  /** A port waits for a SYN. A listener has this state; its connections begin in SYN-RCVD. */
  LISTEN,
  /** A SYN was sent. */
  SYN_SENT,
  /** A SYN was received and answered by a SYN. */
  SYN_RCVD,
  /** Both SYNs are acknowledged; data flows. */
  OPEN,
  /** A RST was sent; the connection waits until segments in flight have left the network. */
  CLOSE_WAIT;

  /** The name in RFC 908, as in traces. */
  public String text() {
    return name().replace('_', '-');
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
