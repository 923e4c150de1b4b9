// SPDX-License-Identifier: Apache-2.0
package rani.rdp.segment;

/** Why an endpoint ignored a segment, or a part of it. Each has a counter. */
public enum RefusalReason {
  /** Its lengths do not add up, its version is not 2, or its flags contradict each other. */
  MALFORMED("malformed"),
  /** Its checksum is wrong, or missing where one is required. */
  BAD_CHECKSUM("bad-checksum"),
  /** For no connection and no listening port. */
  NO_CONNECTION("no-connection"),
  /** A SYN with parameters that leave no room for data. */
  BAD_SYN("bad-syn"),
  /** A SYN for which there is no room. */
  NO_ROOM("no-room"),
  /** A SYN by a link that has its share of the connections. */
  LINK_SHARE("link-share"),
  /** A SYN from an address without a route back. */
  NO_WAY_BACK("no-way-back"),
  /** A SYN for a connection that is open (RFC 5961 §4). */
  SYN_IN_OPEN("syn-in-open"),
  /** A RST that does not carry the very next sequence number (RFC 5961 §3). */
  FORGED_RST("forged-rst"),
  /** Acknowledges what was never sent (RFC 5961 §5). */
  FORGED_ACK("forged-ack"),
  /** An EACK of a segment that was never sent, or acknowledged long ago. */
  BAD_EACK("bad-eack"),
  /** Outside the receive window: old, or too new. */
  OUT_OF_WINDOW("out-of-window"),
  /** Received before. */
  DUPLICATE("duplicate"),
  /** Larger than the maximum that this end has announced. */
  TOO_LARGE("too-large"),
  /** A router's request that does not quote the connection's current window and epoch. */
  STALE_REQUEST("stale-request");

  private final String text;

  RefusalReason(String text) {
    this.text = text;
  }

  /** The name in counters. */
  public String text() {
    return text;
  }
}
