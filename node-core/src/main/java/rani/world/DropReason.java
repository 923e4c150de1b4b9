// SPDX-License-Identifier: Apache-2.0
package rani.world;

import java.util.Locale;

/** The reason why a node dropped a frame. Every node counts the drops of each reason. */
public enum DropReason {
  /** Shorter than the headers, or not as long as the IPv4 total length says. */
  BAD_LENGTH,
  /** A RANI or IPv4 version that this node does not know. */
  BAD_VERSION,
  /** A RANI header length outside 4…16 words, or IPv4 options. */
  BAD_HEADER,
  /** A wrong checksum of the IPv4 header or, at the destination, of UDP. */
  BAD_CHECKSUM,
  /** An IPv4 fragment; rani never fragments. */
  FRAGMENT,
  /** Keyed on a link without a key, unkeyed on a link with a key, or with a wrong tag. */
  BAD_KEY,
  /** A counter already seen, or too old for the replay window. */
  REPLAYED,
  /** PrevNode is not the configured neighbour of the link. */
  PREV_NODE_MISMATCH,
  /** The packet's lifetime has run out. */
  EXPIRED,
  /** The TTL, which guards against loops, has run out. */
  TTL_EXCEEDED,
  /** No route to the destination. */
  NO_ROUTE,
  /** Larger than the outgoing link's MTU. */
  TOO_BIG,
  /** Caught by an ingress filter. */
  FILTERED,
  /** Dropped by chance between a queue's thresholds. */
  RED_EARLY,
  /** Dropped because a queue's average was beyond its upper threshold. */
  RED_FORCED,
  /** Dropped by CoDel, for standing delay above its target. */
  SOJOURN,
  /** Dropped early by PIE, for queueing delay above its target. */
  PIE,
  /** Dropped before the buffer was full by a queue discipline that rani does not bring. */
  AQM,
  /** The queue's buffer was full. */
  QUEUE_FULL,
  /** On the link's list of packets to be dropped. */
  LISTED,
  /** Addressed to this node, for a service that is not on its menu. */
  NO_SUCH_SERVICE,
  /** Addressed to this node, for a port or protocol without a listener. */
  NO_LISTENER,
  /** A service message that is malformed, or asks for more than its sender may. */
  BAD_MESSAGE,
  /** Discarded by a service. */
  DISCARDED,
  /** The service that should have handled it failed or is suspended. */
  SERVICE_FAILED,
  /** The diversion that held it was closed, or had no room for it. */
  DIVERSION,
  /** Its outgoing link was removed. */
  LINK_REMOVED,
  /** The node was stopped while it held the packet. */
  STOPPED;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the name in traces, counters and reports. */
  public String text() {
    return text;
  }

  /** Returns the reason in words: {@code 2 packets dropped early by RED}. */
  public String words() {
    return switch (this) {
      case FILTERED -> "by a filter";
      case RED_EARLY -> "early by RED";
      case RED_FORCED -> "by RED, beyond its upper threshold";
      case SOJOURN -> "by CoDel";
      case PIE -> "early by PIE";
      case AQM -> "early by the queue";
      default -> text.replace('-', ' ');
    };
  }
}
