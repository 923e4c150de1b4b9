// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

import java.util.Locale;

/** Reason why an endpoint ignored a segment, or a part of it. Each has a counter. */
public enum RefusalReason {
  /** A segment with inconsistent lengths, a version other than 2, or contradictory flags. */
  MALFORMED,
  /** A segment whose checksum is wrong, or missing although required. */
  BAD_CHECKSUM,
  /** No connection and no listening port matches. */
  NO_CONNECTION,
  /** A SYN with parameters that leave no room for data. */
  BAD_SYN,
  /** A SYN beyond the limit of connections. */
  NO_ROOM,
  /** A SYN by a link that has used up its share of the connections. */
  LINK_SHARE,
  /** A SYN from an address without a route back. */
  NO_WAY_BACK,
  /** A SYN for a connection that is open (RFC 5961 §4). */
  SYN_IN_OPEN,
  /** A RST without the very next sequence number (RFC 5961 §3). */
  FORGED_RST,
  /** An acknowledgement of a segment that was never sent (RFC 5961 §5). */
  FORGED_ACK,
  /** An EACK of a segment that was never sent, or acknowledged long ago. */
  BAD_EACK,
  /** Outside the receive window: old, or too new. */
  OUT_OF_WINDOW,
  /** Received before. */
  DUPLICATE,
  /** Larger than the maximum that this end has announced. */
  TOO_LARGE,
  /** A router's request that does not quote the connection's current window and epoch. */
  STALE_REQUEST;

  /** Returns the name in counters. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
